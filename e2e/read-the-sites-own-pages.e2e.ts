import { expect } from '@playwright/test'
import { test } from './person.ts'

test('from the tiles of the home page to lists that are filtered and go on [CMS-001] [CMS-002] [CMS-003]', async ({
  page,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: '把光写进引擎' })).toBeVisible()
  await main.getByRole('link', { name: /^免费教程/ }).click()
  await expect(page).toHaveURL(/\/free$/)
  await expect(main.getByRole('heading', { level: 1, name: '免费内容' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 2, name: '编辑精选' })).toBeVisible()
  await main.getByRole('link', { name: '中级', exact: true }).click()
  await expect(page).toHaveURL(/\/free\?sl=intermediate$/)
  await expect(main.getByRole('heading', { level: 3, name: '少产生垃圾：对象池与分配' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 3, name: '从零做出第一款小游戏' })).toHaveCount(0)

  await page.goto('/')
  await main.getByRole('link', { name: /^学习路径/ }).click()
  await expect(main.getByRole('heading', { level: 1, name: '学习路径' })).toBeVisible()
  await expect(main.getByRole('heading', { name: '刚接触引擎' })).toBeVisible()

  await page.goto('/')
  await main.getByRole('link', { name: /^限时优惠/ }).click()
  await expect(main.getByRole('heading', { level: 1, name: '限时优惠' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 3, name: '一片会动的草原' })).toBeVisible()
})

test('new and advanced content have a list each, which the home page leads to [CMS-004] [CMS-005]', async ({
  page,
}) => {
  for (const [tile, path] of [
    ['新内容', '/new'],
    ['进阶内容', '/advance'],
  ] as const) {
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: tile, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1, name: tile })).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).not.toHaveCount(0)
    await expect(page.getByRole('main').getByRole('combobox', { name: '排序' })).toBeVisible()
  }
})

test('questions open to their answers, and a policy is read, jumped in and taken along [SHELL-002] [SHELL-003] [SHELL-045] [SHELL-046]', async ({
  page,
}) => {
  await page.goto('/faq')
  const main = page.getByRole('main')
  await main.getByText('完全没有基础，从哪里开始？').click()
  await main.getByRole('link', { name: '第一款平台跳跃：瓦片地图与手感' }).click()
  await expect(main.getByRole('heading', { level: 1, name: '第一款平台跳跃：瓦片地图与手感' })).toBeVisible()

  await page.goto('/app/privacy')
  await expect(main.getByRole('heading', { level: 1, name: '隐私政策' })).toBeVisible()
  const wayToRights = main.getByRole('link', { name: '你的权利' })
  // the script of the text comes with the first sign of a person
  await wayToRights.hover()
  await page.waitForLoadState('networkidle')
  await wayToRights.click()
  await expect(page).toHaveURL(/#h-rights$/)
  await expect(main.getByRole('heading', { level: 2, name: '你的权利' })).toBeInViewport()
  for (const name of ['隐私政策', 'Cookie政策']) {
    const href = await page.getByRole('contentinfo').getByRole('link', { name }).getAttribute('href')
    const answer = await page.request.get(String(href))
    expect([name, answer.status(), answer.headers()['content-type']]).toEqual([name, 200, 'application/pdf'])
    expect(answer.headers()['content-language']).toBe('zh-CN')
  }
})
