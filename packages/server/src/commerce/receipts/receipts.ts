import { isPaid } from '@lantern/contract/commerce/order-rules.ts'
import { normalReceipt, type ReceiptWish, receiptProblems } from '@lantern/contract/commerce/receipt-rules.ts'
import type { listReceipts, Receipt } from '@lantern/contract/commerce/receipts.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { lockOrder, type OrderServices } from '../order-changes.ts'
import { receiptProvider } from './receipt-provider.ts'
import { type ReceiptRow, receiptColumns, receiptOf } from './receipt-rows.ts'

/** Makes the receipt of one order agree with what is paid of it. */
export const receiptJob = 'commerce.receipt'

/** Requests the receipt of an order. An order has one receipt: a second request gets it unchanged. */
export function requestReceipt(
  services: OrderServices,
  viewer: SignedIn,
  { orderId, ...wish }: ReceiptWish & { orderId: string },
): Promise<Receipt> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || order.user_id !== viewer.id) throw refuse('not_found')
    const standing = await standingReceipt(trx, orderId)
    if (standing) return receiptOf(standing)
    if (!receiptProvider(services)) throw refuse('receipt_unavailable')
    const amount = order.amount_fen - order.refunded_fen
    if (!isPaid(order.state) || amount <= 0) throw refuse('receipt_nothing_paid')
    const problems = Object.entries(receiptProblems(wish))
    if (problems.length > 0) {
      throw refuse('bad_request', { details: problems.map(([field, message]) => ({ field, message })) })
    }
    const { kind, title, taxNumber, email } = normalReceipt(wish)
    await writeReceipt(services, trx, { orderId, kind, title, tax_number: taxNumber, email, amount })
    const written = await standingReceipt(trx, orderId)
    if (!written) throw new Error('A receipt that was written is not there')
    return receiptOf(written)
  })
}

/** Of a paid order that changed: its receipt, where one stands, follows by a job. */
export async function followWithReceipt({ jobs }: OrderServices, trx: Trx, orderId: string): Promise<void> {
  if (await standingReceipt(trx, orderId)) await jobs.send(trx, receiptJob, { orderId }, { key: orderId })
}

export async function listOwnReceipts(
  db: Db,
  viewer: SignedIn,
  userId = viewer.id,
): Promise<ResponseOf<typeof listReceipts>> {
  if (userId !== viewer.id) throw refuse('not_found')
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from orders o join receipts c on c.order_id = o.id
    where o.user_id = ${userId} order by c.created_at desc, c.id desc`.execute(db)
  const receipts = rows.map(receiptOf)
  return {
    receiptMap: Object.fromEntries(receipts.map((receipt) => [receipt.id, receipt])),
    results: receipts.map(({ id }) => id),
  }
}

export async function standingReceipt(db: Db | Trx, orderId: string): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from receipts c where c.order_id = ${orderId} and c.state <> 'reversed'`.execute(db)
  return rows[0]
}

export interface NewReceipt {
  orderId: string
  kind: Receipt['kind']
  title: string
  tax_number: string | null
  email: string
  /** Fen. */
  amount: number
}

/** Writes a request, in the transaction that holds the order. */
export async function writeReceipt(
  { clock, jobs }: Pick<OrderServices, 'clock' | 'jobs'>,
  trx: Trx,
  { orderId, kind, title, tax_number, email, amount }: NewReceipt,
): Promise<void> {
  const now = clock.now()
  await trx
    .insertInto('receipts')
    .values({
      id: newId('receipt', now.getTime()),
      order_id: orderId,
      kind,
      title,
      tax_number,
      email,
      amount_fen: amount,
      state: 'requested',
      created_at: now,
    })
    .execute()
  await jobs.send(trx, receiptJob, { orderId }, { key: orderId })
}
