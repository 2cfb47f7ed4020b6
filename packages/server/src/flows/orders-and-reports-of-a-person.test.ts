import { giveLicence, giveSeats } from '@lantern/contract/commerce/licences.ts'
import { readOrder } from '@lantern/contract/commerce/orders.ts'
import { deleteAccount, requestExport } from '@lantern/contract/identity/account-safety.ts'
import { newId } from '@lantern/contract/ids.ts'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { saveOrder } from '#commerce/index.ts'
import { inTransaction } from '#kit/sql.ts'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buy, opened, ordered, paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'
import { codeTo, newPhone } from '#testing/sms.ts'
import { mergeAccounts } from './merge-accounts.ts'

const site = await testSite()

async function orderOf(person: Person): Promise<void> {
  const items = [{ title: '徽章', quantity: 2, priceFen: 3900, isMerchandise: true }]
  const [userId, createdAt] = [person.id, site.clock.now()]
  await saveOrder(site.db, { sourceKey: `test/${userId}`, userId, status: 'finished', createdAt, items })
}

async function reportOf(person: Person, targetId: string): Promise<void> {
  const reasons = JSON.stringify([{ type: 'spam', content: '广告' }])
  await site.db
    .insertInto('reports')
    .values({
      id: newId('report'),
      type: 'message',
      target_id: targetId,
      reporter_id: person.id,
      reasons,
      created_at: site.clock.now(),
    })
    .execute()
}

async function actOf(person: Person): Promise<void> {
  const row = { type: 'message', target_id: 'ms_x', moderator_id: person.id, action: 'ban', acted_at: site.clock.now() }
  await site.db.insertInto('report_acts').values(row).execute()
}

test('two accounts that become one have the orders, reports and decisions of both, each once', async () => {
  const [old, kept] = [await site.learner(), await site.learner()]
  for (const person of [old, kept]) {
    await orderOf(person)
    await actOf(person)
    await reportOf(person, 'ms_both')
  }
  await reportOf(old, 'ms_old')
  await inTransaction(site.db, (trx) =>
    mergeAccounts(site.services, trx, { from: old.id, into: kept.id }, site.clock.now()),
  )
  const orders = await site.db.selectFrom('orders').select('id').where('user_id', '=', kept.id).execute()
  const acts = await site.db.selectFrom('report_acts').select('id').where('moderator_id', '=', kept.id).execute()
  const reports = await site.db.selectFrom('reports').select('target_id').where('reporter_id', '=', kept.id).execute()
  expect([orders.length, acts.length]).toEqual([2, 2])
  expect(reports.map(({ target_id }) => target_id).sort()).toEqual(['ms_both', 'ms_old'])
  const left = await site.db.selectFrom('reports').select('id').where('reporter_id', '=', old.id).execute()
  expect(left).toEqual([])
})

test('of two accounts that become one a seat stays, a second one of the same licence is free again, and whoever leaves frees theirs', async () => {
  const phone = newPhone()
  const [old, kept] = [await site.learner(), await site.learner({ phone })]
  const organisation = await buildOrganisation(site.db, 'og_merged')
  const item = await buildTutorial(site.db, { priceFen: 1200 })
  const admin = await site.user({ groups: ['learn_admin'] })
  for (const [person, role] of [
    [old, 'learner'],
    [kept, 'admin'],
  ] as const)
    await site.db
      .insertInto('memberships')
      .values({ organisation_id: organisation, user_id: person.id, role })
      .execute()
  const licence = async (seats: number, userIds: string[]) => {
    const given = { organisation, item: item.id, seats, reason: '合同' }
    const { id: licenceId } = (await admin.call(giveLicence, { body: given })).result
    const answer = await kept.call(giveSeats, { params: { id: organisation, licenceId }, body: { userIds } })
    expect(answer.status).toBe(200)
    return licenceId
  }
  const [both, one] = [await licence(2, [old.id, kept.id]), await licence(1, [old.id])]
  const seated = async () => {
    const rows = await site.db
      .selectFrom('grants')
      .select(['licence_id', 'user_id'])
      .where('licence_id', 'in', [both, one])
      .where('revoked_at', 'is', null)
      .execute()
    return rows.map(({ licence_id, user_id }) => [licence_id, user_id]).sort()
  }
  await inTransaction(site.db, (trx) =>
    mergeAccounts(site.services, trx, { from: old.id, into: kept.id }, site.clock.now()),
  )
  expect(await seated()).toEqual([both, one].map((id) => [id, kept.id]).sort())
  const code = await codeTo(site, kept, phone)
  expect((await kept.call(deleteAccount, { body: { confirmation: '注销账号', code } })).status).toBe(200)
  expect(await seated()).toEqual([])
})

test('of two accounts that become one an order for what the other has bought is not paid for: what comes for it goes back', async () => {
  const seller = await site.user({ groups: ['learn_creator'] })
  const [old, kept] = [await site.learner(), await site.learner()]
  const item = await paidTutorial(site, seller)
  await buy(kept, { itemIds: [item.id] })
  const orderId = await ordered(old, { itemIds: [item.id] })
  const paymentId = await opened(old, orderId)
  await inTransaction(site.db, (trx) =>
    mergeAccounts(site.services, trx, { from: old.id, into: kept.id }, site.clock.now()),
  )
  expect((await kept.call(readOrder, { params: { id: orderId } })).result.order.state).toBe('cancelled')
  await site.db
    .updateTable('sandbox_payments')
    .set({ state: 'paid', paid_at: site.clock.now() })
    .where('payment_id', '=', paymentId)
    .execute()
  await site.settle()
  const { order } = (await kept.call(readOrder, { params: { id: orderId } })).result
  expect([order.state, order.refunds.map(({ state, amount }) => [state, amount])]).toEqual([
    'cancelled',
    [['done', 1200]],
  ])
})

test('whoever leaves: orders are kept for the law, reports and decisions count without a name', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone })
  await orderOf(ada)
  await reportOf(ada, 'ms_ada')
  await actOf(ada)
  const code = await codeTo(site, ada, phone)
  expect((await ada.call(deleteAccount, { body: { confirmation: '注销账号', code } })).status).toBe(200)
  const orders = await site.db.selectFrom('orders').select('amount_fen').where('user_id', '=', ada.id).execute()
  expect(orders).toEqual([{ amount_fen: 7800 }])
  const report = await site.db
    .selectFrom('reports')
    .select('reporter_id')
    .where('target_id', '=', 'ms_ada')
    .executeTakeFirst()
  expect(report).toEqual({ reporter_id: null })
  const acts = await site.db.selectFrom('report_acts').select('id').where('moderator_id', '=', ada.id).execute()
  expect(acts).toEqual([])
})

test('a person takes away what they ordered, reported and decided', async () => {
  const ada = await site.learner()
  await orderOf(ada)
  await reportOf(ada, 'ms_taken')
  await actOf(ada)
  const { result } = await ada.call(requestExport)
  await site.settle()
  const file = await ada.inject({ method: 'GET', url: `/api/learn/cn/account/export/${result.export.id}` })
  const files = unzipSync(file.rawPayload)
  const json = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))
  expect(json('orders.json')).toMatchObject([
    { state: 'finished', amountFen: 7800, items: [{ title: '徽章', quantity: 2, priceFen: 3900 }] },
  ])
  expect(json('reports.json')).toMatchObject([{ targetId: 'ms_taken', reasons: [{ type: 'spam', content: '广告' }] }])
  expect(json('moderation.json')).toMatchObject([{ targetId: 'ms_x', action: 'ban' }])
  expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain('orders.json')
})
