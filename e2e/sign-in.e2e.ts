import { expect } from '@playwright/test'
import { messageTo } from '../tools/visit.ts'
import { enterByPhone, newPhone, openSignIn, test } from './person.ts'

test('a wrong code is said at the code; after five tries the right one is burnt too', async ({ page }) => {
  const phone = newPhone()
  await page.goto('/contact')
  const dialog = await openSignIn(page)
  const number = dialog.getByRole('textbox', { name: '手机号' })
  await expect(number).toBeFocused()
  await expect(number).not.toHaveAttribute('aria-invalid')
  await number.fill(phone)
  const send = dialog.getByRole('button', { name: '获取验证码' })
  await send.click()
  const counting = dialog.getByRole('button', { name: /^(60|59|58)秒后重发$/ })
  await expect(counting).toBeDisabled()
  await expect(dialog.getByRole('button', { name: /^(58|57|56)秒后重发$/ })).toBeDisabled()

  const { code: right } = await messageTo(page.request, phone)
  const wrong = right === '000000' ? '000001' : '000000'
  await dialog.getByRole('checkbox').check()
  const code = dialog.getByRole('textbox', { name: '验证码' })
  for (let time = 1; time <= 5; time++) {
    const answered = page.waitForResponse(/sms\/login/)
    await code.fill(wrong)
    await dialog.getByRole('button', { name: '登录' }).click()
    expect((await answered).status()).toBe(422)
    await expect(code).toHaveAttribute('aria-invalid', 'true')
  }
  await code.fill(right)
  await dialog.getByRole('button', { name: '登录' }).click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: /的账号菜单$/ })).toBeHidden()
})

test('wherever redirect_to points, signing in and out end on this host', async ({ page, baseURL }) => {
  const hostile = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
  ]
  await page.goto(`/auth/login?redirect_to=${encodeURIComponent(hostile[2] ?? '')}`)
  await enterByPhone(page, newPhone())
  await expect(page.getByRole('button', { name: /的账号菜单$/ })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(baseURL)
  for (const target of hostile) {
    // who is signed in is sent on at once
    await page.goto(`/auth/login?redirect_to=${encodeURIComponent(target)}`)
    expect(new URL(page.url()).origin).toBe(baseURL)
  }
  await page.goto(`/auth/logout?redirect_to=${encodeURIComponent('//evil.example')}`)
  await page.getByRole('main').getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(baseURL)
})

test('who has to sign in again on the way to a part of a page comes to that part', async ({ page, context }) => {
  await page.goto('/auth/login?redirect_to=/notifications')
  const phone = newPhone()
  await enterByPhone(page, phone)
  const settings = page.getByRole('main').getByRole('link', { name: '通知设置' })
  await expect(settings).toBeVisible()
  // the session ended elsewhere
  await context.clearCookies()
  await settings.click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect(page.locator('form[action*="tab_notifications"]')).toBeVisible()
})
