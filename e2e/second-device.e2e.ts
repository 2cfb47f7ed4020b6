import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { messageTo, ownAddress } from '../tools/visit.ts'
import { enterAsNew, newPhone, post, test } from './person.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'

/** The same person in another browser: the other kind of code, because a phone gets one of a kind a minute. */
async function enterAgain(request: APIRequestContext, phone: string): Promise<void> {
  await post(request, '/api/learn/cn/sms/signUp', { smsType: 'learn', mobile: phone })
  const { code } = await messageTo(request, phone)
  await post(request, '/api/learn/cn/sms/login', { smsType: 'learn', mobile: phone, code })
}

async function phoneOf(context: BrowserContext): Promise<string> {
  const { user } = (await (await context.request.get('/api/session')).json()) as { user: { phone: string } }
  return user.phone
}

/** Opens a page and waits until the realtime gateway has had this device verified. */
async function openWatched(page: Page, path: string): Promise<void> {
  const verified = page.waitForResponse(/verifyingUserLogin/)
  await page.goto(path)
  expect((await verified).status()).toBe(200)
}

test('who signs in on a second computer is signed out on the first at once, and told by which device [RT-001] [RT-008]', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await enterAsNew(context)
  const phone = await phoneOf(context)
  await openWatched(page, '/tutorial/object-pool')

  const other = await browser.newContext({ baseURL: baseURL ?? '', userAgent: firefox, extraHTTPHeaders: ownAddress() })
  await enterAgain(other.request, phone)
  const popup = page.getByRole('alertdialog', { name: '账号已在另一台设备登录' })
  await expect(popup).toBeVisible()
  await expect(popup).toContainText('Windows（电脑）')
  await expect(popup).toContainText('Firefox 144')
  await expect(popup.getByRole('button', { name: '重新登录' })).toBeFocused()
  await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    const run = (window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe
    return (await run.run()).violations.map(({ id }) => id)
  })
  expect(violations).toEqual([])

  await popup.getByRole('button', { name: '以访客浏览' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible()
  await expect(popup).toBeHidden()
  expect(((await (await other.request.get('/api/session')).json()) as { user: object | null }).user).not.toBeNull()
  await other.close()
})

test('a phone that signs in is shown to the computer, which can send it away [IDENT-018]', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await enterAsNew(context)
  const phone = await phoneOf(context)
  await openWatched(page, '/courses')
  const mobile = await browser.newContext({
    baseURL: baseURL ?? '',
    userAgent: iphone,
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: ownAddress(),
  })
  await enterAgain(mobile.request, phone)

  const notice = page.getByRole('alertdialog', { name: '你的账号在新设备登录' })
  await expect(notice).toContainText('iPhone（手机或平板）')
  await expect(notice).toContainText('Safari 18')
  await notice.getByRole('button', { name: '不是我，让它退出' }).click()
  await expect(page.getByText('那台设备已经退出登录。')).toBeVisible()
  // the computer stays, and is not told again
  await page.reload()
  await expect(page.getByRole('button', { name: /的账号菜单$/ })).toBeVisible()

  const held = await mobile.newPage()
  await held.goto('/')
  const told = held.getByRole('alertdialog', { name: '这台设备已退出登录' })
  await told.getByRole('button', { name: '以访客浏览' }).click()
  await expect(told).toBeHidden()
  await held.reload()
  await held.waitForLoadState('networkidle')
  await expect(told).toBeHidden()
  await mobile.close()
})

test('the tabs of a browser share one connection, and another tab takes it over', async ({ context }) => {
  await enterAsNew(context)
  let sockets = 0
  context.on('page', (page) => page.on('websocket', () => sockets++))
  const first = await context.newPage()
  await openWatched(first, '/courses')
  const second = await context.newPage()
  await second.goto('/faq')
  await second.waitForLoadState('networkidle')
  expect(sockets).toBe(1)
  const verified = second.waitForResponse(/verifyingUserLogin/)
  await first.close()
  await verified
  expect(sockets).toBe(2)
})

test('after many wrong codes the form solves a captcha by itself, in a strict policy; without script it says how long to wait [PLAT-031]', async ({
  page,
  browser,
  baseURL,
}) => {
  const phone = newPhone()
  const { csrfToken } = await (await page.request.get('/api/session')).json()
  for (let n = 0; n < 5; n++) {
    const answer = await page.request.post(`/api/learn/cn/sms/login?_csrf=${csrfToken}`, {
      data: { smsType: 'main_login', mobile: phone, code: '000000' },
    })
    expect((await answer.json()).code).toBe('sms_code_invalid')
  }
  await page.goto('/auth/login')
  const headers: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/sms/signUp')) headers.push(request.headers()['x-captcha-token'])
  })
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('正在做一次安全验证')).toBeVisible()
  await expect(page.getByText(/已发送到/)).toBeVisible({ timeout: 20_000 })
  expect(headers).toEqual([undefined, expect.stringMatching(/^[\w+/=]{200,}$/)])

  const plain = await browser.newContext({
    baseURL: baseURL ?? '',
    locale: 'zh-CN',
    javaScriptEnabled: false,
    extraHTTPHeaders: ownAddress(),
  })
  const bare = await plain.newPage()
  await bare.goto('/auth/login')
  await bare.getByLabel('手机号').fill(phone)
  await bare.getByRole('button', { name: '获取验证码' }).click()
  await expect(bare.getByText(/请\d+分钟后再试/)).toBeVisible()
  await plain.close()
})
