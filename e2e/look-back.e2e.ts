import { expect } from '@playwright/test'
import { enterAsNew, idOf, post, test } from './person.ts'

test('my learning shows the year and, in its tabs, what is in progress, done and collected', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const me = await enterAsNew(context)
  const [done, begun] = ['石阶的法线：一块石头磨出十年', '灯会场景：体积光与萤火粒子']
  const doneId = await idOf(page.request, 'tutorial', done)
  const begunId = await idOf(page.request, 'tutorial', begun)
  for (const id of [doneId, begunId]) await post(page.request, '/api/learn/cn/record', { id, type: 'tutorial' })
  await post(page.request, '/api/learn/cn/record/tutorial', { id: doneId, type: 'tutorial', completed: true })
  await post(page.request, '/api/learn/cn/collect', { id: begunId, type: 'tutorial' })

  await page.goto(`/u/${me}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('img', { name: /近一年的学习热力图：共学习1天/ }).first()).toBeVisible()
  await main.getByText('用表格看').click()
  await expect(main.getByRole('table')).toContainText('2')
  await expect(main.getByRole('region', { name: '学习中' }).getByRole('link', { name: begun })).toBeVisible()

  const tabs = page.getByRole('navigation', { name: '学习记录' })
  await tabs.getByRole('link', { name: /^已完成/ }).click()
  await expect(page).toHaveURL(/\?tab=completed$/)
  await expect(tabs.getByRole('link', { name: /^已完成/ })).toHaveAttribute('aria-current', 'page')
  await expect(main.getByRole('link', { name: done })).toBeVisible()
  await expect(main.getByRole('link', { name: begun })).toBeHidden()
  await tabs.getByRole('link', { name: /^已收藏/ }).click()
  await expect(main.getByRole('link', { name: begun })).toBeVisible()
  await tabs.getByRole('link', { name: /^我创建的/ }).click()
  await expect(main.getByText('还没有发布的内容')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\?tab=collected$/)

  const stranger = await browser.newContext({ baseURL: baseURL ?? '', locale: 'zh-CN' })
  await enterAsNew(stranger)
  const view = await stranger.newPage()
  await view.goto(`/u/${me}?tab=completed`)
  const shown = view.getByRole('main')
  await expect(shown.getByRole('heading', { level: 1, name: /的学习$/ })).toBeVisible()
  await expect(shown.getByRole('link', { name: done })).toBeVisible()
  // what only the person may do or see is not there
  await expect(shown.getByRole('button', { name: /重新学习/ })).toHaveCount(0)
  await expect(shown.getByRole('link', { name: /已购买/ })).toHaveCount(0)
  await view.goto(`/u/${me}?tab=purchased`)
  await expect(shown.getByText(done)).toHaveCount(0)
  await stranger.close()
})
