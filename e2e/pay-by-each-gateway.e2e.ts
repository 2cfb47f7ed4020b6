import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { newId } from '../packages/contract/src/ids.ts'
import { signIn } from '../tools/visit.ts'
import { enterAsNew, enterByPhone, idOf, isAlive, newPhone, onPhone, post, test } from './person.ts'

const lesson = '客户端预测与回滚：按下就动'
/** Of the first step, which is for buyers. */
const inLesson = '没有编号，就无法知道服务器的回答对应过去的哪一刻'
const bundle = '稳住每一帧'

interface Order {
  order: { id: string; items: { position: number; title: string }[] }
}

async function makeCoupon(browser: Browser, baseURL: string): Promise<string> {
  const context = await browser.newContext({ baseURL })
  await signIn(context, '13800000004')
  const id = newId('promotion')
  const promotion = { title: '开学季', kind: 'amount', value: 1000, least: 0, itemIds: [], ownerId: null, most: null }
  const startDate = new Date(Date.now() - 3_600_000).toISOString()
  await post(context.request, '/api/learn/finance/promotion', {
    id,
    ...promotion,
    firstOrderOnly: false,
    perPerson: 1,
    startDate,
    endDate: null,
  })
  const { codes } = (await post(context.request, '/api/learn/finance/promotion/coupons', {
    promotionId: id,
    seen: 0,
    count: 1,
    length: '10',
  })) as { codes: string[] }
  await context.close()
  return codes[0] ?? ''
}

/** From the cart's page to the page that asks for the money; answers the order's id. */
async function checkOut(page: Page, gateway: string): Promise<string> {
  await page.getByRole('textbox', { name: '姓名' }).fill('林知远')
  await page.getByRole('textbox', { name: '手机' }).fill('13800138000')
  await page.getByRole('textbox', { name: '邮箱' }).fill('lin@example.com')
  await page.getByRole('radio', { name: new RegExp(gateway) }).check()
  await page.getByRole('button', { name: '提交订单，去支付' }).filter({ visible: true }).click()
  await page.waitForURL(/\/pay\/od_/)
  return new URL(page.url()).pathname.slice('/pay/'.length)
}

async function cartOf(context: BrowserContext, itemIds: string[]): Promise<string> {
  const { user } = (await (await context.request.get('/api/session')).json()) as { user: { id: string } }
  await post(context.request, '/api/learn/cn/personal/cart/update', { itemIds })
  return `/personal/cart/${user.id}`
}

/** The page of the local gateway, and what is played there. */
async function payAt(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: act, exact: true }).click()
}

async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: '付款成功' })).toBeVisible()
}

test('a guest buys a lesson and a bundle with a coupon by WeChat Pay’s code; two tabs open at once, and a refund of one line closes it and keeps the rest', async ({
  page,
  browser,
  baseURL,
}) => {
  const coupon = await makeCoupon(browser, baseURL ?? '')
  const id = await idOf(page.request, 'tutorial', lesson)
  await page.goto(`/tutorial/${id}`)
  await expect(page.getByText(inLesson)).toBeHidden()
  const add = page
    .getByRole('main')
    .getByRole('button', { name: /加入购物车/ })
    .first()
  await isAlive(add)
  await add.click()
  await enterByPhone(page, newPhone())
  await page.getByRole('dialog', { name: '完善资料' }).getByRole('button', { name: '以后再说' }).click()
  const tab = await page.context().newPage()
  await tab.goto(`/tutorial/${id}`)
  await page.goto('/bundle/steady-frames')
  const addBundle = page.getByRole('button', { name: `把《${bundle}》加入购物车` })
  await isAlive(addBundle)
  await addBundle.click()
  await page.getByRole('banner').getByRole('link', { name: '购物车，2件' }).click()
  await page.getByRole('textbox', { name: /优惠码/ }).fill(coupon)
  await page.getByRole('button', { name: '使用' }).click()
  await expect(page.getByText('优惠码已减')).toBeVisible()
  const orderId = await checkOut(page, '微信支付')

  await expect(page.getByRole('img', { name: /微信支付/ })).toBeVisible()
  const tile = await page
    .getByRole('img', { name: /微信支付/ })
    .locator('..')
    .boundingBox()
  expect(tile?.height).toBeCloseTo(tile?.width ?? 0, 0)
  const { codeUrl } = (await post(page.request, '/api/learn/cn/payment/wechat/prepay', { orderId })) as {
    codeUrl: string
  }
  const phone = await browser.newContext()
  const scanned = await phone.newPage()
  await scanned.goto(codeUrl)
  await payAt(scanned, 'pay, tell twice')
  await phone.close()
  await expectPaid(page)
  await expect(tab.getByText(inLesson)).toBeVisible()

  await page.getByRole('link', { name: '看这笔订单' }).click()
  await page.waitForURL(/\/order\/od_/)
  await page.getByRole('checkbox', { name: new RegExp(lesson) }).check()
  await page.getByRole('button', { name: '提交退款申请' }).click()
  await expect(page.getByText('退款申请提交了，处理后会通知你。')).toBeVisible()
  const admin = await browser.newContext({ baseURL: baseURL ?? '' })
  await signIn(admin, '13800000004')
  const queue = await admin.newPage()
  await queue.goto('/admin/learn/refunds')
  const approve = queue
    .getByRole('listitem')
    .filter({ hasText: orderNumber(orderId) })
    .getByRole('button', { name: '通过所选' })
  await isAlive(approve)
  await approve.click()
  await expect(queue.getByText('退款通过了，学员已经看到结果。')).toBeVisible()
  await admin.close()
  await expect(tab.getByText(inLesson)).toBeHidden()
  await expect
    .poll(async () => {
      const { order } = (await (await page.request.get(`/api/learn/cn/order/${orderId}`)).json()) as {
        order: { state: string; refunds: { state: string }[] }
      }
      return [order.state, order.refunds[0]?.state]
    })
    .toEqual(['partly_refunded', 'done'])
  const kept = await idOf(page.request, 'tutorial', '内存去哪了：资源包与卸载时机')
  await post(page.request, '/api/learn/cn/record', { id: kept, type: 'tutorial' })
})

const ways = [
  { gateway: '微信支付', device: 'phone', act: 'pay', what: 'by WeChat Pay’s page on a phone' },
  { gateway: '支付宝', device: 'desktop', act: 'pay, tell nobody', what: 'by Alipay, which tells nobody' },
  { gateway: '支付宝', device: 'phone', act: 'pay, tell late', what: 'by Alipay on a phone, which tells late' },
  { gateway: '银行卡', device: 'desktop', act: 'wrong: amount', what: 'by card, with a callback of another amount' },
  { gateway: '银行卡', device: 'phone', act: 'pay, tell twice', what: 'by card on a phone, told twice' },
] as const

for (const { gateway, device, act, what } of ways) {
  test(`paid ${what}, it is read at once`, async ({ browser, baseURL, page: desktop }) => {
    const mobile = device === 'phone' ? newPhone() : null
    const context = mobile ? await onPhone(browser, baseURL ?? '', mobile) : desktop.context()
    if (!mobile) await enterAsNew(context)
    const page = mobile ? await context.newPage() : desktop
    const id = await idOf(context.request, 'tutorial', lesson)
    await page.goto(await cartOf(context, [id]))
    const orderId = await checkOut(page, gateway)
    await page.getByRole('link', { name: `去${gateway}付款` }).click()
    await payAt(page, act)
    await page.waitForURL(new RegExp(`/pay/${orderId}`))
    await expectPaid(page)
    await page.getByRole('link', { name: '开始学', exact: true }).click()
    await expect(page.getByText(inLesson)).toBeVisible()
    const { order } = (await (await context.request.get(`/api/learn/cn/order/${orderId}`)).json()) as Order
    expect(order.items.map(({ title }) => title)).toEqual([lesson])
    if (mobile) await context.close()
  })
}
