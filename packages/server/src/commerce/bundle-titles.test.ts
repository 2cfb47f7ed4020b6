import { updateCart } from '@lantern/contract/commerce/cart.ts'
import { listOrders, placeOrder, readOrder } from '@lantern/contract/commerce/orders.ts'
import type { BundleWish } from '@lantern/contract/commerce/own-bundles.ts'
import { requestReceipt } from '@lantern/contract/commerce/receipts.ts'
import { listRefundRequests, requestRefund } from '@lantern/contract/commerce/refunds.ts'
import { getSandboxPayment } from '@lantern/contract/commerce/sandbox-payments.ts'
import { listAllOrders, readAnyOrder } from '@lantern/contract/commerce/staff-orders.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { Locale } from '@lantern/contract/locales.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { bundleWish, saveBundleOf as save } from '#testing/bundles.ts'
import { signsOfPdf } from '#testing/pdf-signs.ts'
import { opened, playPayment } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const seller = await site.user({ groups: ['learn_creator'], isRealName: true })
const staff = await site.user({ groups: ['learn_admin'] })
const english = { language: 'en', title: 'Two pieces', description: '' } as const

/** What the call answers a person who reads in this language. */
async function reading<T>(person: Person, locale: Locale, ask: (person: Person) => Promise<T>): Promise<T> {
  person.cookies.lantern_locale = locale
  const answer = await ask(person)
  delete person.cookies.lantern_locale
  return answer
}

async function bundleOnSale(change: Partial<BundleWish> = {}) {
  const { wish } = await bundleWish(site, seller, { translations: [english], published: true, ...change })
  const id = newId('bundle')
  const { status, result } = await save(seller, id, null, wish)
  expect(status).toBe(200)
  return { id, wish, seen: result.updatedTime }
}

test('an order names its bundle as it was called when it was ordered, in the reader’s language: to buyer, gateway and staff', async () => {
  const { id, wish, seen } = await bundleOnSale()
  const ada = await site.learner()
  const body = { itemIds: [id], currency: 'CNY' as const, seats: 1 as const }
  const { order } = (await reading(ada, 'en_US', (reader) => reader.call(placeOrder, { body }))).result
  expect(order.items.map(({ bundleTitle }) => bundleTitle)).toEqual(['Two pieces', 'Two pieces'])
  const paymentId = await reading(ada, 'en_US', (reader) => opened(reader, order.id))
  const payment = (await ada.call(getSandboxPayment, { params: { paymentId } })).result
  expect(payment.title).toBe('Two pieces')
  const renamed = { ...wish, title: '新名字', translations: [{ ...english, title: 'Another name' }] }
  expect((await save(seller, id, seen, renamed)).status).toBe(200)
  await playPayment(ada, paymentId, 'succeed')
  await site.settle()
  await ada.call(requestRefund, { body: { orderId: order.id, positions: [0, 1], reason: 'other', note: '买错了' } })

  const params = { id: order.id }
  const titles = (locale: Locale) =>
    Promise.all([
      reading(ada, locale, async (reader) => {
        const own = (await reader.call(readOrder, { params })).result.order
        const listed = (await reader.call(listOrders, { query: {} })).result.orderMap[order.id]
        const told = (await reader.call(listNotifications, { query: {} })).result.results
        return [
          own.items[0]?.bundleTitle,
          listed?.items[1]?.bundleTitle,
          told.find(({ kind }) => kind === 'order_paid')?.body?.includes(own.items[0]?.bundleTitle ?? '?'),
        ]
      }),
      reading(staff, locale, async (reader) => {
        const found = (await reader.call(listAllOrders, { query: { q: order.id } })).result.results
        const queue = (await reader.call(listRefundRequests, { query: {} })).result.results
        return [
          found[0]?.goods.map(({ title }) => title),
          (await reader.call(readAnyOrder, { params })).result.order.items[0]?.bundleTitle,
          queue[0]?.lines[0]?.bundleTitle,
        ]
      }),
    ])
  const named = (title: string) => [
    [title, title, true],
    [[title], title, title],
  ]
  expect(await titles('en_US')).toEqual(named('Two pieces'))
  expect(await titles('zh_CN')).toEqual(named('两件套'))
  // not translated: as in the bundle's own language
  expect(await titles('fr_FR')).toEqual(named('两件套'))
})

test('what cannot go into the cart or an order is named in the reader’s language', async () => {
  const { id } = await bundleOnSale({ soldFrom: '2030-01-01T00:00:00+08:00' })
  const ada = await site.learner()
  const refused = (locale: Locale) =>
    reading(ada, locale, async (reader) => {
      const inCart = (await reader.call(updateCart, { body: { itemIds: [id] } })).result
      const ordered = (await reader.call(placeOrder, { body: { itemIds: [id], currency: 'CNY', seats: 1 } })).result
      return [
        inCart.code,
        inCart.message?.includes('Two pieces'),
        ordered.code,
        ordered.message?.includes('Two pieces'),
      ]
    })
  expect(await refused('en_US')).toEqual(['cart_not_for_sale', true, 'cart_not_for_sale', true])
  expect(await refused('zh_CN')).toEqual(['cart_not_for_sale', false, 'cart_not_for_sale', false])
})

test('the file of a receipt names the bundle of its lines in the reader’s language', async () => {
  const { id } = await bundleOnSale()
  const ada = await site.learner()
  const body = { itemIds: [id], currency: 'CNY' as const, seats: 1 as const }
  const orderId = (await ada.call(placeOrder, { body })).result.order.id
  await playPayment(ada, await opened(ada, orderId), 'succeed')
  await ada.call(requestReceipt, { body: { orderId, kind: 'personal', title: '林知远', email: 'lin@example.com' } })
  await site.settle()
  const { url } = (await ada.call(readOrder, { params: { id: orderId } })).result.order.receipts[0] ?? {}
  const signs = (locale: Locale) =>
    reading(ada, locale, async (reader) =>
      signsOfPdf((await reader.inject({ method: 'GET', url: url ?? '' })).rawPayload),
    )
  expect(await signs('zh_CN')).toEqual(expect.arrayContaining([...'两件套']))
  expect(await signs('en_US')).not.toContain('套')
})
