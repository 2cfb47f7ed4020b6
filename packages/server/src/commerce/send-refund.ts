import { refundEnded } from '@lantern/contract/commerce/events.ts'
import { orderTopic, shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import { newId } from '@lantern/contract/ids.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { chinaTime } from './china-time.ts'
import { notifyUrlOf } from './gateway-addresses.ts'
import { type GatewayRefund, GatewayRefused } from './gateways/payment-gateway.ts'
import { gatewayOf } from './gateways/payment-gateways.ts'
import { post } from './ledger.ts'
import { lockOrder, writeOrderAudit } from './order-changes.ts'

/** Asks the gateway to give the money of one refund back; the same refund is never given twice. */
export const sendRefundJob = 'commerce.send_refund'

interface SendingRefund {
  id: string
  order_id: string
  payment_id: string
  amount_fen: number
  gateway: string
  provider_id: string | null
  total_fen: number
  currency: string
}

/** A gateway that is away makes the job fail, and it is tried again; one that refuses is for people, in the list of differences. */
export async function sendRefund(services: Services, refundId: string): Promise<void> {
  const refund = await findSending(services, refundId)
  if (!refund) return
  const gateway = gatewayOf(services, refund.gateway)
  try {
    const answer = await gateway.refund({
      refundId,
      paymentId: refund.payment_id,
      providerId: refund.provider_id,
      amountFen: refund.amount_fen,
      totalFen: refund.total_fen,
      currency: refund.currency,
      reason: services.config.siteName,
      notifyUrl: notifyUrlOf(services.config, gateway.name),
    })
    await noteAnswer(services, gateway.name, answer)
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    services.log.error({ refundId, code: error.code }, 'the gateway refuses a refund')
    await noteRefusal(services, refundId, error.code)
  }
}

/** Puts a refund that cannot go out before the staff of the shop; one that they set aside stays so. */
export async function noteRefusal(
  { db, clock, topics }: Pick<Services, 'db' | 'clock' | 'topics'>,
  refundId: string,
  code: string | null,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    await sql`
      insert into payment_differences (id, gateway, day, kind, subject, payment_id, provider_id, our_fen, their_fen,
        their_currency, code, found_at)
      select ${newId('difference', now.getTime())}, p.gateway, ${chinaTime(now).slice(0, 10)}::date, 'refund_refused', r.id,
        p.id, r.provider_id, r.amount_fen, 0, p.currency, ${code}, ${now}
      from refunds r join payments p on p.id = r.payment_id where r.id = ${refundId} and r.state = 'sending'
      on conflict (gateway, kind, subject) do nothing`.execute(trx)
    await topics.publish(trx, shopStaffTopic, {}, { type: 'DIFFERENCES' })
  })
}

/** How a refund stands at the gateway, for one that has been under way for long. */
export async function askForRefund(services: Services, refundId: string): Promise<void> {
  const refund = await findSending(services, refundId)
  if (!refund) return
  const gateway = gatewayOf(services, refund.gateway)
  const answer = await gateway.queryRefund({
    refundId,
    paymentId: refund.payment_id,
    providerId: refund.provider_id,
  })
  if (answer.state === 'unknown' || answer.state === 'failed') await sendRefund(services, refundId)
  else await noteAnswer(services, gateway.name, answer)
}

async function noteAnswer(services: Services, gateway: string, answer: GatewayRefund): Promise<void> {
  if (answer.state !== 'refunded' || (await noteRefund(services, gateway, answer)) !== 'mismatch') return
  services.log.error({ refundId: answer.refundId, gateway }, 'a gateway gave another amount back than was asked for')
}

/** A refund that a gateway says it has made; without `currency` it is that of the payment. */
type RefundedFact = Pick<GatewayRefund, 'refundId' | 'amountFen' | 'providerId'> & { currency?: string }

/** `known`: noted before. `mismatch`: it is not the refund that the site has under way, which is for people to look at. */
type NotedRefund = 'noted' | 'known' | 'mismatch'

/** The money is back with the payer, as its gateway says: the refund is done, and the books say so. Again changes nothing. */
export async function noteRefund(
  { db, clock, events, topics }: Pick<Services, 'db' | 'clock' | 'events' | 'topics'>,
  gateway: string,
  { refundId, amountFen, providerId, currency }: RefundedFact,
): Promise<NotedRefund> {
  return inTransaction(db, async (trx) => {
    const found = await trx.selectFrom('refunds').select('order_id').where('id', '=', refundId).executeTakeFirst()
    const order = found && (await lockOrder(trx, found.order_id))
    const refund = await trx
      .selectFrom('refunds as r')
      .innerJoin('payments as p', 'p.id', 'r.payment_id')
      .select(['r.state', 'r.amount_fen', 'p.currency'])
      .where('r.id', '=', refundId)
      .where('p.gateway', '=', gateway)
      .executeTakeFirst()
    if (!order || !refund || refund.amount_fen !== amountFen || refund.currency !== (currency ?? refund.currency)) {
      return 'mismatch'
    }
    if (refund.state === 'done') return 'known'
    if (refund.state !== 'sending') return 'mismatch'
    const now = clock.now()
    await trx
      .updateTable('refunds')
      .set({ state: 'done', done_at: now, ...(providerId && { provider_id: providerId }) })
      .where('id', '=', refundId)
      .execute()
    await trx
      .updateTable('payment_differences')
      .set({ mended_at: now })
      .where('kind', '=', 'refund_refused')
      .where('subject', '=', refundId)
      .where('mended_at', 'is', null)
      .execute()
    const entries = [
      ['refunds', refund.amount_fen],
      [`cash:${gateway}`, -refund.amount_fen],
    ] as const
    await post(trx, { transaction: `refunded:${refundId}`, orderId: order.id, at: now, entries })
    await writeOrderAudit(trx, { order, act: 'refunded', after: order.state, actorId: null, detail: { refundId }, now })
    await events.emit(trx, refundEnded, { orderId: order.id, refundId })
    await topics.publish(trx, shopStaffTopic, {}, { type: 'REFUNDS' })
    await topics.publish(trx, orderTopic, { orderId: order.id }, { type: 'STATE', state: order.state })
    return 'noted'
  })
}

async function findSending({ db }: Pick<Services, 'db'>, id: string): Promise<SendingRefund | undefined> {
  return db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.id', 'r.order_id', 'r.amount_fen', 'p.id as payment_id', 'p.gateway', 'p.provider_id', 'p.currency'])
    .select('p.amount_fen as total_fen')
    .where('r.id', '=', id)
    .where('r.state', '=', 'sending')
    .executeTakeFirst()
}
