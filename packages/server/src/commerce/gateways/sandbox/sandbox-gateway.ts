import { timingSafeEqual } from 'node:crypto'
import { sandboxPaymentPath } from '@lantern/contract/commerce/sandbox-payments.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { chinaDay } from '../../china-time.ts'
import {
  type GatewayEvent,
  type GatewayPayment,
  GatewayRefused,
  NotFromGateway,
  type PaymentGateway,
  type StatementLine,
} from '../payment-gateway.ts'

type SandboxServices = Pick<Services, 'db' | 'sealer' | 'clock'>

export const sandboxMerchant = 'sandbox'
const windowMs = 5 * 60_000

/** Plays a gateway with accounts of its own in this database; callbacks are signed with the site's key. */
export function sandboxGateway(services: SandboxServices): PaymentGateway {
  const { db, clock } = services
  const findPayment = (paymentId: string) =>
    db.selectFrom('sandbox_payments').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

  const queryRefund: PaymentGateway['queryRefund'] = async ({ refundId }) => {
    const found = await db
      .selectFrom('sandbox_refunds')
      .select('amount_fen')
      .where('refund_id', '=', refundId)
      .executeTakeFirst()
    if (!found) return { state: 'unknown', refundId, providerId: null, amountFen: null }
    return { state: 'refunded', refundId, providerId: refundId, amountFen: found.amount_fen }
  }

  return {
    name: 'sandbox',
    merchantId: sandboxMerchant,
    currency: 'CNY',
    queryRefund,

    async prepay(attempt) {
      const values = {
        payment_id: attempt.paymentId,
        title: attempt.title,
        amount_fen: attempt.amountFen,
        currency: attempt.currency,
        return_url: attempt.returnUrl,
        notify_url: attempt.notifyUrl,
        expires_at: attempt.expiresAt,
      }
      await db
        .insertInto('sandbox_payments')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const { state } = (await findPayment(attempt.paymentId)) ?? { state: 'closed' }
      if (state === 'paid') throw new GatewayRefused('sandbox', 'already_paid', 'PAID')
      if (state === 'closed') throw new GatewayRefused('sandbox', 'closed', 'CLOSED')
      const payUrl = new URL(sandboxPaymentPath(attempt.paymentId), attempt.returnUrl).href
      return { providerId: null, payUrl }
    },

    async readCallback({ headers, rawBody, now }) {
      const { 'sandbox-timestamp': timestamp = '', 'sandbox-signature': signature = '' } = headers
      const expected = signatureOf(services, String(timestamp), rawBody.toString('utf8'))
      const given = Buffer.from(String(signature), 'base64')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new NotFromGateway('sandbox: the signature does not fit')
      }
      if (!(Math.abs(now.getTime() - Number(timestamp)) <= windowMs)) {
        throw new NotFromGateway('sandbox: signed too long ago')
      }
      const event = JSON.parse(rawBody.toString('utf8')) as GatewayEvent & { at: string }
      return { ...event, at: new Date(event.at) }
    },

    answer: (taken) => ({ status: taken ? 200 : 500, contentType: 'text/plain', body: '' }),

    async query({ paymentId }): Promise<GatewayPayment> {
      const found = await findPayment(paymentId)
      const merchantId = sandboxMerchant
      if (!found) {
        const none = { providerId: null, amountFen: null, currency: null, paidAt: null }
        return { state: 'unknown', paymentId, merchantId, ...none }
      }
      return {
        state: found.state as GatewayPayment['state'],
        paymentId,
        providerId: paymentId,
        amountFen: found.amount_fen,
        currency: found.currency,
        merchantId,
        paidAt: found.paid_at,
      }
    },

    async close({ paymentId }) {
      await closePayment(services, paymentId)
      const found = await findPayment(paymentId)
      return found?.state === 'paid' ? 'paid' : 'closed'
    },

    async refund(refund) {
      await inTransaction(db, async (trx) => {
        // locked first: of two refunds at once the second sees what the first left
        const payment = await trx
          .selectFrom('sandbox_payments')
          .select('amount_fen')
          .where('payment_id', '=', refund.paymentId)
          .where('state', '=', 'paid')
          .forUpdate()
          .executeTakeFirst()
        const { fen } = await trx
          .selectFrom('sandbox_refunds')
          .select(sql<number>`coalesce(sum(amount_fen), 0)::integer`.as('fen'))
          .where('payment_id', '=', refund.paymentId)
          .executeTakeFirstOrThrow()
        if (!payment || fen + refund.amountFen > payment.amount_fen) return
        const { refundId: refund_id, paymentId: payment_id, amountFen: amount_fen } = refund
        await trx
          .insertInto('sandbox_refunds')
          .values({ refund_id, payment_id, amount_fen, refunded_at: clock.now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
      const made = await queryRefund(refund)
      if (made.state === 'unknown') throw new GatewayRefused('sandbox', 'not_enough', 'NOT_ENOUGH')
      return made
    },

    statement: (day) => statementOf(services, day),
  }
}

/** The payer pays. Paid is paid once; `never`: the payment was closed or its time is over. */
export async function takeMoney(
  { db, clock }: Pick<SandboxServices, 'clock'> & { db: Db | Trx },
  paymentId: string,
): Promise<'now' | 'before' | 'never'> {
  const now = clock.now()
  const { numUpdatedRows } = await db
    .updateTable('sandbox_payments')
    .set({ state: 'paid', paid_at: now })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'now'
  const { state } = await db
    .selectFrom('sandbox_payments')
    .select('state')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return state === 'paid' ? 'before' : 'never'
}

/** Ends a payment that is open; answers whether it was. */
export async function closePayment({ db, clock }: SandboxServices, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sandbox_payments')
    .set({ state: 'closed', closed_at: clock.now() })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A callback as the sandbox sends it. */
export function signedCallback(services: SandboxServices, event: GatewayEvent) {
  const body = JSON.stringify(event)
  const timestamp = String(services.clock.now().getTime())
  const signature = signatureOf(services, timestamp, body).toString('base64')
  return { headers: { 'sandbox-timestamp': timestamp, 'sandbox-signature': signature }, body }
}

function signatureOf({ sealer }: SandboxServices, timestamp: string, body: string): Buffer {
  return sealer.digest(`${timestamp}\n${body}`, 'sandbox callback')
}

async function* statementOf({ db }: SandboxServices, day: string): AsyncGenerator<StatementLine> {
  const { from, until } = chinaDay(day)
  const payments = await db
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .execute()
  for (const { payment_id: paymentId, amount_fen: amountFen, currency, paid_at } of payments) {
    const at = paid_at ?? from
    yield { kind: 'payment', paymentId, refundId: null, providerId: paymentId, amountFen, feeFen: 0, currency, at }
  }
  const refunds = await db
    .selectFrom('sandbox_refunds as r')
    .innerJoin('sandbox_payments as p', 'p.payment_id', 'r.payment_id')
    .select(['r.refund_id', 'r.payment_id', 'r.amount_fen', 'r.refunded_at', 'p.currency'])
    .where('r.refunded_at', '>=', from)
    .where('r.refunded_at', '<', until)
    .execute()
  for (const {
    refund_id: refundId,
    payment_id: paymentId,
    amount_fen: amountFen,
    refunded_at: at,
    currency,
  } of refunds)
    yield { kind: 'refund', paymentId, refundId, providerId: refundId, amountFen, feeFen: 0, currency, at }
}
