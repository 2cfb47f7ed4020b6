import { createHash } from 'node:crypto'
import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#kit/errors.ts'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { type GatewayEvent, NotFromGateway, type PaymentGateway } from './gateways/payment-gateway.ts'
import { paymentGateways } from './gateways/payment-gateways.ts'
import { noteRefund, noteRefusal } from './send-refund.ts'
import { settlePaid } from './settle.ts'

const mostBytes = 256 * 1024

/**
 * Where gateways tell what happened. The body is kept as the bytes that came: they are verified before anything is loaded.
 * An unsettled callback gets the answer that makes the gateway send it again.
 */
export async function callbackRoutes(app: App): Promise<void> {
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { gateway: string } }>(
      '/api/learn/cn/payment/:gateway/notify',
      { bodyLimit: mostBytes, config: { isForAll: true } },
      async (request, reply) => {
        const gateway = paymentGateways(app.services).get(request.params.gateway as GatewayName)
        if (!gateway) throw refuse('not_found')
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const isTaken = await takeCallback(app.services, gateway, { headers: request.headers, rawBody })
        const { status, contentType, body } = gateway.answer(isTaken)
        return reply.status(status).type(contentType).send(body)
      },
    )
  })
}

/** Whether it was taken: verified, and settled or of no interest. */
async function takeCallback(
  services: Services,
  gateway: PaymentGateway,
  { headers, rawBody }: { headers: Record<string, string | string[] | undefined>; rawBody: Buffer },
): Promise<boolean> {
  try {
    const event = await gateway.readCallback({ headers, rawBody, now: services.clock.now() })
    return event === null || (await takeEvent(services, gateway, event, rawBody))
  } catch (error) {
    if (!(error instanceof NotFromGateway)) throw error
    const bytes = createHash('sha256').update(rawBody).digest('hex')
    services.log.warn({ gateway: gateway.name, err: error.message, bytes }, 'a callback is not of the gateway')
    return false
  }
}

/**
 * One event, once: its row, what follows from it and its bytes are one transaction. A repeated one finds its payment
 * captured or closed.
 * @testing
 */
export async function takeEvent(
  services: Services,
  gateway: PaymentGateway,
  event: GatewayEvent,
  rawBody: Buffer,
): Promise<boolean> {
  if (event.kind === 'refunded' || event.kind === 'refund_failed') return takeRefund(services, gateway, event, rawBody)
  return inTransaction(services.db, async (trx) => {
    const outcome = event.kind === 'paid' ? await settlePaid(services, trx, gateway, event) : await closed()
    if (outcome === 'mismatch' || outcome === 'unknown') {
      services.log.error(
        { gateway: gateway.name, paymentId: event.paymentId, outcome },
        'a callback could not be settled',
      )
      return false
    }
    await keep(trx, gateway, event, rawBody, outcome)
    return true

    async function closed(): Promise<string> {
      const { numUpdatedRows } = await trx
        .updateTable('payments')
        .set({ state: 'closed' })
        .where('id', '=', event.paymentId)
        .where('gateway', '=', gateway.name)
        .where('state', '=', 'open')
        .executeTakeFirst()
      return numUpdatedRows > 0n ? 'closed' : 'known'
    }
  })
}

async function takeRefund(
  services: Services,
  gateway: PaymentGateway,
  event: Extract<GatewayEvent, { refundId: string }>,
  rawBody: Buffer,
): Promise<boolean> {
  if (event.merchantId !== gateway.merchantId) return unsettled('mismatch')
  if (event.kind === 'refund_failed') {
    services.log.error({ gateway: gateway.name, refundId: event.refundId }, 'a refund failed at the gateway')
    // it stays under way, and staff can send it again
    await noteRefusal(services, event.refundId, null)
    await keep(services.db, gateway, event, rawBody, event.kind)
    return true
  }
  const outcome = await noteRefund(services, gateway.name, event)
  if (outcome === 'mismatch') return unsettled(outcome)
  await keep(services.db, gateway, event, rawBody, outcome === 'noted' ? 'refunded' : outcome)
  return true

  function unsettled(outcome: string): false {
    services.log.error(
      { gateway: gateway.name, refundId: event.refundId, outcome },
      'a callback of a refund could not be settled',
    )
    return false
  }
}

async function keep(
  db: Services['db'],
  { name }: PaymentGateway,
  { eventId, kind, paymentId, at }: GatewayEvent,
  body: Buffer,
  outcome: string,
): Promise<void> {
  await db
    .insertInto('payment_events')
    .values({ gateway: name, event_id: eventId, kind, payment_id: paymentId, body, outcome, at })
    // two sendings at the same time: the order's lock let the second see that it was settled
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
