import { expect, type Page } from '@playwright/test'
import { settled } from '../tools/visit.ts'
import { enterByPhone, newPhone, openSignIn, test } from './person.ts'

const accountMenu = /的账号菜单$/

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies(settled.map((cookie) => ({ ...cookie, url: baseURL ?? '' })))
})

test('a person signs up by phone, binds the identity provider, signs out and comes back by it', async ({ page }) => {
  await page.goto('/auth/signup?redirect_to=%2Ffaq')
  await enterByPhone(page, newPhone())
  await expect(page).toHaveURL('/faq')
  const own = await whoIs(page)

  const card = page.getByRole('region', { name: '绑定开发者账号' })
  // it comes where it covers nothing, at the end of the page at the latest
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(card).toBeVisible({ timeout: 3000 })
  }).toPass()
  await card.getByRole('link', { name: '去绑定' }).click()
  await choose(page, '唐越')
  await expect(page).toHaveURL('/faq?bindSuccess=true')
  const told = page.getByRole('alertdialog', { name: '绑定成功' })
  await told.getByRole('button', { name: '知道了' }).click()
  await expect(page).toHaveURL('/faq')
  await expect(told).toBeHidden()

  await page.goto('/auth/logout?redirect_to=%2Ffaq')
  await page.getByRole('main').getByRole('button', { name: '退出登录' }).click()
  const dialog = await openSignIn(page)
  const provider = dialog.getByRole('button', { name: '开发者账号' })
  await expect(provider).toBeDisabled()
  await dialog.getByRole('checkbox').check()
  const opened = page.waitForEvent('popup')
  await provider.click()
  const popup = await opened
  const closed = popup.waitForEvent('close')
  await choose(popup, '唐越')
  await closed
  await expect(page.getByRole('button', { name: accountMenu })).toBeVisible()
  await expect(page.getByText('登录成功。')).toBeVisible()
  await expect(page).toHaveURL('/faq')
  expect(await whoIs(page)).toBe(own)
})

test('an account of the identity provider that another person has is refused, with the way out', async ({ page }) => {
  await page.goto('/u3d/oauth/unityId/login?redirect_to=%2Ffaq')
  await choose(page, '陆星野')
  await expect(page).toHaveURL('/faq')
  await expect(page.getByRole('dialog', { name: '绑定手机号' })).toBeVisible()

  await page.goto('/auth/logout?redirect_to=%2Ffaq')
  await page.getByRole('main').getByRole('button', { name: '退出登录' }).click()
  await page.goto('/auth/login?redirect_to=%2Fcourses')
  await enterByPhone(page, newPhone())
  await expect(page).toHaveURL('/courses')
  await page.goto('/auth/unityId/authorization?redirect_to=%2Fcourses%3Fsl%3Dbeginner')
  await choose(page, '陆星野')
  const told = page.getByRole('alertdialog', { name: '没有绑定成功' })
  await expect(told.getByText('已经绑定了另一个学习账号')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/courses?sl=beginner')
})

test('who has an account by phone is told so instead of getting a second one', async ({ page }) => {
  await page.goto('/u3d/oauth/unityId/login?redirect_to=%2Ffaq')
  await choose(page, '秦小满')
  await expect(page).toHaveURL('/faq?hasPhoneUser=true')
  const told = page.getByRole('alertdialog', { name: '你已经有学习账号了' })
  await told.getByRole('button', { name: '去登录' }).click()
  await expect(page.getByRole('dialog', { name: /登录/ })).toBeVisible()
  await expect(page).toHaveURL('/faq')
})

test('the chat app lets a person in, by the keyboard alone', async ({ page }) => {
  await page.goto('/auth/login?redirect_to=%2Ffaq')
  await page.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: '微信扫码' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '用微信扫码' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/faq')
  await expect(page.getByRole('button', { name: '苏木的账号菜单' })).toBeAttached()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form asks for consent and leads to the other site and back', async ({ page }) => {
    await page.goto('/auth/login?redirect_to=%2Ffaq')
    await page.getByRole('button', { name: '开发者账号' }).click()
    await expect(page.getByText('请先阅读并同意服务条款和隐私政策。')).toBeVisible()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '开发者账号' }).click()
    await choose(page, '贺晨')
    await expect(page).toHaveURL('/faq')
    expect(await whoIs(page)).not.toBe('')
  })
})

/** At the demo's identity provider. */
async function choose(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: '选择一个开发者账号' })).toBeVisible()
  await page.getByRole('button', { name }).click()
}

async function whoIs(page: Page): Promise<string> {
  const { user } = (await (await page.request.get('/api/session')).json()) as { user: { id: string } | null }
  return user?.id ?? ''
}
