import { orderStatusOf } from '@lantern/contract/commerce/order-rules.ts'
import type { GatewayName, PaymentStatus, Prepaid } from '@lantern/contract/commerce/payments.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { entitlementOf } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { orderedBundleTitle } from './bundle-text.ts'
import { isWithdrawn } from './fulfil.ts'
import { notifyUrlOf, returnUrlOf } from './gateway-addresses.ts'
import { GatewayAway, GatewayRefused, NotFromGateway, type PaymentGateway } from './gateways/payment-gateway.ts'
import { gatewayOf, paymentGateways } from './gateways/payment-gateways.ts'
import { lockOrder } from './order-changes.ts'
import { settlePaid } from './settle.ts'

interface Attempt {
  id: string
  amount_fen: number
  code_url: string | null
  pay_url: string | null
  expires_at: Date
  title: string
}

interface PrepayInput {
  gatewayName: GatewayName
  orderId: string
  device?: 'desktop' | 'phone'
  clientAddress: string
  /** Of the payer; absent: the order is called as in its own. */
  language?: string
}

/** Begins to pay an own order, or goes on with the attempt that is open: a second press makes no second payment. */
export async function prepay(services: Services, viewer: SignedIn, input: PrepayInput): Promise<Prepaid> {
  const { gatewayName, orderId, device = 'desktop', clientAddress, language } = input
  const gateway = paymentGateways(services).get(gatewayName)
  if (!gateway) throw refuse('not_found')
  const attempt = await openAttempt(services, viewer, { gateway, orderId, device, language })
  if (attempt.code_url !== null || attempt.pay_url !== null) return prepaidOf(attempt)
  try {
    const answer = await gateway.prepay({
      paymentId: attempt.id,
      title: attempt.title,
      amountFen: attempt.amount_fen,
      currency: gateway.currency,
      expiresAt: attempt.expires_at,
      device,
      clientAddress,
      returnUrl: returnUrlOf(services.config, orderId),
      notifyUrl: notifyUrlOf(services.config, gatewayName),
    })
    const [code_url, pay_url] = 'codeUrl' in answer ? [answer.codeUrl, null] : [null, answer.payUrl]
    const { numUpdatedRows } = await services.db
      .updateTable('payments')
      .set({ code_url, pay_url, provider_id: answer.providerId })
      .where('id', '=', attempt.id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    // the order ended meanwhile, and the gateway was told so before it knew of this payment
    if (numUpdatedRows === 0n) {
      await gateway.close({ paymentId: attempt.id, providerId: answer.providerId })
      throw refuse('conflict')
    }
    return prepaidOf({ ...attempt, code_url, pay_url })
  } catch (error) {
    if (!(error instanceof GatewayAway || error instanceof GatewayRefused || error instanceof NotFromGateway))
      throw error
    services.log.warn(
      { paymentId: attempt.id, gateway: gatewayName, err: error.message },
      'a payment could not be opened',
    )
    // refused for good: the next press begins another
    if (error instanceof GatewayRefused) await askGateway(services, attempt.id)
    throw refuse('payment_unavailable', { cause: error })
  }
}

interface AttemptWish {
  gateway: PaymentGateway
  orderId: string
  device: 'desktop' | 'phone'
  language: string | undefined
}

/** The attempt is in the database before the gateway hears of it: what it takes is never unknown here. */
function openAttempt(
  services: Services,
  viewer: SignedIn,
  { gateway, orderId, device, language }: AttemptWish,
): Promise<Attempt> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || order.user_id !== viewer.id) throw refuse('not_found')
    const now = services.clock.now()
    const isOver = order.expires_at !== null && order.expires_at <= now
    if (order.state === 'expired' || (order.state === 'waiting' && isOver)) throw refuse('order_expired')
    if (order.state !== 'waiting') throw refuse('conflict')
    await requireAllThere(trx, orderId)
    await requireNothingHad(trx, viewer, { orderId, language })
    const title = await titleOf(trx, orderId, language)
    const open = await trx
      .selectFrom('payments')
      .select(['id', 'amount_fen', 'code_url', 'pay_url', 'expires_at'])
      .where('order_id', '=', orderId)
      .where('gateway', '=', gateway.name)
      .where('device', '=', device)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (open) return { ...open, title }
    const attempt = {
      id: newId('payment', now.getTime()),
      amount_fen: order.amount_fen,
      expires_at: order.expires_at ?? new Date(now.getTime() + services.config.shop.orderMinutes * 60_000),
    }
    await trx
      .insertInto('payments')
      .values({
        ...attempt,
        order_id: orderId,
        gateway: gateway.name,
        device,
        currency: gateway.currency,
        state: 'open',
        created_at: now,
      })
      .execute()
    return { ...attempt, code_url: null, pay_url: null, title }
  })
}

/** Nobody begins to pay for an item that was withdrawn after the order was made; see giveBackWithdrawn for who had begun. */
async function requireAllThere(trx: Trx, orderId: string): Promise<void> {
  const { rows } = await sql<{ title: string }>`
    select t.title from order_lines t where t.order_id = ${orderId} and ${isWithdrawn}
    order by t.position limit 1`.execute(trx)
  const [gone] = rows
  if (gone) throw refuse('cart_not_for_sale', { values: { title: gone.title } })
}

/** Nobody begins to pay for what they were given after the order was made: see `isHadBy`. */
async function requireNothingHad(
  trx: Trx,
  viewer: SignedIn,
  { orderId, language }: { orderId: string; language: string | undefined },
): Promise<void> {
  const { rows } = await sql<{ title: string }>`
    select coalesce(${orderedBundleTitle(language)}, min(t.title)) as title from order_lines t
    where t.order_id = ${orderId} and t.item_id is not null
    group by t.bundle_id, t.bundle_title, t.bundle_titles, case when t.bundle_id is null then t.item_id end
    having bool_and(${entitlementOf(viewer.id, sql`t.item_id`)}) order by min(t.position) limit 1`.execute(trx)
  const [had] = rows
  if (had) throw refuse('cart_owned', { values: { title: had.title } })
}

/** What the payer reads at the gateway: the first line, which says enough. */
async function titleOf(trx: Trx, orderId: string, language: string | undefined): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select coalesce(${orderedBundleTitle(language)}, t.title) as title
    from order_lines t where t.order_id = ${orderId} order by t.position limit 1`.execute(trx)
  if (!rows[0]) throw new Error('An order has no line')
  return rows[0].title
}

function prepaidOf({ id, code_url, pay_url, expires_at }: Attempt): Prepaid {
  return { paymentId: id, codeUrl: code_url, payUrl: pay_url, expiresTime: expires_at.toISOString() }
}

const pauseMs = 2_000

/** How far the payment of an own order is. While it is not known here the gateway is asked, at most each two seconds. */
export async function paymentStatus(services: Services, viewer: SignedIn, orderId: string): Promise<PaymentStatus> {
  const { db, clock } = services
  const read = () =>
    db
      .selectFrom('orders')
      .select(['state', 'expires_at'])
      .where('id', '=', orderId)
      .where('user_id', '=', viewer.id)
      .executeTakeFirst()
  const before = await read()
  if (!before) throw refuse('not_found')
  if (before.state === 'waiting') {
    const due = await db
      .updateTable('payments')
      .set({ asked_at: clock.now() })
      .where('order_id', '=', orderId)
      .where('state', '=', 'open')
      .where((where) =>
        where.or([where('asked_at', 'is', null), where('asked_at', '<=', new Date(clock.now().getTime() - pauseMs))]),
      )
      .returning('id')
      .execute()
    for (const { id } of due) await askGateway(services, id).catch((error: unknown) => noteAway(services, id, error))
  }
  const { state, expires_at } = (await read()) ?? before
  const newest = await db
    .selectFrom('payments')
    .select(['state', 'gateway'])
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return {
    orderId,
    status: orderStatusOf(state as 'waiting'),
    state: state as 'waiting',
    failed: state === 'waiting' && newest?.state === 'closed',
    tried: (newest?.gateway as GatewayName | undefined) ?? null,
    expiresTime: state === 'waiting' ? (expires_at?.toISOString() ?? null) : null,
  }
}

/** A gateway that is away is asked again later; anything else is a fault. */
export function noteAway(services: Services, paymentId: string, error: unknown): void {
  if (!(error instanceof GatewayAway || error instanceof GatewayRefused || error instanceof NotFromGateway)) throw error
  services.log.warn({ paymentId, err: error.message }, 'a gateway could not be asked')
}

/** Asks the gateway how a payment stands, and settles what it has. */
export async function askGateway(services: Services, paymentId: string): Promise<void> {
  const payment = await openPayment(services, paymentId)
  if (!payment) return
  const { gateway, providerId } = payment
  const found = await gateway.query({ paymentId, providerId })
  if (found.state === 'paid') {
    const outcome = await inTransaction(services.db, (trx) => settlePaid(services, trx, gateway, found))
    if (outcome === 'mismatch')
      services.log.error({ gateway: gateway.name, paymentId, outcome }, 'a payment could not be settled')
  } else if (found.state === 'closed') await markClosed(services, paymentId)
}

/** Ends open payments of an order that is paid or over; money that was quicker is settled or goes back. */
export async function closePayments(services: Services, orderId: string): Promise<void> {
  const open = await services.db
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select('p.id')
    .where('o.id', '=', orderId)
    .where('o.state', '<>', 'waiting')
    .where('p.state', '=', 'open')
    .execute()
  for (const { id } of open) {
    const payment = await openPayment(services, id)
    if (!payment) continue
    const outcome = await payment.gateway.close({ paymentId: id, providerId: payment.providerId })
    if (outcome === 'closed') await markClosed(services, id)
    else await askGateway(services, id)
  }
}

async function openPayment(
  services: Services,
  paymentId: string,
): Promise<{ gateway: PaymentGateway; providerId: string | null } | null> {
  const row = await services.db
    .selectFrom('payments')
    .select(['gateway', 'provider_id'])
    .where('id', '=', paymentId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row ? { gateway: gatewayOf(services, row.gateway), providerId: row.provider_id } : null
}

async function markClosed({ db }: Pick<Services, 'db'>, paymentId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'closed' })
    .where('id', '=', paymentId)
    .where('state', '=', 'open')
    .execute()
}
