import type { Page } from 'playwright-core'
import { said } from './said.ts'
import type { Screen } from './screens.ts'

// Where people buy and sell, and where the shop's staff work.

const learner = '13800000001'
const premium = '13800000007'
const creator = '13800000002'
const staff = '13800000004'
/** A first visitor, who has bought nothing yet. */
const newcomer = 'new'

export const shopScreens: Screen[] = [
  { name: 'bundle', path: '/bundle/steady-frames' },
  { name: 'premium', path: '/premium' },
  { name: 'premium-member', path: '/premium', phone: premium },
  { name: 'cart-empty', path: 'me:/personal/cart/:id', phone: premium },
  { name: 'cart', path: 'me:/personal/cart/:id', phone: learner, act: fillCart },
  { name: 'cart-refused', path: 'me:/personal/cart/:id', phone: learner, isRefused: true, act: refuseCart },
  { name: 'lesson-for-sale', path: '/bundle/network-play', act: openLesson },
  { name: 'pay', path: '/faq', phone: newcomer, act: (page) => openOrder(page, '/pay/:id') },
  { name: 'pay-demo', path: '/faq', phone: newcomer, act: openSandbox },
  { name: 'pay-failed', path: '/faq', phone: newcomer, isAlone: true, act: failPayment },
  { name: 'order-waiting', path: '/faq', phone: newcomer, act: (page) => openOrder(page, '/order/:id') },
  { name: 'paid', path: '/faq', phone: newcomer, isAlone: true, act: (page) => openPaid(page, '/pay/:id') },
  { name: 'order-paid', path: '/faq', phone: newcomer, isAlone: true, act: (page) => openPaid(page) },
  { name: 'order-receipt', path: '/faq', phone: newcomer, isAlone: true, act: openReceipt },
  { name: 'order-refund', path: '/faq', phone: newcomer, isAlone: true, act: askRefund },
  { name: 'orders', path: 'me:/u/:id?tab=orders', phone: learner },
  { name: 'my-discounts', path: 'me:/discount/:id', phone: learner },
  { name: 'my-discounts-creator', path: 'me:/discount/:id', phone: creator },
  { name: 'my-discounts-form', path: 'me:/discount/:id', phone: creator, act: unfold },
  { name: 'promotions', path: '/admin/learn/promotions', phone: staff },
  { name: 'promotions-form', path: '/admin/learn/promotions', phone: staff, act: unfold },
  { name: 'promotion', path: '/admin/learn/promotions', phone: staff, act: makePromotion },
  { name: 'payouts', path: '/admin/learn/payouts', phone: staff },
  { name: 'own-bundles', path: '/creator/bundles', phone: creator },
  { name: 'own-bundle', path: '/creator/bundles', phone: creator, act: openOwnBundle },
  { name: 'own-bundle-new', path: '/creator/bundles/new', phone: creator },
  { name: 'sales', path: '/creator/sales', phone: creator },
  { name: 'staff-orders', path: '/admin/learn/orders', phone: staff },
  { name: 'staff-order', path: '/admin/learn/orders', phone: staff, act: openFirst('/admin/learn/orders/') },
  { name: 'staff-refunds', path: '/admin/learn/refunds', phone: staff },
  { name: 'staff-differences', path: '/admin/learn/differences', phone: staff },
  { name: 'staff-licences', path: '/admin/learn/licences', phone: staff },
  { name: 'staff-grants', path: '/admin/learn/grants', phone: staff },
  { name: 'staff-bookkeeping', path: '/admin/learn/bookkeeping', phone: staff },
]

/** Calls of the visitor of this page. */
async function callsOf(page: Page) {
  const at = (path: string) => new URL(path, page.url()).href
  const read = async (path: string): Promise<unknown> => (await page.request.get(at(path))).json()
  const { csrfToken } = (await read('/api/session')) as { csrfToken: string }
  const send = async (path: string, data: object): Promise<unknown> =>
    (await page.request.post(at(`${path}?_csrf=${encodeURIComponent(csrfToken)}`), { data })).json()
  return { at, read, send }
}

/** Puts a bundle into the cart, where it may lie already. */
async function fillCart(page: Page): Promise<void> {
  const cart = page.url()
  const { read, send } = await callsOf(page)
  const { bundle } = (await read('/api/learn/cn/bundle/steady-frames')) as { bundle: { id: string } }
  await send('/api/learn/cn/personal/cart/update', { itemIds: [bundle.id] })
  await page.goto(cart)
}

/** A coupon that there is not, and nothing typed of who buys. */
async function refuseCart(page: Page): Promise<void> {
  await fillCart(page)
  const coupon = page.locator('form:has([name=act][value=coupon])')
  await coupon.getByRole('textbox').fill('NOSUCH00')
  await coupon.getByRole('button').click()
  await coupon.locator('[aria-invalid=true]').waitFor()
  await page.getByRole('textbox', { name: said('commerce.purchaser_name') }).fill('')
  await page
    .getByRole('button', { name: said('commerce.order_and_pay') })
    .filter({ visible: true })
    .click()
  await page.locator('#checkout [aria-invalid=true]').first().waitFor()
}

/** A lesson of the bundle, which a guest may not read. */
async function openLesson(page: Page): Promise<void> {
  await page.locator('main a[href*="/tutorial/"]').first().click()
  await page.waitForURL(/\/tutorial\//)
  await page.waitForLoadState('networkidle')
}

/** The first fold of the page, which holds a form. */
async function unfold(page: Page): Promise<void> {
  await page.locator('main summary').first().click()
  await page.locator('main details[open] form').first().waitFor()
}

/** The order of a bundle, which is the same waiting one each time. */
async function placeOrder(page: Page): Promise<string> {
  const { send } = await callsOf(page)
  const purchaser = { fullName: '林知远', email: 'lin@example.com', phone: '13800138000' }
  const wish = { bundleSlug: 'network-play', currency: 'CNY', seats: 1, purchaser }
  const { order } = (await send('/api/learn/cn/order', wish)) as { order: { id: string } }
  return order.id
}

async function openOrder(page: Page, path: string): Promise<void> {
  const id = await placeOrder(page)
  await page.goto(new URL(path.replace(':id', id), page.url()).href, { waitUntil: 'networkidle' })
}

async function beginPayment(page: Page): Promise<{ orderId: string; paymentId: string }> {
  const orderId = await placeOrder(page)
  const { send } = await callsOf(page)
  const prepaid = await send('/api/learn/cn/payment/sandbox/prepay', { orderId, device: 'desktop' })
  return { orderId, paymentId: (prepaid as { paymentId: string }).paymentId }
}

async function openSandbox(page: Page): Promise<void> {
  const { paymentId } = await beginPayment(page)
  await page.goto(new URL(`/payment/sandbox/${paymentId}`, page.url()).href, { waitUntil: 'networkidle' })
}

async function failPayment(page: Page): Promise<void> {
  const { orderId, paymentId } = await beginPayment(page)
  const { send, at } = await callsOf(page)
  await send(`/api/learn/cn/sandbox-payment/${paymentId}`, { act: 'close' })
  await page.goto(at(`/pay/${orderId}`), { waitUntil: 'networkidle' })
}

async function askRefund(page: Page): Promise<void> {
  await openPaid(page)
  const { send } = await callsOf(page)
  const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await send('/api/learn/cn/order/refund', { orderId, positions: [0], reason: 'expectation' })
  await page.reload({ waitUntil: 'networkidle' })
}

async function openPaid(page: Page, path = '/order/:id'): Promise<void> {
  const { orderId, paymentId } = await beginPayment(page)
  const { send, at } = await callsOf(page)
  await send(`/api/learn/cn/sandbox-payment/${paymentId}`, { act: 'succeed' })
  await page.goto(at(path.replace(':id', orderId)), { waitUntil: 'networkidle' })
}

async function openReceipt(page: Page): Promise<void> {
  await openPaid(page)
  const { send } = await callsOf(page)
  const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await send('/api/learn/cn/receipt', { orderId, kind: 'personal', title: '林知远', email: 'lin@example.com' })
  await page.reload({ waitUntil: 'networkidle' })
}

/** The page of the first entry of a list. */
function openFirst(path: string) {
  return async (page: Page) => {
    await page.locator(`main a[href^="${path}"]`).first().click()
    await page.waitForURL((url) => url.pathname.startsWith(path))
    await page.waitForLoadState('networkidle')
  }
}

async function openOwnBundle(page: Page): Promise<void> {
  await openFirst('/creator/bundles/bu_')(page)
  await page.locator('[contenteditable=true]').waitFor()
}

/** A promotion with a batch of coupons. It is made once: its id is always this one. */
async function makePromotion(page: Page): Promise<void> {
  const { send, at } = await callsOf(page)
  const id = `pm_${'0'.repeat(25)}1`
  await send('/api/learn/finance/promotion', {
    id,
    title: '开学季',
    kind: 'amount',
    value: 2000,
    least: 9900,
    itemIds: [],
    ownerId: null,
    firstOrderOnly: true,
    perPerson: 1,
    most: 500,
    startDate: '2026-01-01T00:00:00+08:00',
    endDate: null,
  })
  await send('/api/learn/finance/promotion/coupons', { promotionId: id, seen: 0, count: 20 })
  await page.goto(at(`/admin/learn/promotions/${id}`))
}
