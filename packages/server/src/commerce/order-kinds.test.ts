import { itemRemoved } from '@lantern/contract/catalog/events.ts'
import { decideRefund, requestRefund } from '@lantern/contract/commerce/refunds.ts'
import { offeredLocales } from '@lantern/contract/locales.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { buildBundle, buy, opened, ordered, paidTutorial, playPayment } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const seller = await site.user({ groups: ['learn_creator'] })
const staff = await site.user({ groups: ['learn_admin'] })

async function told(person: Person, locale = 'zh_CN') {
  await site.settle()
  const headers = { 'accept-language': locale.replace('_', '-') }
  const { results } = (await person.inject({ method: 'GET', url: listNotifications.path, headers })).json()
  return (results as { kind: string; title: string; body: string | null; path: string }[]).map(
    ({ kind, title, body, path }) => ({ kind, title, body, path }),
  )
}

test('a buyer is told once that an order is paid, with what is open now, in each language', async () => {
  const ada = await site.learner()
  const items = [await paidTutorial(site, seller, { title: '光照' }), await paidTutorial(site, seller)]
  const bundle = await buildBundle(site, seller, { itemIds: items.map(({ id }) => id), priceFen: 2050 })
  const more = await paidTutorial(site, seller, { title: '阴影' })
  const orderId = await buy(ada, { itemIds: [bundle.id, more.id] })
  expect(await told(ada)).toEqual([
    {
      kind: 'order_paid',
      title: '已付款32.50元',
      body: '《四件套》等2项现在就可以学了。',
      path: `/order/${orderId}`,
    },
  ])
  const texts = []
  for (const locale of offeredLocales) texts.push(...(await told(ada, locale)))
  expect(new Set(texts.map(({ title }) => title)).size).toBe(offeredLocales.length)
  expect(texts.every(({ title, body }) => /32[.,]50/.test(title) && body?.includes('四件套'))).toBe(true)
  expect((await told(ada, 'ru_RU'))[0]?.title).toBe('Оплачено 32,50 ¥')
  expect((await told(ada, 'de_DE'))[0]?.title).toBe('32,50 Yuan bezahlt')
})

test('what becomes of a refund is told with its answer, and a payment too much by itself', async () => {
  const ada = await site.learner()
  const item = await paidTutorial(site, seller)
  const orderId = await ordered(ada, { itemIds: [item.id] })
  const [first, second] = [await opened(ada, orderId), await opened(ada, orderId, 'phone')]
  await Promise.all([playPayment(ada, first, 'succeed'), playPayment(ada, second, 'succeed')])
  const path = `/order/${orderId}`
  const returned = (await told(ada)).find(({ kind }) => kind === 'payment_returned')
  expect(returned).toMatchObject({ title: '多付的12元已退回', path })

  const ask = async () => {
    site.clock.advance({ seconds: 1 })
    return (await ada.call(requestRefund, { body: { orderId, positions: [0], reason: 'other' } })).result.refund.id
  }
  await staff.call(decideRefund, { body: { id: await ask(), approve: false, answer: '已学完' } })
  expect((await told(ada))[0]).toEqual({ kind: 'refund_decided', title: '退款申请没有通过', body: '已学完', path })
  await staff.call(decideRefund, { body: { id: await ask(), approve: true } })
  expect((await told(ada))[0]).toMatchObject({ kind: 'refund_decided', title: '已退款12元', path })
  expect((await told(ada)).filter(({ kind }) => kind === 'refund_decided')).toHaveLength(2)
})

test('of an order paid after a part was withdrawn the news name what can be read, and why the rest comes back', async () => {
  const ada = await site.learner()
  const [gone, kept] = [await paidTutorial(site, seller), await paidTutorial(site, seller, { title: '探针' })]
  const pay = async (itemIds: string[]) => {
    const orderId = await ordered(ada, { itemIds })
    const paymentId = await opened(ada, orderId)
    await site.db.updateTable('items').set({ hidden: true }).where('id', '=', gone.id).execute()
    await playPayment(ada, paymentId, 'succeed')
  }
  await pay([gone.id, kept.id])
  const news = await told(ada)
  expect(news.find(({ kind }) => kind === 'order_paid')?.body).toBe('《探针》现在就可以学了。')
  const refund = { title: '已退款12元', body: expect.stringContaining('付款到达前已下架') }
  expect(news.find(({ kind }) => kind === 'refund_decided')).toMatchObject(refund)

  await site.db.updateTable('items').set({ hidden: false }).where('id', '=', gone.id).execute()
  await pay([gone.id])
  const kinds = (await told(ada)).map(({ kind }) => kind)
  expect([kinds.filter((kind) => kind === 'order_paid').length, kinds.length]).toEqual([1, 3])
})

test('buyers hear that what they bought is withdrawn; those who got it back or never bought it do not', async () => {
  const [ada, bob, eve] = [await site.learner(), await site.learner(), await site.learner()]
  const item = await paidTutorial(site, seller, { title: '下架的课' })
  const orderId = await buy(ada, { itemIds: [item.id] })
  const back = await buy(bob, { itemIds: [item.id] })
  const { id } = (await bob.call(requestRefund, { body: { orderId: back, positions: [0], reason: 'other' } })).result
    .refund
  await staff.call(decideRefund, { body: { id, approve: true } })
  await site.db.updateTable('items').set({ status: 'draft' }).where('id', '=', item.id).execute()
  for (let time = 0; time < 2; time++) await site.services.events.emit(site.db, itemRemoved, { itemId: item.id })
  const removed = async (person: Person) => (await told(person)).filter(({ kind }) => kind === 'bought_item_removed')
  expect(await removed(ada)).toMatchObject([{ title: '你买过的《下架的课》暂时下架了', path: `/order/${orderId}` }])
  expect([await removed(bob), await removed(eve)]).toEqual([[], []])
})
