import { getSandboxPayment, playSandboxPayment } from '@lantern/contract/commerce/sandbox-payments.ts'
import { refuse } from '#kit/errors.ts'
import { NotYet } from '#kit/jobs.ts'
import { type App, route } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import type { GatewayEvent } from '../payment-gateway.ts'
import { closePayment, sandboxMerchant, signedCallback, takeMoney } from './sandbox-gateway.ts'

const callbackJob = 'sandbox.callback'
const delayMs = 30_000

/** The page of the gateway that the demo plays. */
export function sandboxRoutes(app: App): void {
  route(app, getSandboxPayment, async ({ params, services }) =>
    shownPayment(await findOpen(services, params.paymentId)),
  )

  route(app, playSandboxPayment, async ({ params, body: { act }, services }) => {
    const payment = await findOpen(services, params.paymentId)
    if (act === 'succeed' || act === 'delay') {
      const { payment_id: paymentId } = payment
      const taken = await inTransaction(services.db, async (trx) => {
        const taken = await takeMoney({ ...services, db: trx }, paymentId)
        const after = services.clock.now().getTime() + delayMs
        if (taken === 'now' && act === 'delay') await services.jobs.send(trx, callbackJob, { paymentId, after })
        return taken
      })
      if (taken === 'never') throw refuse('conflict')
      if (act === 'succeed') await tell(app, await eventOf(services, payment.payment_id))
    }
    if (act === 'close' && (await closePayment(services, payment.payment_id))) {
      await tell(app, await eventOf(services, payment.payment_id))
    }
    return shownPayment(await findOpen(services, payment.payment_id))
  })
}

/** Callbacks that come late, and those that the shop did not take at once. */
export function sendSandboxCallbacks(services: Services): void {
  services.jobs.define(callbackJob, async ([data]) => {
    const { paymentId, after } = data as { paymentId: string; after: number }
    if (services.clock.now().getTime() < after) throw new NotYet()
    const { event, notifyUrl } = await eventOf(services, paymentId)
    const { headers, body } = signedCallback(services, event)
    const answer = await fetch(notifyUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })
    if (!answer.ok) throw new Error(`The shop did not take the callback of the sandbox: ${answer.status}`)
  })
}

async function findOpen({ config, db }: Services, paymentId: string) {
  const found = config.payments.sandbox
    ? await db.selectFrom('sandbox_payments').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()
    : undefined
  if (!found) throw refuse('not_found')
  return found
}

function shownPayment(row: Awaited<ReturnType<typeof findOpen>>) {
  return {
    paymentId: row.payment_id,
    title: row.title,
    amountFen: row.amount_fen,
    currency: row.currency,
    state: row.state as 'waiting' | 'paid' | 'closed',
    expiresAt: row.expires_at.toISOString(),
    returnUrl: row.return_url,
  }
}

async function eventOf({ db }: Services, paymentId: string): Promise<{ event: GatewayEvent; notifyUrl: string }> {
  const row = await db
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const kind = row.state === 'paid' ? 'paid' : 'closed'
  const event: GatewayEvent = {
    kind,
    eventId: `${paymentId}:${kind}`,
    paymentId,
    providerId: paymentId,
    amountFen: row.amount_fen,
    currency: row.currency,
    merchantId: sandboxMerchant,
    at: row.paid_at ?? row.closed_at ?? row.expires_at,
  }
  return { event, notifyUrl: row.notify_url }
}

/** Calls the shop within this process; what it does not take is sent again by a job. */
async function tell(app: App, { event, notifyUrl }: { event: GatewayEvent; notifyUrl: string }): Promise<void> {
  const { services } = app
  const { headers, body } = signedCallback(services, event)
  const { host, pathname } = new URL(notifyUrl)
  const sent = { 'content-type': 'application/json', host, ...headers }
  const answer = await app.inject({ method: 'POST', url: pathname, headers: sent, payload: body })
  if (answer.statusCode >= 300) {
    await services.jobs.send(services.db, callbackJob, { paymentId: event.paymentId, after: 0 })
  }
}
