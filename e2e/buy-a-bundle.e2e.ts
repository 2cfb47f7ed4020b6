import { expect, type Locator, type Page } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { enterAsNew, enterByPhone, idOf, isAlive, newPhone, onPhone, post, test } from './person.ts'

const bundle = '稳住每一帧'

async function fillPurchaser(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: '姓名' }).fill('林知远')
  await page.getByRole('textbox', { name: '手机' }).fill('13800138000')
  await page.getByRole('textbox', { name: '邮箱' }).fill('lin@example.com')
}

test('a guest puts a bundle into the cart, signs in where they are, pays at the demo gateway and reads at once [COM-001] [COM-039] [COM-048] [COM-061]', async ({
  page,
}) => {
  await page.goto('/bundle/steady-frames')
  const add = page.getByRole('button', { name: `把《${bundle}》加入购物车` })
  await isAlive(add)
  const box = await add.locator('svg').boundingBox()
  expect([box?.width, box?.height]).toEqual([21, 21])
  await add.click()
  const kept = page.waitForResponse(/personal\/cart\/update/)
  await enterByPhone(page, newPhone())
  expect((await kept).status()).toBe(200)
  await page.getByRole('dialog', { name: '完善资料' }).getByRole('button', { name: '以后再说' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: '查看购物车' })).toBeVisible()
  const cart = page.getByRole('banner').getByRole('link', { name: '购物车，1件' })
  const icon = await cart.locator('svg').boundingBox()
  expect([icon?.width, icon?.height]).toEqual([20, 20])

  await cart.click()
  await expect(page.getByRole('heading', { level: 1, name: /购物车/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: bundle })).toBeVisible()
  await fillPurchaser(page)
  await page.getByRole('radio', { name: /演示支付/ }).check()
  await page.getByRole('button', { name: '提交订单，去支付' }).filter({ visible: true }).click()

  await page.getByRole('link', { name: '去演示支付付款' }).click()
  await page.getByRole('button', { name: '付款成功', exact: true }).click()
  await expect(page.getByRole('heading', { name: '付款成功' })).toBeVisible()
  await page.getByRole('link', { name: '开始学', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '找出那一帧：用性能分析器定位卡顿' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /加入购物车/ })).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: '购物车', exact: true })).toBeVisible()
})

test('the picture of a bundle is 390 by 220 on its page, and 285 by 160 on its card [COM-062]', async ({ page }) => {
  const shapeOf = async (picture: Locator) => {
    await picture.scrollIntoViewIfNeeded()
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 1 }
    return (width / height).toFixed(2)
  }
  await page.goto('/bundle/steady-frames')
  expect(await shapeOf(page.getByRole('complementary').locator('img'))).toBe((390 / 220).toFixed(2))
  await page.goto('/page-blocks')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: bundle }) })
  expect(await shapeOf(card.locator('img'))).toBe((285 / 160).toFixed(2))
})

test('without script an item goes into the cart, and out of it again [COM-007] [COM-058]', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, locale: 'zh-CN' })
  const page = await context.newPage()
  const add = page.getByRole('button', { name: `把《${bundle}》加入购物车` })
  await page.goto('/bundle/steady-frames')
  await add.click()
  await expect(page).toHaveURL(/\/auth\/login\?redirect_to=%2Fbundle%2Fsteady-frames$/)
  await enterAsNew(context)
  await page.goto(new URL(page.url()).searchParams.get('redirect_to') ?? '')
  await add.click()
  await expect(page.getByRole('heading', { level: 1, name: /购物车/ })).toBeVisible()
  await page.getByRole('textbox', { name: /优惠码/ }).fill('NOSUCH00')
  await page.getByRole('button', { name: '使用' }).click()
  await expect(page.getByText('没有这个优惠码，请检查有没有输错。应付金额没有变。')).toBeVisible()
  await page.getByRole('button', { name: `移出《${bundle}》` }).click()
  await expect(page.getByRole('heading', { name: '购物车还是空的' })).toBeVisible()
  await context.close()
})

test('a price that changes under an open cart is said and shown, and the order is placed at the new one', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const userId = await enterAsNew(context)
  const itemId = await idOf(context.request, 'tutorial', '带宽省一半：快照压缩与插值')
  await post(context.request, '/api/learn/cn/personal/cart/update', { itemIds: [itemId] })
  await page.goto(`/personal/cart/${userId}`)
  const order = page.getByRole('button', { name: '提交订单，去支付' }).filter({ visible: true })
  await isAlive(order)
  await fillPurchaser(page)
  const seller = await browser.newContext({ baseURL })
  await signIn(seller, '13800000002')
  const [startDate, endDate] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)]
  await post(seller.request, '/api/learn/cn/discount/create', { itemId, discountPrice: 6930, startDate, endDate })

  await order.click()
  await expect(page.getByText('价格变了，现在一共69.30元。请看过再提交。')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '姓名' })).toHaveValue('林知远')
  await order.click()
  await page.waitForURL(/\/pay\/od_/)
  await expect(page.getByText('¥69.30').filter({ visible: true }).first()).toBeVisible()
  await post(seller.request, '/api/learn/cn/discount/cancel', { itemId })
  await seller.close()
})

test('on a phone the fault of a field stands above the bar, and a cart that another tab has paid is empty', async ({
  browser,
  baseURL,
}) => {
  const context = await onPhone(browser, baseURL ?? '', newPhone())
  const { user } = (await (await context.request.get('/api/session')).json()) as { user: { id: string } }
  const itemIds = [await idOf(context.request, 'tutorial', '带宽省一半：快照压缩与插值')]
  await post(context.request, '/api/learn/cn/personal/cart/update', { itemIds })
  const page = await context.newPage()
  await page.goto(`/personal/cart/${user.id}`)
  const order = page.getByRole('button', { name: '提交订单，去支付' }).filter({ visible: true })
  await isAlive(order)
  await order.click()
  await expect(page.getByRole('textbox', { name: '姓名' })).toBeFocused()
  const fault = await page.getByText('请填写这一项。').first().boundingBox()
  const bar = await order.boundingBox()
  expect((fault?.y ?? 0) + (fault?.height ?? 0)).toBeLessThan(bar?.y ?? 0)

  const wish = { itemIds, currency: 'CNY', seats: 1 }
  const { order: placed } = (await post(context.request, '/api/learn/cn/order', wish)) as { order: { id: string } }
  const { paymentId } = (await post(context.request, '/api/learn/cn/payment/sandbox/prepay', {
    orderId: placed.id,
  })) as { paymentId: string }
  await post(context.request, `/api/learn/cn/sandbox-payment/${paymentId}`, { act: 'succeed' })
  await expect(page.getByRole('heading', { name: '购物车还是空的' })).toBeVisible()
  await context.close()
})
