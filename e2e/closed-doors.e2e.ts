import { expect } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { enterAsNew, test } from './person.ts'

const staffPages = [
  '/creator/dashboard',
  '/creator/featured',
  '/campus/creator/dashboard',
  '/admin/learn/report-stats',
  '/admin/learn/moderation',
  '/admin/learn/words',
]

test('a learner who opens the pages of others sees that there is nothing, with the way home', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  for (const address of staffPages) {
    const answer = await page.goto(address)
    expect(answer?.status(), address).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: '没有找到这一页' })).toBeVisible()
  }
  await page.getByRole('main').getByRole('link', { name: '回到首页' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a guest reaches no page of a person: signed-in pages ask to sign in or are not there [IDENT-104]', async ({
  page,
}) => {
  const answer = await page.request.get('/api/learn/cn/record/person')
  expect(answer.status()).toBe(401)
  await page.goto('/contact')
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('link', { name: '登录' })).toBeVisible()
  await expect(banner.getByRole('button', { name: /的账号菜单$/ })).toHaveCount(0)
  for (const address of staffPages) expect((await page.goto(address))?.status(), address).toBe(404)
})

test('a suspended learner reads, hears why, and can change nothing', async ({ page, context }) => {
  await expect(signIn(context, '13800000008')).rejects.toThrow('account_suspended')
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible()
})
