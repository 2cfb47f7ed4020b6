import { expect } from '@playwright/test'
import { enterAsNew, idOf, isAlive, post, test } from './person.ts'

test('without a network the page says so and stays with what was typed; when it is back the search goes on', async ({
  page,
  context,
}) => {
  await page.goto('/faq', { waitUntil: 'networkidle' })
  const box = page.getByRole('banner').getByRole('combobox')
  await context.setOffline(true)
  await expect(page.getByText('网络断开了。打开的内容可以接着看')).toBeVisible()
  await box.fill('光')
  await box.press('Enter')
  await page.getByRole('contentinfo').getByRole('link', { name: '联系我们' }).click()
  await expect(page.getByText('没有网络，先留在这一页。').first()).toBeVisible()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(box).toHaveValue('光')

  await context.setOffline(false)
  await expect(page.getByText('网络恢复了。')).toBeVisible()
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '搜索：光' })).toBeVisible()
})

test('on a phone the notice moves the heading down and does not lie on it', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/faq', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  const notice = await page.getByText('网络断开了。打开的内容可以接着看').boundingBox()
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  if (!notice || !heading) throw new Error('the notice and the heading are on the screen')
  expect(notice.y + notice.height).toBeLessThanOrEqual(heading.y)
  expect(notice.width).toBe(390)
})

test('a page that was asked for as the network went is opened by itself when it is back', async ({ page }) => {
  await page.goto('/tutorials', { waitUntil: 'networkidle' })
  await page.route(/\.data\b/, (route) => route.abort())
  const link = page.locator('main a[href*="/tutorial/"]').first()
  const title = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: '没有连上网站' })).toBeVisible()
  await page.unroute(/\.data\b/)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('an order that is lost on the way leaves the cart with what was typed, and is placed once when it is sent again', async ({
  page,
  context,
}) => {
  const userId = await enterAsNew(context)
  const id = await idOf(context.request, 'tutorial', '客户端预测与回滚：按下就动')
  await post(context.request, '/api/learn/cn/personal/cart/update', { itemIds: [id] })
  await page.goto(`/personal/cart/${userId}`)
  const order = page.getByRole('button', { name: '提交订单，去支付' }).filter({ visible: true })
  await isAlive(order)
  await page.getByRole('textbox', { name: '姓名' }).fill('林知远')
  await page.getByRole('textbox', { name: '手机' }).fill('13800138000')
  await page.getByRole('textbox', { name: '邮箱' }).fill('lin@example.com')
  // the site takes it, and its answer is lost
  await page.route(/\/personal\/cart\/.*\.data/, async (route) => {
    await route.fetch({ maxRedirects: 0 })
    await route.abort()
  })
  await order.click()
  await expect(page.getByText('网络断开了，稍后再试。你填的内容没有丢失。')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '姓名' })).toHaveValue('林知远')
  await page.unroute(/\/personal\/cart\/.*\.data/)
  await order.click()
  await page.waitForURL(/\/pay\/od_/)
  const orders = await context.request.get(`/api/learn/cn/order/list?userId=${userId}`)
  expect(await orders.json()).toMatchObject({ total: 1 })
})

test('a form whose page has no place for it says over the page that it was lost, and the page stays as it was', async ({
  page,
  context,
}) => {
  await enterAsNew(context)
  await page.goto('/settings#tab_notifications')
  // before the script comes, every section of the page stands there
  const section = page.locator('#tab_notifications')
  const save = section.getByRole('button', { name: '保存', exact: true })
  await isAlive(save)
  const quiet = section.getByLabel('开启免打扰')
  await section.getByText('开启免打扰').click()
  await page.route(/\/settings\.data/, (route) => route.abort())
  await save.click()
  await expect(page.getByText('网络断开了，稍后再试。你填的内容没有丢失。')).toBeVisible()
  await expect(quiet).toBeChecked()
  await page.unroute(/\/settings\.data/)
  await save.click()
  await expect(section.getByText('已保存')).toBeVisible()
})
