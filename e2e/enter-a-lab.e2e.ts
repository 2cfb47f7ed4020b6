import { expect } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { enterAsNew, idOf, isAlive, test } from './person.ts'

const title = '双骨骼逆向运动学：一个余弦定理'

test('a lab of a lesson is started, entered in another tab and left', async ({ page, context }) => {
  await signIn(context, '13800000007')
  const lesson = await idOf(page.request, 'tutorial', title)
  await page.goto(`/tutorial/${lesson}`)
  await page.getByRole('link', { name: /打开云实验/ }).click()
  const dialog = page.getByRole('dialog', { name: /云实验/ })
  await dialog.getByRole('button', { name: '启动实验' }).click()
  const enter = dialog.getByRole('link', { name: /进入实验/ })
  await expect(enter).toBeVisible()
  const opened = context.waitForEvent('page')
  await enter.click()
  const lab = await opened
  await expect(lab.getByRole('heading', { name: /双骨骼IK/ })).toBeVisible()
  // its script, which draws, has run by then
  await lab.waitForLoadState('load')
  // the arm reaches for another place when a bone is made longer
  const picture = () => lab.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  const before = await picture()
  await lab.getByLabel('上臂长度').fill('90')
  expect(await picture()).not.toBe(before)
  await lab.close()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: /打开云实验/ })).toBeFocused()
})

test('the name of who reads lies over a paid lesson, and over no free one', async ({ page, context }) => {
  await signIn(context, '13800000007')
  await page.goto(`/tutorial/${await idOf(page.request, 'tutorial', title)}`)
  await expect(page.locator('[data-watermark]')).toHaveCount(1)
  await page.goto(`/tutorial/${await idOf(page.request, 'tutorial', '第一款平台跳跃：瓦片地图与手感')}`)
  await page.mouse.move(100, 100)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-watermark]')).toHaveCount(0)
})

test('what a reader does reaches the site when they agreed, and nothing of one who did not', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  const told: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/cdp')) told.push(request.postData() ?? '')
  })
  const lesson = await idOf(page.request, 'tutorial', '第一款平台跳跃：瓦片地图与手感')
  await page.clock.install()
  /** Longer than what is told waits for more, and then to another page, before which the rest is told. */
  const readAndLeave = async () => {
    await page.goto(`/tutorial/${lesson}`)
    await isAlive(page.getByRole('main').getByRole('button').filter({ visible: true }).first())
    await page.mouse.move(100, 100)
    await page.clock.runFor(30_000)
    await page.goto('/contact')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await readAndLeave()
  expect(told).toEqual([])
  await context.addCookies([{ name: 'lantern_cookie_preference', value: 'true', url: page.url() }])
  const answer = page.waitForResponse((response) => response.url().includes('/api/cdp'))
  await readAndLeave()
  expect((await answer).status()).toBe(200)
  // what goes out as the page is left says no body here
  expect(told.join()).toContain(lesson)
})
