import { type BrowserContext, expect, type Page } from '@playwright/test'
import { codeAt } from '../packages/server/src/identity/guard/one-time-codes.ts'
import { lanternBeside } from '../tools/run-site.ts'
import { messageTo, settled } from '../tools/visit.ts'
import { enterAsNew, enterByPhone, idCardNumber, newPhone, openSignIn, post, test, ticks } from './person.ts'
import { siteUrl } from './site-address.ts'

/** Signs in with a code of the other kind: one of the first kind goes out once a minute only. */
async function enter(context: BrowserContext, phone: string, smsType: 'main_login' | 'learn'): Promise<string> {
  await post(context.request, '/api/learn/cn/sms/signUp', { smsType, mobile: phone })
  const { code } = await messageTo(context.request, phone)
  await post(context.request, '/api/learn/cn/sms/login', { smsType, mobile: phone, code })
  const { user } = await (await context.request.get('/api/session')).json()
  await context.addCookies(
    [...settled, ...['welcome', 'bind_prompt'].map((what) => ({ name: `lantern_${what}_${user.id}`, value: '1' }))].map(
      (cookie) => ({ ...cookie, url: siteUrl }),
    ),
  )
  return user.id
}

async function switchOn(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: '开启两步验证' }).click()
  await expect(page.getByRole('img', { name: '验证器应用的二维码' })).toBeVisible()
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  await page.getByRole('textbox', { name: '6位验证码' }).fill(codeAt(secret, new Date()))
  await page.getByRole('button', { name: '确认开启' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '保存恢复码' })).toBeVisible()
  const recoveryCodes = await page.getByRole('main').getByRole('listitem').allTextContents()
  expect(recoveryCodes).toHaveLength(10)
  return { secret, recoveryCodes }
}

test('a person proves the real name; leaving and sending are asked about first [IDENT-060] [IDENT-061]', async ({
  page,
  context,
}) => {
  const id = await enterAsNew(context)
  await page.goto(`/accountSafety/${id}`)
  await page.getByRole('link', { name: '开始认证' }).click()
  const dialog = page.getByRole('dialog', { name: '实名认证' })
  await dialog.getByRole('textbox', { name: '姓名' }).fill('张三')
  await dialog.getByRole('textbox', { name: '身份证号' }).fill(idCardNumber())

  const questions: string[] = []
  let agrees = false
  page.on('dialog', (question) => {
    questions.push(question.message())
    return agrees ? question.accept() : question.dismiss()
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '开始认证' }).click()
  await expect(dialog).toBeVisible()
  agrees = true
  await dialog.getByRole('button', { name: '开始认证' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('实名认证成功。')).toBeVisible()
  await expect(page.getByText('已完成实名认证。')).toBeVisible()
  expect(questions).toHaveLength(3)
  await page.reload()
  await expect(page.getByText('已完成实名认证。')).toBeVisible()
})

test('the second factor is switched on, asked for on another device, passed with a recovery code, and leads back [IDENT-008]', async ({
  page,
  context,
  browser,
}) => {
  const phone = newPhone()
  const id = await enter(context, phone, 'main_login')
  await page.goto(`/accountSafety/${id}`)
  await page.getByRole('link', { name: '开启两步验证' }).click()
  const { recoveryCodes } = await switchOn(page)
  const file = page.getByRole('link', { name: '下载为文件' })
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
  expect(download.suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('link', { name: '已保存，继续' }).click()
  await expect(page).toHaveURL(`/accountSafety/${id}`)
  await expect(page.getByText(/已在.+开启，还有10个恢复码没用过/)).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: siteUrl, locale: 'zh-CN' })
  await enter(elsewhere, phone, 'learn')
  const there = await elsewhere.newPage()
  await there.goto(`/accountSafety/${id}`)
  await there
    .getByRole('button', { name: /导出|数据/ })
    .first()
    .click()
  const asked = there.getByRole('alertdialog', { name: '需要两步验证' })
  await asked.getByRole('button', { name: '去验证' }).click()
  await expect(there).toHaveURL(/\/auth\/tfa\?redirect_to=/)
  await there.getByRole('textbox', { name: '6位验证码' }).fill('000000')
  await there.getByRole('button', { name: '继续' }).click()
  await expect(there.getByText(/验证码不正确/)).toBeVisible()
  await there.getByRole('link', { name: '手机不在身边？用恢复码' }).click()
  await there.getByRole('textbox', { name: '恢复码' }).fill(recoveryCodes[0] ?? '')
  await there.getByRole('button', { name: '继续' }).click()
  await expect(there).toHaveURL(`/accountSafety/${id}`)
  await expect(there.getByText(/还有9个恢复码没用过/)).toBeVisible()
  await there
    .getByRole('button', { name: /导出|数据/ })
    .first()
    .click()
  await expect(asked).toBeHidden()
  await elsewhere.close()
})

test('all of it works without script', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: siteUrl,
    locale: 'zh-CN',
    javaScriptEnabled: false,
  })
  const id = await enter(context, newPhone(), 'main_login')
  const page = await context.newPage()
  await page.goto(`/auth/tfa?redirect_to=${encodeURIComponent(`/u/${id}`)}`)
  const { recoveryCodes } = await switchOn(page)
  await page.getByRole('link', { name: '已保存，继续' }).click()
  await expect(page).toHaveURL(`/u/${id}`)
  await page.goto(`/auth/tfa?act=disable&redirect_to=${encodeURIComponent(`/u/${id}`)}`)
  await page.getByRole('textbox').fill('wrong')
  await page.getByRole('main').getByRole('button', { name: '关闭' }).click()
  await expect(page.getByText(/验证码不正确/)).toBeVisible()
  await page.getByRole('textbox').fill(recoveryCodes[5] ?? '')
  await page.getByRole('main').getByRole('button', { name: '关闭' }).click()
  await expect(page).toHaveURL(`/u/${id}`)

  await page.goto(`/auth/real-name?redirect_to=${encodeURIComponent(`/accountSafety/${id}`)}`)
  await page.getByRole('textbox', { name: '姓名' }).fill('李四')
  await page.getByRole('textbox', { name: '身份证号' }).fill('123')
  await page.getByRole('button', { name: '开始认证' }).click()
  await expect(page.getByText('请输入18位身份证号。')).toBeVisible()
  await page.getByRole('textbox', { name: '身份证号' }).fill(idCardNumber())
  await page.getByRole('button', { name: '开始认证' }).click()
  await expect(page).toHaveURL(`/accountSafety/${id}`)
  await expect(page.getByText('已完成实名认证。')).toBeVisible()
  await context.close()
})

test('after the first completion the summary comes first, then the name is asked for, once [IDENT-030]', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  await page.goto('/search?k=%5B%22query%3A%E8%90%A4%E7%81%AB%22%5D')
  await page.getByRole('link', { name: '灯会场景：体积光与萤火粒子' }).click()
  await page.getByRole('main').getByRole('button', { name: '开始学习' }).filter({ visible: true }).first().click()
  const open = ticks(page, false)
  await expect(open.first()).toBeVisible()
  for (let left = await open.count(); left > 0; left--) {
    await open.first().click()
    await expect(open).toHaveCount(left - 1)
  }
  const summary = page.getByRole('dialog').filter({ hasText: '学完了！' })
  await expect(summary).toBeVisible()
  const prompt = page.getByRole('dialog', { name: '实名认证' })
  await expect(prompt).toBeHidden()
  await summary.getByRole('button', { name: '先不评价' }).click()
  await expect(prompt).toBeVisible()
  page.on('dialog', (question) => question.accept())
  await prompt.getByRole('button', { name: '暂时不要' }).click()
  await expect(prompt).toBeHidden()
})

test('a suspended person who signs in is told why and until when, takes note and is signed out [IDENT-019] [IDENT-035] [IDENT-081]', async ({
  page,
  context,
}) => {
  const phone = newPhone()
  await enter(context, phone, 'learn')
  const until = ['--until', '2099-12-31']
  await lanternBeside(process.env.SITE_DATA_DIR ?? '', 'suspend', phone, '--reason', '多次发布广告', ...until)
  await context.clearCookies({ name: 'lantern_session' })

  await page.goto('/contact')
  const popup = await openSignIn(page)
  await enterByPhone(page, phone)
  const notice = page.getByRole('alertdialog', { name: '账号已停用' })
  await expect(notice).toContainText('多次发布广告')
  await expect(notice).toContainText('2099-12-31 23:59')
  await expect(popup).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: '我知道了' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(notice).toBeHidden()
  const { accountStatus } = await (await page.request.get('/api/session')).json()
  expect(accountStatus.suspend).toBe(false)
})

test('an account is shut and opened from the terminal beside the running site, and what was done is written down', async ({
  page,
  context,
}) => {
  const phone = newPhone()
  const id = await enter(context, phone, 'main_login')
  await page.goto('/')
  await expect(page.getByRole('button', { name: /的账号菜单$/ })).toBeVisible()
  // an open page is told, and would lead elsewhere by itself while the journey goes on
  await page.goto('about:blank')
  const lantern = (...words: string[]) => lanternBeside(process.env.SITE_DATA_DIR ?? '', ...words)
  expect(await lantern('suspend', phone, '--reason', '测试停用', '--until', '2099-12-31')).toContain(
    '2099-12-31T15:59:59',
  )
  await page.goto('/faq')
  const notice = page.getByRole('alertdialog', { name: '账号已停用' })
  await expect(notice).toContainText('测试停用')
  expect(await lantern('unsuspend', phone)).toContain('open again')
  const trail = await lantern('audit', phone)
  expect(trail).toMatch(new RegExp(`account_unsuspended\\s${id}[^]+account_suspended\\s${id}\\s.*测试停用`))
  await enter(context, phone, 'learn')
  await page.goto('/')
  await expect(page.getByRole('button', { name: /的账号菜单$/ })).toBeVisible()
})
