import { expect } from '@playwright/test'
import { enterAsNew, isAlive, test } from './person.ts'

// The keyboard goes on from the focused element. A press that drops the focus sends it back to the top of the page.

test('a tab of a detail page leads the focus to its section', async ({ page }) => {
  await page.goto('/course/write-light')
  const tab = page.getByRole('navigation', { name: '页面内容' }).getByRole('link', { name: '作者' })
  await isAlive(tab)
  await tab.press('Enter')
  await expect(page.getByRole('region', { name: '作者' })).toBeFocused()
})

test('the focus goes on from the button that sends a code to the code', async ({ page }) => {
  await page.goto('/auth/login')
  const main = page.getByRole('main')
  await isAlive(main.getByRole('button', { name: '获取验证码' }))
  await main.getByLabel('手机号').fill('13550000001')
  await main.getByRole('button', { name: '获取验证码' }).press('Enter')
  await expect(main.getByText(/秒后重发/)).toBeVisible()
  await expect(main.getByLabel('验证码')).toBeFocused()
})

test('the focus goes on from a saved profile to when it may be changed again', async ({ page, context }) => {
  await enterAsNew(context)
  await page.goto('/settings#tab_profile')
  const profile = page.getByRole('region', { name: '个人资料' })
  await isAlive(profile.getByRole('button', { name: '保存' }))
  await profile.getByLabel('姓名或昵称').fill('林知远')
  await profile.getByRole('button', { name: '保存' }).press('Enter')
  await expect(profile.getByRole('status').filter({ hasText: /./ })).toBeFocused()
})

test('the focus goes on from the button that begins a course to the one that goes on with it', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  await page.goto('/course/write-light')
  const main = page.getByRole('main')
  await isAlive(main.getByRole('button', { name: '开始学习' }))
  await main.getByRole('button', { name: '开始学习' }).press('Enter')
  await expect(main.getByRole('link', { name: '继续学习' })).toBeFocused()
})
