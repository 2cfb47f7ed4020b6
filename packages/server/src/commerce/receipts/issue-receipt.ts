import { orderTopic } from '@lantern/contract/commerce/topics.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { type LockedOrder, lockOrder } from '../order-changes.ts'
import { receiptIssued } from './receipt-issued.ts'
import { type ReceiptProvider, receiptProvider } from './receipt-provider.ts'
import type { ReceiptRow } from './receipt-rows.ts'
import { standingReceipt, writeReceipt } from './receipts.ts'

/**
 * Brings the receipt of an order to the amount that is paid of it: makes out what was asked for, and takes back what a
 * refund made wrong, with a new one for the rest. Safe to repeat after a fault at any point: the provider answers the same
 * receipt for the same id, and each step looks at what stands.
 */
export async function settleReceipt(services: Services, orderId: string): Promise<void> {
  const provider = receiptProvider(services)
  if (!provider) return
  while (await nextStep(services, provider, orderId)) {
    // each step changes what stands; the last one finds nothing to do
  }
}

/** True when something was done. */
async function nextStep(services: Services, provider: ReceiptProvider, orderId: string): Promise<boolean> {
  const receipt = await standingReceipt(services.db, orderId)
  const order = await services.db
    .selectFrom('orders')
    .select(['amount_fen', 'refunded_fen'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!receipt || !order) return false
  const due = order.amount_fen - order.refunded_fen
  if (receipt.state === 'issued') return receipt.amount_fen === due ? false : reverse(services, provider, receipt)
  return due === 0 ? dropRequest(services, receipt) : issue(services, provider, receipt, due)
}

async function issue(services: Services, provider: ReceiptProvider, receipt: ReceiptRow, due: number) {
  const { id: receiptId, kind, title, tax_number: taxNumber } = receipt
  const { number, amountFen } = await provider.issue({ receiptId, kind, title, taxNumber, amountFen: due })
  return change(services, receipt, 'requested', async (trx, order) => {
    await trx
      .updateTable('receipts')
      .set({ state: 'issued', number, amount_fen: amountFen, issued_at: services.clock.now() })
      .where('id', '=', receiptId)
      .execute()
    const payload = { orderId: order.id, number, amountFen, email: receipt.email }
    await notify(services, trx, receiptIssued, { people: [order.user_id], key: `receipt:${receiptId}`, payload })
  })
}

async function reverse(services: Services, provider: ReceiptProvider, receipt: ReceiptRow) {
  const { number } = await provider.reverse({ receiptId: receipt.id, number: receipt.number ?? '' })
  return change(services, receipt, 'issued', async (trx, order) => {
    await trx
      .updateTable('receipts')
      .set({ state: 'reversed', reversed_by: number, reversed_at: services.clock.now() })
      .where('id', '=', receipt.id)
      .execute()
    const { kind, title, tax_number, email } = receipt
    const amount = order.amount_fen - order.refunded_fen
    if (amount > 0) await writeReceipt(services, trx, { orderId: order.id, kind, title, tax_number, email, amount })
  })
}

/** All was given back before the receipt was made out. */
function dropRequest(services: Services, receipt: ReceiptRow) {
  return change(services, receipt, 'requested', async (trx) => {
    await trx
      .updateTable('receipts')
      .set({ state: 'reversed', reversed_at: services.clock.now() })
      .where('id', '=', receipt.id)
      .execute()
  })
}

/** Under the lock of the order; nothing where another process was quicker. */
async function change(
  { db, topics }: Services,
  { id, order_id }: ReceiptRow,
  from: ReceiptRow['state'],
  work: (trx: Trx, order: LockedOrder) => Promise<void>,
): Promise<boolean> {
  await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, order_id)
    const found = await trx.selectFrom('receipts').select('state').where('id', '=', id).executeTakeFirst()
    if (!order || found?.state !== from) return
    await work(trx, order)
    await topics.publish(trx, orderTopic, { orderId: order.id }, { type: 'STATE', state: order.state })
  })
  return true
}
