import { putOrderIntoCart } from '@lantern/contract/commerce/cart.ts'
import { cancelOrder, listOrders, readOrder } from '@lantern/contract/commerce/orders.ts'
import { prepay, readPaymentStatus } from '@lantern/contract/commerce/payments.ts'
import { requestReceipt } from '@lantern/contract/commerce/receipts.ts'
import { cancelRefund, requestRefund } from '@lantern/contract/commerce/refunds.ts'
import { expect, test } from 'vitest'
import { buy, ordered, paidTutorial } from '#testing/shop.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const seller = await site.user({ groups: ['learn_creator'] })
const paid = () => paidTutorial(site, seller)

test('an order of somebody else is there for none of its calls, and stays as it was', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const waiting = await ordered(ada, { itemIds: [(await paid()).id] })
  const bought = await buy(ada, { itemIds: [(await paid()).id] })
  const refundWish = { orderId: bought, positions: [0], reason: 'faulty' as const }
  const { refund } = (await ada.call(requestRefund, { body: refundWish })).result
  const own = async () => (await ada.call(listOrders, { query: {} })).result.orderMap
  const before = await own()
  const receipt = { orderId: bought, kind: 'personal' as const, title: '林知远', email: 'lin@example.com' }
  const answers = [
    await bob.call(readOrder, { params: { id: waiting } }),
    await bob.call(readPaymentStatus, { query: { orderId: waiting } }),
    await bob.call(prepay, { params: { gateway: 'sandbox' }, body: { orderId: waiting } }),
    await bob.call(cancelOrder, { body: { id: waiting } }),
    await bob.call(putOrderIntoCart, { body: { id: waiting } }),
    await bob.call(requestRefund, { body: refundWish }),
    await bob.call(cancelRefund, { body: { id: refund.id } }),
    await bob.call(requestReceipt, { body: receipt }),
    await bob.call(listOrders, { query: { userId: ada.id } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect(await own()).toEqual(before)
})
