import { readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { messageTo, signIn } from '../tools/visit.ts'
import { newPhone, ownPhone, tabTo, test } from './person.ts'
import { siteUrl } from './site-address.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

async function enter(context: BrowserContext, phone: string): Promise<string> {
  await signIn(context, phone)
  return (await (await context.request.get('/api/session')).json()).user.id
}

/** The demo suggests a second factor before what concerns the account's safety; it may be put off. */
async function skipSuggestion(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(先跳过|Skip)$/ }).click()
}

async function proveBy(page: Page, phone: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect(dialog.getByText(/秒后重发/)).toBeVisible()
  await dialog.getByRole('textbox', { name: '验证码' }).fill((await messageTo(page.request, phone)).code)
  await dialog.getByRole('button', { name: '验证', exact: true }).click()
}

test('account pages are for who is signed in, and only their own [IDENT-002] [IDENT-104] [IDENT-105]', async ({
  page,
  context,
}) => {
  for (const path of ['/accountSafety/u_somebody', '/settings', '/auth/email']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth\/login\?redirect_to=/)
  }
  const id = await enter(context, newPhone())
  await page.goto(`/accountSafety/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: '账号安全' })).toBeVisible()
  await expect(page.getByRole('main').getByText('这台设备', { exact: true })).toBeVisible()
  const other = await page.goto('/accountSafety/u_01k00000000000000000000000')
  expect(other?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: '账号安全' })).toBeHidden()
})

test('a person fills in the profile and changes the picture [IDENT-121] [IDENT-122] [IDENT-106]', async ({
  page,
  context,
}) => {
  await enter(context, newPhone())
  await page.goto('/settings#tab_profile')
  // before the script has come the other parts of the settings show as well
  const profile = page.locator('#tab_profile')
  const choose = async (background: string) =>
    profile.locator('input[type=file]').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await pictureOf(page, background),
    })
  await expect(profile.getByRole('button', { name: '换头像' })).toBeEnabled()
  await choose('#2f6f8f')
  await expect(profile.locator('img[src^="/media/images/"]')).toBeVisible()
  await choose('#e01010')
  await expect(profile.getByText('这张头像不符合要求，请换一张。')).toBeVisible()

  await profile.getByRole('textbox', { name: '姓名或昵称' }).fill('林知远')
  await profile.getByRole('textbox', { name: '简介' }).fill('专业 博 彩 推广')
  await profile.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('资料没有保存，这些内容不能展示：博 彩')).toBeVisible()
  await profile.getByRole('textbox', { name: '简介' }).fill('喜欢做像素画的关卡设计师')
  await profile.getByRole('button', { name: '保存' }).click()
  await expect(profile.getByText(/之后可以再次修改资料/)).toBeVisible()
  await page.reload()
  await expect(profile.getByRole('textbox', { name: '简介' })).toHaveValue('喜欢做像素画的关卡设计师')
  await expect(profile.getByRole('button', { name: '保存' })).toBeDisabled()
})

test('an email is added by its mail, and the way leads back [IDENT-007]', async ({ page, context }) => {
  const id = await enter(context, newPhone())
  await page.goto(`/accountSafety/${id}`)
  await page.getByRole('link', { name: '添加', exact: true }).click()
  const email = `${id.slice(-8)}@mail.example`
  await page.getByRole('textbox', { name: '邮箱' }).fill(email)
  await page.getByRole('button', { name: '发送确认邮件' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '请查收邮件' })).toBeVisible()
  await expect(page.getByRole('button', { name: /秒后可以重新发送/ })).toBeDisabled()
  const link = new URL(/http\S+/.exec((await messageTo(page.request, email)).text)?.[0] ?? '')
  await page.goto(`${link.pathname}${link.search}`)
  await page.getByRole('button', { name: '确认是我的邮箱' }).click()
  await page.getByRole('link', { name: '继续', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/accountSafety/${id}$`))
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { level: 1, name: '链接已失效' })).toBeVisible()
})

test('another phone takes the place of the old one, each proved by its code [IDENT-015] [IDENT-045]', async ({
  page,
  context,
}) => {
  const [old, fresh] = [newPhone(), newPhone()]
  const id = await enter(context, old)
  await page.goto(`/accountSafety/${id}`)
  await page.getByRole('button', { name: '更换' }).click()
  await skipSuggestion(page)
  await proveBy(page, old)
  const dialog = page.getByRole('dialog', { name: '验证手机号' })
  await expect(dialog.getByText('第2步，共2步')).toBeVisible()
  await dialog.getByRole('textbox', { name: '新手机号' }).fill(fresh)
  await proveBy(page, fresh)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('提交成功。')).toBeVisible()
  const masked = `${fresh.slice(0, 3)}****${fresh.slice(-4)}`
  await expect(page.getByRole('region', { name: '手机号' }).getByText(masked)).toBeVisible()
})

test('another device is seen, and signed out from here', async ({ page, context, browser, baseURL }) => {
  const phone = newPhone()
  const id = await enter(context, phone)
  await page.goto(`/accountSafety/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('只有这台设备登录着。')).toBeVisible()

  const pocket = await browser.newContext({ userAgent: iPhone, ...(baseURL && { baseURL }) })
  const post = async (path: string, data: object) => {
    const { csrfToken } = await (await pocket.request.get('/api/session')).json()
    const answer = await pocket.request.post(`${path}?_csrf=${encodeURIComponent(csrfToken)}`, { data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await post('/api/learn/cn/sms/signUp', { smsType: 'learn', mobile: phone })
  await post('/api/learn/cn/sms/login', {
    smsType: 'learn',
    mobile: phone,
    code: (await messageTo(page.request, phone)).code,
  })

  await page.reload()
  await ownPhone(page)
  const row = main.getByRole('region', { name: /iPhone/ })
  await row.getByRole('button', { name: /^退出/ }).click()
  await expect(main.getByText('已退出那台设备。')).toBeVisible()
  await expect(row).toBeHidden()
  expect((await (await pocket.request.get('/api/session')).json()).user).toBeNull()
  await pocket.close()
})

test('a person takes their data along and leaves, with the keyboard alone', async ({ page, context }) => {
  const phone = newPhone()
  const id = await enter(context, phone)
  await page.setViewportSize({ width: 390, height: 844 })
  await context.addCookies([{ name: 'lantern_locale', value: 'en_US', url: siteUrl }])
  await page.goto(`/accountSafety/${id}`)
  const main = page.getByRole('main')
  const press = async (name: RegExp | string, key = 'Enter') => {
    const named = { name, exact: true }
    const target = page.getByRole('button', named).or(page.getByRole('link', named)).filter({ visible: true })
    await tabTo(page, target.first())
    await page.keyboard.press(key)
  }
  await expect(main.getByRole('button', { name: 'Change' })).toBeEnabled()
  await press('Request export')
  await press('Skip')
  const link = main.getByRole('link', { name: /^Download/ })
  await expect(link).toBeVisible({ timeout: 20_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), press(/^Download/)])
  const bytes = await readFile((await file.path()) ?? '')
  expect(bytes.subarray(0, 2).toString()).toBe('PK')

  await tabTo(page, main.locator('summary').last())
  await page.keyboard.press('Enter')
  await expect(main.getByText('What is kept')).toBeVisible()
  await tabTo(page, main.getByRole('textbox', { name: /^Type/ }))
  await page.keyboard.type('delete my acount')
  await press('Get code')
  await expect(main.getByRole('button', { name: /Resend|s$/ }).last()).toBeVisible()
  await tabTo(page, main.getByRole('textbox', { name: 'Code' }))
  await page.keyboard.type((await messageTo(page.request, phone)).code)
  await press('Delete permanently')
  await press('Skip')
  await expect(main.getByText('Type “delete my account” exactly.')).toBeVisible()
  await tabTo(page, main.getByRole('textbox', { name: /^Type/ }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('delete my account')
  await press('Delete permanently')
  await press('Skip')
  await expect(page).toHaveURL(`${siteUrl}/`)
  expect((await (await page.request.get('/api/session')).json()).user).toBeNull()
  expect((await page.request.get(`/u/${id}`)).status()).toBe(404)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the profile is saved, an email is added and data are asked for by plain forms', async ({ page, context }) => {
    const id = await enter(context, newPhone())
    const main = page.getByRole('main')
    const profile = main.getByRole('region', { name: '个人资料' })
    await page.goto('/settings')
    await main.getByRole('textbox', { name: '姓名或昵称' }).fill('')
    await profile.getByRole('button', { name: '保存' }).click()
    await expect(main.getByText('请填写这一项。')).toBeVisible()
    await main.getByRole('textbox', { name: '姓名或昵称' }).fill('顾明')
    await main.getByRole('textbox', { name: '身份' }).fill('学生')
    await profile.getByRole('button', { name: '保存' }).click()
    await expect(main.getByText(/之后可以再次修改资料/)).toBeVisible()
    await expect(main.getByRole('textbox', { name: '姓名或昵称' })).toHaveValue('顾明')

    await page.goto(`/auth/email?redirect_to=${encodeURIComponent(`/accountSafety/${id}`)}`)
    await main.getByRole('textbox', { name: '邮箱' }).fill('nobody')
    await main.getByRole('button', { name: '发送确认邮件' }).click()
    await expect(main.getByText('请输入正确的邮箱地址。')).toBeVisible()
    await main.getByRole('textbox', { name: '邮箱' }).fill(`${id.slice(-8)}@plain.example`)
    await main.getByRole('button', { name: '发送确认邮件' }).click()
    await main.getByRole('link', { name: '先继续浏览' }).click()
    await expect(main.getByText(/等你打开里面的链接/)).toBeVisible()

    await main.getByRole('button', { name: '申请导出' }).click()
    await expect(main.getByText(/正在整理|已经整理好/)).toBeVisible()
    await main.locator('summary').last().click()
    await main.getByRole('textbox', { name: '输入“注销账号”' }).fill('不是这个')
    await main.getByRole('textbox', { name: '验证码' }).fill('000000')
    await main.getByRole('button', { name: '永久注销' }).click()
    await expect(main.getByText('请一字不差地输入“注销账号”。')).toBeVisible()
    await expect(main.getByRole('textbox', { name: '输入“注销账号”' })).toHaveValue('不是这个')
  })
})

/** A photograph of one colour, larger than what is kept of it. */
async function pictureOf(page: Page, colour: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 1200 })
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = fill
    context?.fillRect(0, 0, 900, 1200)
    return canvas.toDataURL('image/png')
  }, colour)
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
