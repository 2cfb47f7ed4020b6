import { listDifferences, mendDifference } from '@lantern/contract/commerce/differences.ts'
import { placeOrder, readOrder } from '@lantern/contract/commerce/orders.ts'
import { prepay } from '@lantern/contract/commerce/payments.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { paidTutorial } from '#testing/shop.ts'
import { type TestSite, testSite } from '#testing/site.ts'
import { localAlipay } from '../gateways/testing/local-alipay.ts'
import { localStripe } from '../gateways/testing/local-stripe.ts'
import { localWechat } from '../gateways/testing/local-wechat.ts'

const now = () => site.clock.now()
const gateways = {
  wechat: await localWechat({ now }),
  alipay: await localAlipay({ now }),
  // paid out in another currency than that of the charges
  stripe: await localStripe({ now, exchangeRate: 0.14 }),
}
type Name = keyof typeof gateways
const names = Object.keys(gateways) as Name[]
const settings = Object.assign({}, ...Object.values(gateways).map((gateway) => gateway.settings))
const site: TestSite = await testSite({ ...settings, PAYMENT_GATEWAYS: names.join() })
site.clock.set('2026-11-20T06:00:00Z')
afterAll(() => Promise.all(Object.values(gateways).map((gateway) => gateway.close())))
const seller = await site.user({ groups: ['learn_creator'] })
const staff = await site.user({ groups: ['learn_admin'] })

/** A tutorial of 12 yuan is bought, and the gateway's callback came. */
async function paid(name: Name) {
  const person = await site.learner()
  const { id } = await paidTutorial(site, seller)
  const { order } = (await person.call(placeOrder, { body: { itemIds: [id], currency: 'CNY', seats: 1 } })).result
  const { paymentId, payUrl } = (
    await person.call(prepay, { params: { gateway: name }, body: { orderId: order.id, device: 'desktop' } })
  ).result
  if (payUrl) await fetch(payUrl)
  gateways[name].pay(paymentId)
  const { headers, body } = gateways[name].callback(paymentId)
  await site.inject({ method: 'POST', url: `/api/learn/cn/payment/${name}/notify`, headers, payload: body })
  expect((await person.call(readOrder, { params: { id: order.id } })).result.order.state).toBe('finished')
  return { paymentId, day: dayOf(site.clock.now()) }
}

const dayOf = (date: Date) => new Date(date.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)

async function readStatements(): Promise<void> {
  await site.services.jobs.send(site.db, 'commerce.statements', {})
  await site.settle()
}

/** The morning comes on which the statement of the day is due. A fault of a gateway ends the job, which is tried again. */
async function nextMorning(isFaulty = false): Promise<void> {
  site.clock.advance({ days: 1 })
  const read = readStatements()
  if (isFaulty) await expect(read).rejects.toThrow()
  else await read
}

const list = async () => (await staff.call(listDifferences, { query: { pageSize: 100 } })).result
const differenceOf = async (subject: string) => (await list()).results.find((one) => one.subject === subject)
const statementOf = async (name: Name, day: string) =>
  (await list()).statements.find((one) => one.gateway === name && one.day === day)

async function feesOf(name: Name, day: string): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select coalesce(sum(amount_fen), 0)::integer as fen from ledger_entries
    where account = 'fees' and transaction = ${`fees:${name}:${day}`}`.execute(site.db)
  return rows[0]?.fen ?? 0
}

describe.each(names)('%s', (name) => {
  const gateway = gateways[name]

  test('a statement of which half arrives is read by none, and whole on the next try', async () => {
    const { paymentId, day } = await paid(name)
    gateway.failCalls('cut short')
    await nextMorning(true)
    expect(await statementOf(name, day)).toBeUndefined()
    gateway.failCalls(null)
    await readStatements()
    expect(await statementOf(name, day)).toMatchObject({ captured: 1200 })
    expect(await differenceOf(paymentId)).toBeUndefined()
  })

  test('a payment that the statement lacks is a difference, until the statement of the next day has it', async () => {
    const other = await paid(name)
    const { paymentId, day } = await paid(name)
    const { paidAt } = gateway.payment(paymentId)
    gateway.payment(paymentId).paidAt = new Date((paidAt?.getTime() ?? 0) + 86_400_000)
    await nextMorning()
    expect(await statementOf(name, day)).toMatchObject({ captured: 1200 })
    expect(await differenceOf(other.paymentId)).toBeUndefined()
    expect(await differenceOf(paymentId)).toMatchObject({ kind: 'not_there', ourAmount: 1200, acts: ['ask', 'note'] })
    await nextMorning()
    expect(await differenceOf(paymentId)).toMatchObject({ mendedTime: expect.any(String), acts: [] })
  })

  test('an empty statement of a day with payments is late, and believed a day later', async () => {
    const late = await paid(name)
    const { paidAt } = gateway.payment(late.paymentId)
    gateway.payment(late.paymentId).paidAt = null
    await nextMorning(true)
    expect(await statementOf(name, late.day)).toBeUndefined()
    gateway.payment(late.paymentId).paidAt = paidAt
    await readStatements()
    expect(await statementOf(name, late.day)).toMatchObject({ captured: 1200 })
    expect(await differenceOf(late.paymentId)).toBeUndefined()

    const never = await paid(name)
    gateway.payment(never.paymentId).paidAt = null
    await nextMorning(true)
    expect(await differenceOf(never.paymentId)).toBeUndefined()
    await nextMorning()
    expect(await statementOf(name, never.day)).toMatchObject({ captured: 0 })
    expect(await differenceOf(never.paymentId)).toMatchObject({ kind: 'not_there', ourAmount: 1200 })
  })
})

// Alipay's statement names no currency: its trades are in yuan
test.each(['wechat', 'stripe'] as const)(
  '%s: money in another currency is a difference for people alone, and no fen of the books',
  async (name) => {
    const { paymentId, day } = await paid(name)
    gateways[name].payment(paymentId).currency = 'USD'
    await nextMorning()
    const found = await differenceOf(paymentId)
    expect(found).toMatchObject({
      kind: 'amount',
      ourAmount: 1200,
      theirAmount: 1200,
      theirCurrency: 'USD',
      acts: ['note'],
    })
    const ask = await staff.call(mendDifference, { body: { id: found?.id ?? '', act: 'give_back' } })
    expect(ask.status).toBe(409)
    expect(await statementOf(name, day)).toMatchObject({ captured: 0, fees: 0 })
    expect(await feesOf(name, day)).toBe(0)
  },
)

test('a fee that Stripe takes in another currency is entered in that of the charge', async () => {
  const { day } = await paid('stripe')
  await nextMorning()
  // 3.4 percent of 12 yuan are 41 fen, which Stripe names as 6 cents
  expect(await statementOf('stripe', day)).toMatchObject({ captured: 1200, fees: Math.round(6 / 0.14) })
  expect(await feesOf('stripe', day)).toBe(Math.round(6 / 0.14))
})
