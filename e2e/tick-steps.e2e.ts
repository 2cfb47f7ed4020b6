import { expect } from '@playwright/test'
import { enterAsNew, idOf, post, test, ticks } from './person.ts'

test('what is done in one tab is there in the other after a reload', async ({ page, context }) => {
  await enterAsNew(context)
  const lesson = await idOf(page.request, 'tutorial', '灯会场景：体积光与萤火粒子')
  const other = await context.newPage()
  await page.goto(`/tutorial/${lesson}`)
  await other.goto(`/tutorial/${lesson}`)

  await ticks(page, false).first().click()
  await expect(page.getByText(/进度已保存/).first()).toBeAttached()
  await ticks(other, false).last().click()
  await expect(other.getByText(/进度已保存/).first()).toBeAttached()
  await page.reload()
  await expect(ticks(page, true)).toHaveCount(2)
  await other.reload()
  await expect(ticks(other, true)).toHaveCount(2)
  await expect(other.getByText('已学50%').filter({ visible: true }).first()).toBeVisible()
})

test('three quick presses of a step end as done, and count as one step of the day', async ({ page, context }) => {
  const me = await enterAsNew(context)
  const lesson = await idOf(page.request, 'tutorial', '灯会场景：体积光与萤火粒子')
  await page.goto(`/tutorial/${lesson}`)
  const tick = page.getByRole('main').getByRole('button', { name: '将“先把夜色压下来”标记为已完成' })
  await tick.click({ clickCount: 3, delay: 1 })
  await expect(tick).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/进度已保存/).first()).toBeAttached()
  await page.reload()
  await expect(tick).toHaveAttribute('aria-pressed', 'true')
  await expect(ticks(page, true)).toHaveCount(1)
  await page.goto(`/u/${me}`)
  await expect(page.getByRole('term').filter({ hasText: '今年完成步骤' }).locator('..')).toHaveText('今年完成步骤1 步')
})

test('a double press on start makes one record, shown once', async ({ page, context }) => {
  const me = await enterAsNew(context)
  const lesson = await idOf(page.request, 'tutorial', '石阶的法线：一块石头磨出十年')
  await page.goto(`/tutorial/${lesson}`)
  await page.getByRole('main').getByRole('button', { name: '开始学习' }).filter({ visible: true }).first().dblclick()
  await expect(page.getByText('已学0%').filter({ visible: true }).first()).toBeVisible()
  await page.goto(`/u/${me}`)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /石阶的法线/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByText('开始学习')).toHaveCount(1)
})

test('a tick that the network loses stays with a word, and is sent by itself when it is back', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  const lesson = await idOf(page.request, 'tutorial', '灯会场景：体积光与萤火粒子')
  await post(page.request, '/api/learn/cn/record', { id: lesson, type: 'tutorial' })
  await page.goto(`/tutorial/${lesson}`)
  await expect(page.getByText('已学0%').filter({ visible: true }).first()).toBeVisible()
  await context.setOffline(true)
  await ticks(page, false).first().click()
  await expect(page.getByText('没有网络，先记在这台设备上').first()).toBeAttached()
  await expect(ticks(page, true)).toHaveCount(1)
  await context.setOffline(false)
  await expect(page.getByText(/进度已保存/).first()).toBeAttached()
  await page.reload()
  await expect(ticks(page, true)).toHaveCount(1)
})

test('starting again clears the steps after a question, and keeps the day of the first completion', async ({
  page,
  context,
}) => {
  const me = await enterAsNew(context)
  const lesson = await idOf(page.request, 'tutorial', '石阶的法线：一块石头磨出十年')
  await post(page.request, '/api/learn/cn/record', { id: lesson, type: 'tutorial' })
  await post(page.request, '/api/learn/cn/record/tutorial', { id: lesson, type: 'tutorial', completed: true })
  await page.goto(`/tutorial/${lesson}`)
  await expect(ticks(page, true)).toHaveCount(2)
  const again = page.getByRole('main').getByRole('button', { name: '重新学习', exact: true })
  await again.click()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  await expect(ticks(page, true)).toHaveCount(2)
  await again.click()
  await page.getByRole('alertdialog').getByRole('button', { name: '重新学习' }).click()
  await expect(ticks(page, true)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('已学0%').filter({ visible: true }).first()).toBeVisible()
  await page.goto(`/u/${me}`)
  await expect(page.getByText('从头开始')).toBeVisible()
})

test('what is done of a lesson in Chinese is done of it in English, and my learning has it once', async ({
  page,
  context,
}) => {
  const me = await enterAsNew(context)
  await page.goto(`/tutorial/${await idOf(page.request, 'tutorial', '少产生垃圾：对象池与分配')}`)
  await ticks(page, false).first().click()
  await expect(page.getByText(/进度已保存/).first()).toBeAttached()

  await page.goto(`/tutorial/${await idOf(page.request, 'tutorial', 'Less garbage: pools and allocations')}`)
  await expect(ticks(page, true)).toHaveCount(1)
  await expect(page.getByText('已学20%').filter({ visible: true }).first()).toBeVisible()
  await ticks(page, true).first().click()
  await expect(ticks(page, true)).toHaveCount(0)
  await expect(page.getByText(/进度已保存/).first()).toBeAttached()
  await page.goBack()
  await page.reload()
  await expect(ticks(page, true)).toHaveCount(0)

  await page.goto(`/u/${me}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('progressbar', { name: /Less garbage/ })).toHaveCount(1)
  await expect(main.getByRole('progressbar', { name: /少产生垃圾/ })).toHaveCount(0)
})
