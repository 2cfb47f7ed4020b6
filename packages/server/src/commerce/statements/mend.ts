import type { Difference, DifferenceAct, DifferenceKind } from '@lantern/contract/commerce/differences.ts'
import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import { shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { GatewayAway, GatewayRefused, NotFromGateway, type PaymentGateway } from '../gateways/payment-gateway.ts'
import { paymentGateways } from '../gateways/payment-gateways.ts'
import { lockOrder } from '../order-changes.ts'
import { askForRefund } from '../send-refund.ts'
import { giveBackSurplus, settlePaid } from '../settle.ts'
import { readDifference } from './list-differences.ts'

interface Open {
  id: string
  kind: DifferenceKind
  gateway: string
  subject: string
  payment_id: string | null
  their_fen: number
}

/** Asks the gateway about everything that is open with it; what is right then closes by itself. */
export async function mendByItself(services: Services, { name }: PaymentGateway): Promise<void> {
  const open = await services.db
    .selectFrom('payment_differences')
    .select(['id', 'kind', 'gateway', 'subject', 'payment_id', 'their_fen'])
    .where('gateway', '=', name)
    .where('mended_at', 'is', null)
    .where('kind', 'in', ['not_settled', 'refund_not_there', 'refund_refused'])
    .orderBy('found_at')
    .limit(1000)
    .execute()
  for (const difference of open as Open[]) {
    try {
      await askAgain(services, difference, null)
    } catch (error) {
      if (!isOfGateway(error)) throw error
      services.log.warn({ difference: difference.id, err: error.message }, 'a difference could not be asked about')
    }
  }
}

/** Does what a member of staff chose. The first of two wins; for the second it is mended already. */
export async function mendDifference(
  services: Services,
  viewer: SignedIn,
  { id, act, note = '' }: { id: string; act: DifferenceAct; note?: string },
): Promise<Difference> {
  const shown = await readDifference(services.db, id)
  if (!shown) throw refuse('not_found')
  if (!shown.acts.includes(act)) throw refuse('conflict')
  if (act === 'note') {
    if (note.trim() === '')
      throw refuse('bad_request', { details: [{ field: 'note', message: 'error_field_required' }] })
    await inTransaction(services.db, (trx) => close(services, trx, id, { by: viewer.id, note: note.trim() }))
  } else {
    const difference = (await services.db
      .selectFrom('payment_differences')
      .select(['id', 'kind', 'gateway', 'subject', 'payment_id', 'their_fen'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()) as Open
    if (act === 'give_back') await giveBack(services, viewer, difference)
    else {
      const isMended = await askAgain(services, difference, viewer.id).catch((error: unknown) => {
        throw isOfGateway(error) ? refuse('payment_unavailable', { cause: error }) : error
      })
      if (!isMended) throw refuse('conflict')
    }
  }
  const mended = await readDifference(services.db, id)
  if (!mended) throw refuse('not_found')
  return mended
}

/** True when both sides agree now. */
async function askAgain(services: Services, difference: Open, by: string | null): Promise<boolean> {
  const { id, kind, subject, payment_id, their_fen } = difference
  if (kind === 'refund_not_there' || kind === 'refund_refused') {
    await askForRefund(services, subject)
    const { state } = await services.db
      .selectFrom('refunds')
      .select('state')
      .where('id', '=', subject)
      .executeTakeFirstOrThrow()
    if (state !== 'done') return false
    // one that was refused is closed by the refund
    return kind === 'refund_refused' || closeIn(services, id, by)
  }
  const gateway = paymentGateways(services).get(difference.gateway as GatewayName)
  const payment = payment_id === null ? undefined : await paymentNamed(services, payment_id)
  if (!gateway || !payment) return false
  const told = await gateway.query({ paymentId: payment.id, providerId: payment.provider_id })
  if (told.state !== 'paid') return false
  await inTransaction(services.db, (trx) => settlePaid(services, trx, gateway, told))
  const now = await paymentNamed(services, payment.id)
  const agrees =
    now?.state === 'captured' && now.amount_fen === told.amountFen && (their_fen === 0 || now.amount_fen === their_fen)
  return agrees && closeIn(services, id, by)
}

/**
 * The gateway took another amount than was agreed, so that no order is paid by it: the whole of it goes back as a second
 * payment does. The payment's row keeps the amount that the gateway took.
 */
async function giveBack(services: Services, viewer: SignedIn, { id, payment_id, their_fen }: Open): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const found = payment_id === null ? undefined : await paymentNamed({ db: trx }, payment_id)
    const order = found && (await lockOrder(trx, found.order_id))
    const payment = found && (await paymentNamed({ db: trx }, found.id))
    if (!order || !payment || payment.state === 'captured') throw refuse('conflict')
    await close(services, trx, id, { by: viewer.id, note: '' })
    const now = services.clock.now()
    await trx
      .updateTable('payments')
      .set({ state: 'captured', captured_at: now, is_surplus: true, amount_fen: their_fen })
      .where('id', '=', payment.id)
      .execute()
    await giveBackSurplus(services, trx, order, { ...payment, amount_fen: their_fen }, now)
  })
}

function paymentNamed({ db }: { db: Services['db'] | Trx }, id: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'order_id', 'gateway', 'state', 'amount_fen', 'provider_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function closeIn(services: Services, id: string, by: string | null): Promise<boolean> {
  await inTransaction(services.db, (trx) => close(services, trx, id, { by, note: '' }))
  return true
}

async function close(
  { clock, topics }: Services,
  trx: Trx,
  id: string,
  { by, note }: { by: string | null; note: string },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('payment_differences')
    .set({ mended_at: clock.now(), mended_by: by, note })
    .where('id', '=', id)
    .where('mended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refuse('conflict')
  await topics.publish(trx, shopStaffTopic, {}, { type: 'DIFFERENCES' })
}

function isOfGateway(error: unknown): error is Error {
  return error instanceof GatewayAway || error instanceof GatewayRefused || error instanceof NotFromGateway
}
