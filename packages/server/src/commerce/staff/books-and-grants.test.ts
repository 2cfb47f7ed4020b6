import { readBookkeeping } from '@lantern/contract/commerce/bookkeeping.ts'
import { bookkeepingPath } from '@lantern/contract/commerce/bookkeeping-files.ts'
import { giveGrant, listStaffGrants, revokeGrant } from '@lantern/contract/commerce/grants.ts'
import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import { requestReceipt } from '@lantern/contract/commerce/receipts.ts'
import { refundLines } from '@lantern/contract/commerce/refunds.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { sql } from 'kysely'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { buy as bought, paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'
import { newPhone } from '#testing/sms.ts'

const site = await testSite()
site.clock.set(new Date().toISOString())
const seller = await site.user({ groups: ['learn_creator'] })
const staff = await site.user({ groups: ['learn_admin'], name: '财务小周' })
const colleague = await site.user({ groups: ['learn_admin'] })
const month = new Date(site.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 7)
const mayLearn = async (person: Person, id: string) =>
  (await person.call(startRecord, { body: { id, type: 'tutorial' } })).status === 200

async function table(file: 'orders' | 'refunds' | 'receipts' | 'ledger', person = staff) {
  const answer = await person.inject({ method: 'GET', url: bookkeepingPath(month, file) })
  return { status: answer.statusCode, text: answer.body, rows: Papa.parse<string[]>(answer.body.trim()).data }
}

test('a month’s totals are the ledger’s sums, its tables open in a spreadsheet, and no cell is a formula', async () => {
  const ada = await site.learner()
  const [one, two] = [await paidTutorial(site, seller), await paidTutorial(site, seller)]
  const orderId = await bought(ada, { itemIds: [one.id, two.id] })
  await ada.call(requestReceipt, {
    body: {
      orderId,
      kind: 'company',
      title: '=HYPERLINK("http://x","点")',
      taxNumber: '91350100M000100Y43',
      email: 'lin@example.com',
    },
  })
  await site.settle()
  await staff.call(refundLines, { body: { orderId, positions: [1], note: '客服' } })
  await site.settle()

  const { result } = await staff.call(readBookkeeping, { query: {} })
  expect(result).toMatchObject({ month, paid: { count: 1, amount: 2400 }, refunded: { count: 1, amount: 1200 } })
  const sum = (side: 'debit' | 'credit') => result.accounts.reduce((all, account) => all + account[side], 0)
  expect(sum('debit')).toBe(sum('credit'))
  const { rows } = await sql<{ account: string; fen: number }>`
    select case when account like 'author:%' then 'author' else account end as account, sum(amount_fen)::integer as fen
    from ledger_entries group by 1 order by 1`.execute(site.db)
  expect(result.accounts.map(({ account, debit, credit }) => [account, debit - credit])).toEqual(
    rows.map(({ account, fen }) => [account, fen]),
  )

  const ledger = await table('ledger')
  expect([ledger.status, ledger.text.codePointAt(0)]).toEqual([200, 0xfeff])
  const [head = [], ...entries] = ledger.rows
  const column = (name: string) => entries.reduce((all, row) => all + Number(row[head.indexOf(name)] || 0), 0)
  expect(Math.round(column('借方') * 100)).toBe(sum('debit'))
  expect(Math.round(column('贷方') * 100)).toBe(sum('credit'))
  expect((await table('orders')).rows[1]?.slice(0, 1)).toEqual([orderNumber(orderId)])
  expect((await table('refunds')).rows).toHaveLength(2)
  const receipts = await table('receipts')
  expect(receipts.rows[1]?.[4]).toBe(`'=HYPERLINK("http://x","点")`)
  // spreadsheets round digits beyond the fifteenth
  expect(receipts.rows[1]?.[0]).toMatch(/^\t\d{20}$/)

  expect((await table('ledger', ada)).status).toBe(403)
  expect((await staff.inject({ method: 'GET', url: bookkeepingPath('2026-13', 'ledger') })).statusCode).toBe(404)
})

test('a table of many rows comes whole and in order', async () => {
  await sql`
    insert into ledger_entries (transaction, account, amount_fen, at)
    select 'many:' || n, side.account, side.fen, ${site.clock.now()}::timestamptz + n * interval '1 millisecond'
    from generate_series(1, 2500) n, (values ('bank', 1), ('sales', -1)) side (account, fen)`.execute(site.db)
  const { rows } = await table('ledger')
  const many = rows.filter(([transaction]) => transaction?.startsWith('many:'))
  expect(many).toHaveLength(5000)
  expect(new Set(many.map(([transaction, , account]) => `${transaction} ${account}`)).size).toBe(5000)
})

test('staff give a right with a reason and an end; the same again changes nothing, and it is taken back with a reason', async () => {
  const phone = newPhone()
  const ada = await site.learner({ name: '林知远', phone })
  const item = await paidTutorial(site, seller)
  // this machine's clock is ahead of the database's
  site.clock.advance({ minutes: 5 })
  const give = (body: object = {}, person = staff) =>
    person.call(giveGrant, { body: { person: phone, item: `/tutorial/${item.slug}`, reason: '内测学员', ...body } })
  expect(await mayLearn(ada, item.id)).toBe(false)
  const [first, second] = await Promise.all([give(), give({}, colleague)])
  expect(first.result.grant).toMatchObject({ person: { name: '林知远' }, reason: '内测学员', endTime: null })
  expect(second.result.grant.id).toBe(first.result.grant.id)
  expect(await mayLearn(ada, item.id)).toBe(true)
  expect((await give({ until: '2099-12-31' })).result.details?.[0]?.field).toBe('person')

  const { id } = first.result.grant
  const revoke = (reason: string) => staff.call(revokeGrant, { body: { id, reason } })
  expect((await revoke(' ')).status).toBe(400)
  expect((await revoke('内测结束')).result.grant).toMatchObject({ revokedBy: '财务小周', revokeReason: '内测结束' })
  expect((await revoke('再来')).status).toBe(409)
  expect(await mayLearn(ada, item.id)).toBe(false)
  const { results } = (await staff.call(listStaffGrants, { query: {} })).result
  expect(results[0]).toMatchObject({ id, isOver: true })
})

test('a right that staff gave ends with its last day; what was bought cannot be taken back here', async () => {
  const ada = await site.learner()
  const item = await paidTutorial(site, seller)
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const { result } = await staff.call(giveGrant, {
    body: { person: ada.id, item: item.id, reason: '试读', until: today },
  })
  expect(result.grant.endTime).toBe(new Date(Date.parse(`${today}T00:00:00+08:00`) + 86_400_000).toISOString())
  const other = await paidTutorial(site, seller)
  await bought(ada, { itemIds: [other.id] })
  const { id } = await site.db
    .selectFrom('grants')
    .select('id')
    .where('user_id', '=', ada.id)
    .where('item_id', '=', other.id)
    .executeTakeFirstOrThrow()
  expect((await staff.call(revokeGrant, { body: { id, reason: '误' } })).status).toBe(404)
})

test('whom and what nobody finds, no reason and a day that is over are refused by field', async () => {
  const { status, result } = await staff.call(giveGrant, {
    body: { person: '13000000000', item: '/tutorial/nothing', reason: ' ', until: '2020-01-01' },
  })
  expect([status, result.details?.map(({ field }) => field)]).toEqual([400, ['person', 'item', 'reason', 'until']])
  const ada = await site.learner()
  expect((await ada.call(giveGrant, { body: { person: ada.id, item: 'x', reason: 'x' } })).status).toBe(403)
})
