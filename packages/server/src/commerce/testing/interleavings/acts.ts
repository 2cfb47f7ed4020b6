import fc from 'fast-check'
import { sql } from 'kysely'
import { Refusal } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { runSql } from '#kit/sql.ts'
import { takeEvent } from '../../callbacks.ts'
import { cancelOrder, closePaymentsJob, expireOrder } from '../../end-order.ts'
import type { GatewayEvent } from '../../gateways/payment-gateway.ts'
import { paymentGateways } from '../../gateways/payment-gateways.ts'
import { askGateway, closePayments, prepay } from '../../payments.ts'
import { placeOrder } from '../../place-order.ts'
import { cancelRefund, decideRefund, refundByStaff, requestRefund } from '../../refunds.ts'
import { askForRefund, sendRefund, sendRefundJob } from '../../send-refund.ts'
import { type Cut, CutOff, type Turns } from './turns.ts'
import { jobTable, servicesOf, type World } from './world.ts'

const kinds = [
  'place',
  'prepay',
  'pay',
  'callback',
  'wrong callback',
  'question',
  'cancel',
  'expire',
  'price',
  'withdraw item',
  'ask refund',
  'decide refund',
  'withdraw refund',
  'refund by staff',
  'ask for refund',
  'job',
] as const
type Kind = (typeof kinds)[number]

/** One thing that a person, the gateway or the machine does. `of` says to which order, payment or refund, by its number. */
export interface Act {
  kind: Kind
  person: number
  of: number
  choice: number
  cut: Cut | null
}

/** Some interleavings: in each step some acts run at the same time. */
export interface Plan {
  steps: Act[][]
  /** Of the order in which acts of one step send their statements. */
  seed: number
}

const weights: Record<Kind, number> = {
  place: 8,
  prepay: 6,
  pay: 8,
  callback: 8,
  'wrong callback': 1,
  question: 4,
  cancel: 3,
  expire: 3,
  price: 1,
  'withdraw item': 1,
  'ask refund': 3,
  'decide refund': 4,
  'withdraw refund': 1,
  'refund by staff': 2,
  'ask for refund': 1,
  job: 5,
}

const cut = fc.record({ atStatement: fc.integer({ min: 1, max: 24 }), isDone: fc.boolean() })

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) }))),
  person: fc.nat(1),
  of: fc.nat(3),
  choice: fc.nat(7),
  cut: fc.option(cut, { freq: 5 }),
})

const plainly = (kind: Kind, choice = 0): Act[] => [{ kind, person: 0, of: 0, choice, cut: null }]

/** Most acts are about an order that waits, or about one that is paid. */
const beginnings: Act[][][] = [
  [],
  [plainly('place', 2), plainly('prepay')],
  [plainly('place', 5), plainly('prepay'), plainly('pay'), plainly('callback')],
]

export const plans: fc.Arbitrary<Plan> = fc
  .record({
    beginning: fc.constantFrom(...beginnings),
    steps: fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 5 }),
    seed: fc.nat(),
  })
  .map(({ beginning, steps, seed }) => ({ steps: [...beginning, ...steps], seed }))

/** What there is in a world, in the order in which it came. */
export interface Inventory {
  orders: { id: string; userId: string }[]
  payments: {
    id: string
    amountFen: number
    state: string
    /** The payer was led to the gateway: before that nobody can pay there. */
    isShown: boolean
  }[]
  refunds: { id: string; userId: string; state: string }[]
  jobs: { id: number; name: string; data: { orderId?: string; refundId?: string } }[]
}

export async function inventoryOf({ lane, people, staff }: World): Promise<Inventory> {
  const ids = people.map(({ id }) => id)
  const [row] = await runSql(
    lane.services.db,
    `with o as (select id, user_id from orders where user_id = any($1))
    select
      coalesce((select json_agg(json_build_object('id', id, 'userId', user_id) order by id) from o), '[]') as orders,
      coalesce((select json_agg(json_build_object('id', p.id, 'amountFen', p.amount_fen, 'state', p.state,
        'isShown', p.pay_url is not null) order by p.id)
        from payments p join o on o.id = p.order_id), '[]') as payments,
      coalesce((select json_agg(json_build_object('id', r.id, 'userId', o.user_id, 'state', r.state) order by r.id)
        from refunds r join o on o.id = r.order_id), '[]') as refunds,
      coalesce((select json_agg(json_build_object('id', j.id, 'name', j.name, 'data', j.data) order by j.id)
        from ${jobTable} j where j.world = $2), '[]') as jobs`,
    [ids, staff.id],
  )
  return row as unknown as Inventory
}

/** Does one act. A refusal and a cut are part of the game; every other failure is a fault of the shop. */
export async function perform(world: World, there: Inventory, given: Act, turns: Turns | null): Promise<void> {
  const services = servicesOf(world, turns, given.cut)
  try {
    await actOn(services, world, there, given)
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof CutOff)) throw error
  }
}

async function actOn(services: Services, world: World, there: Inventory, given: Act): Promise<void> {
  const { kind, of, choice } = given
  const pick = <T>(list: readonly T[]): T | undefined => list[of % Math.max(1, list.length)]
  const viewer = world.people[given.person] ?? world.staff
  const ownerOf = (userId: string) => world.people.find(({ id }) => id === userId) ?? world.staff
  const [order, payment, refund] = [pick(there.orders), pick(there.payments), pick(there.refunds)]
  if (kind === 'place') await placeOrder(services, viewer, wishOf(world, given))
  if (kind === 'price') await changePrice(services, world, given)
  if (kind === 'withdraw item') await turnHidden(services, world, given)
  if (kind === 'prepay' && order) {
    const device = choice % 2 === 0 ? 'desktop' : 'phone'
    await prepay(services, ownerOf(order.userId), {
      gatewayName: 'sandbox',
      orderId: order.id,
      device,
      clientAddress: '127.0.0.1',
    })
  }
  if (kind === 'cancel' && order) await cancelOrder(services, ownerOf(order.userId), order.id)
  if (kind === 'expire' && order) await expireOrder(services, order.id)
  if (kind === 'pay' && payment?.isShown) await payThere(services, payment.id)
  if (kind === 'callback' && payment) await tell(services, payment.id, payment.amountFen)
  if (kind === 'wrong callback' && payment) await tell(services, payment.id, payment.amountFen + 1)
  if (kind === 'question' && payment) await askGateway(services, payment.id)
  if ((kind === 'ask refund' || kind === 'refund by staff') && order) {
    const wish = { orderId: order.id, positions: [choice % 2], reason: null, note: '' }
    if (kind === 'ask refund') await requestRefund(services, ownerOf(order.userId), wish)
    else await refundByStaff(services, world.staff, wish)
  }
  if (kind === 'decide refund' && refund) {
    await decideRefund(services, world.staff, { id: refund.id, approve: choice % 4 !== 0 })
  }
  if (kind === 'withdraw refund' && refund) await cancelRefund(services, ownerOf(refund.userId), refund.id)
  if (kind === 'ask for refund' && refund) await askForRefund(services, refund.id)
  const job = pick(there.jobs)
  if (kind === 'job' && job) await work(services, world, job)
}

/** A job that was cut off stays and is done again. */
export async function work(services: Services, { lane }: World, job: Inventory['jobs'][number]): Promise<void> {
  const { orderId = '', refundId = '' } = job.data
  if (job.name === closePaymentsJob) await closePayments(services, orderId)
  if (job.name === sendRefundJob) await sendRefund(services, refundId)
  await runSql(lane.services.db, `delete from ${jobTable} where id = $1`, [job.id])
}

function wishOf({ lane, coupons }: World, { choice, of }: Act) {
  const [one = '', two = '', three = ''] = lane.itemIds
  const wishes = [
    { itemIds: [one] },
    { itemIds: [two] },
    { itemIds: [one, two] },
    { itemIds: [one, three] },
    { bundleSlug: lane.bundleSlug },
    { itemIds: [lane.bundleId, three] },
    { planId: 'premium-month' },
    { itemIds: [three] },
  ]
  const coupon = coupons[of]
  return { currency: 'CNY' as const, seats: 1 as const, ...wishes[choice], ...(coupon && { coupon }) }
}

async function changePrice({ db }: Services, { lane }: World, { choice, of }: Act): Promise<void> {
  await db
    .updateTable('items')
    .set({ price_fen: 100 + choice * 333 })
    .where('id', '=', lane.itemIds[of % 3] ?? '')
    .execute()
}

/** Withdraws an item, or shows it again. */
async function turnHidden({ db }: Services, { lane }: World, { of }: Act): Promise<void> {
  await sql`update items set hidden = not hidden where id = ${lane.itemIds[of % 3] ?? ''}`.execute(db)
}

/** The payer pays at the gateway, which tells nobody. */
async function payThere({ db, clock }: Services, paymentId: string): Promise<void> {
  await db
    .updateTable('sandbox_payments')
    .set({ state: 'paid', paid_at: clock.now() })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'waiting')
    .execute()
}

/** The gateway tells of a payment if it has the money. */
async function tell(services: Services, paymentId: string, amountFen: number): Promise<void> {
  const gateway = paymentGateways(services).get('sandbox')
  const found = await gateway?.query({ paymentId, providerId: null })
  if (!gateway || found?.state !== 'paid') return
  const event: GatewayEvent = {
    kind: 'paid',
    eventId: `${paymentId}:paid`,
    paymentId,
    providerId: paymentId,
    amountFen,
    currency: 'CNY',
    merchantId: gateway.merchantId,
    at: services.clock.now(),
  }
  await takeEvent(services, gateway, event, Buffer.from('{}'))
}
