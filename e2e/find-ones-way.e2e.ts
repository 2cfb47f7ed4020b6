import { expect } from '@playwright/test'
import { messageTo, signIn } from '../tools/visit.ts'
import { holdScripts, newPhone, test } from './person.ts'

test('the header is 72 high on every width [SHELL-028]', async ({ page }) => {
  for (const width of [360, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/contact')
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(72)
  }
})

test('on a phone the menu button opens the menu, and a link of it closes it again [SHELL-024]', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/faq')
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await page.getByRole('button', { name: '打开菜单' }).click()
  await expect(menu).toBeVisible()
  await page.getByRole('button', { name: '关闭菜单' }).click()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: '打开菜单' }).click()
  await menu.getByRole('link', { name: '教程' }).click()
  await expect(page).toHaveURL(/\/tutorials$/)
  await expect(menu).toBeHidden()
})

test('on a phone the tab of the page that one is on is in view, though the row is longer than the screen', async ({
  page,
  context,
}) => {
  await signIn(context, '13800000004')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/admin/learn/bookkeeping')
  const tab = page.getByRole('main').getByRole('link', { name: '账目导出' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(tab).toBeInViewport({ ratio: 1 })
})

test('the menus of the header and footer open, and close on a press outside [SHELL-055] [SHELL-056] [SHELL-064]', async ({
  page,
}) => {
  await page.goto('/contact')
  for (const name of ['切换应用', '语言', '地区']) {
    const menu = page.getByRole('menu', { name })
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await expect(menu).toBeVisible()
    await page.getByRole('heading', { level: 2 }).first().click()
    await expect(menu).toBeHidden()
  }
})

test('the menus of the account and of the search open, and close on a press outside [SHELL-055] [SHELL-056]', async ({
  page,
  context,
}) => {
  await signIn(context, newPhone())
  await page.goto('/contact')
  const banner = page.getByRole('banner')
  const outside = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  const account = page.getByRole('menu', { name: /的账号菜单$/ })
  await banner.getByRole('button', { name: /的账号菜单$/ }).click()
  await expect(account.getByRole('menuitem', { name: '退出登录' })).toBeVisible()
  await outside.click()
  await expect(account).toBeHidden()

  const suggestions = page.getByRole('listbox', { name: '搜索建议' })
  await expect(suggestions).toBeHidden()
  await banner.getByRole('combobox').click()
  await expect(suggestions).toBeVisible()
  await outside.click()
  await expect(suggestions).toBeHidden()
})

test('a page without a title of its own has the name of the classroom, in Chinese [I18N-003]', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/引擎课堂/)
})

test('choosing a language speaks it on the same page, without its parameter [I18N-007]', async ({ page }) => {
  await page.goto('/faq?language=zh')
  await page.getByRole('button', { name: /^语言/ }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(page).toHaveURL(/\/faq$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
})

test('a press that comes before the script is answered when the script is there', async ({ page }) => {
  const scriptsCome = await holdScripts(page)
  await page.goto('/faq', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^语言/ }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  scriptsCome()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
})

test('what is typed before the script counts when the script is there', async ({ page }) => {
  const scriptsCome = await holdScripts(page)
  const phone = newPhone()
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const form = page.getByRole('main')
  const number = form.getByLabel('手机号')
  await number.fill(phone)
  await form.getByRole('checkbox').check()
  const box = page.getByRole('banner').getByRole('combobox')
  await box.fill('体积光')
  scriptsCome()
  await expect(page.getByRole('option', { name: /体积光与萤火粒子/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '获取验证码' }).click()
  await expect(form.getByText(/秒后重发/)).toBeVisible()
  await expect(number).toHaveValue(phone)
  await expect(form.getByRole('checkbox')).toBeChecked()
  await form.getByLabel('验证码').fill((await messageTo(page.request, phone)).code)
  await form.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('button', { name: /的账号菜单$/ })).toBeVisible()
})

test('a chosen appearance holds on the next page, also when it was chosen before the script of the page came', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const html = page.locator('html')
  const group = page.getByRole('radiogroup', { name: '外观' })
  const choose = (name: string) => group.getByText(name).click()
  const expectShown = async (name: string) => {
    // the footer's own script comes with the first sign of a person
    await group.hover()
    await expect(group.getByRole('radio', { name })).toBeChecked()
  }

  // the scripts wait until the choice is made
  const scriptsCome = await holdScripts(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  await choose('深色')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  scriptsCome()
  await page.waitForLoadState('networkidle')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expectShown('深色')
  await page.goto('/faq')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await expectShown('深色')

  await page.reload()
  await choose('浅色')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('contentinfo').getByRole('link', { name: '联系我们' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expectShown('浅色')

  await choose('跟随系统')
  await page.reload()
  await expectShown('跟随系统')
  await expect(html).not.toHaveAttribute('data-theme')
})

for (const { title, javaScriptEnabled, phone } of [
  { title: 'with script', javaScriptEnabled: true, phone: '13700010001' },
  { title: 'without script', javaScriptEnabled: false, phone: '13700010002' },
]) {
  test(`a visitor registers, returns to where they were, signs out and returns: ${title} [IDENT-005] [IDENT-006]`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: baseURL ?? '', locale: 'zh-CN' })
    const page = await context.newPage()
    await page.goto('/auth/signup?redirect_to=%2Ffaq')
    await page.getByRole('textbox', { name: '手机号' }).fill(phone)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await expect(page.getByText('已发送到')).toBeVisible()
    await page.getByRole('textbox', { name: '验证码' }).fill((await messageTo(page.request, phone)).code)
    await page.getByRole('checkbox').check()
    await page.getByRole('main').getByRole('button', { name: '注册' }).click()
    await expect(page).toHaveURL(/\/faq$/)
    await expect(page.getByRole('button', { name: /的账号菜单$/ })).toBeVisible()

    await page.goto('/auth/logout?redirect_to=%2Fcontact')
    await page.getByRole('main').getByRole('button', { name: '退出登录' }).click()
    await expect(page).toHaveURL(/\/contact$/)
    await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible()
    await context.close()
  })
}
