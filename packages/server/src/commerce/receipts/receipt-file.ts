import { isLearnAdmin, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { orderedBundleTitle } from '../bundle-text.ts'

export interface ReceiptText {
  number: string
  title: string
  tax_number: string | null
  amount_fen: number
  issued_at: Date
  order_id: string
  reversed_by: string | null
  /** Of the order, without those that were given back before the receipt was made out. */
  lines: { title: string; bundleTitle: string | null; quantity: number; amount: number }[]
}

/** What stands on a receipt that was made out, for its owner and for staff; null for others. Bundles are called as in the reader's language. */
export async function receiptText(db: Db, viewer: SignedIn, id: string, language: string): Promise<ReceiptText | null> {
  const { rows } = await sql<ReceiptText>`
    select c.number, c.title, c.tax_number, c.amount_fen, c.issued_at, c.order_id, c.reversed_by,
      (select json_agg(json_build_object('title', t.title, 'bundleTitle', ${orderedBundleTitle(language)},
          'quantity', t.quantity, 'amount', t.paid_fen)
          order by t.position)
        from order_lines t where t.order_id = c.order_id and t.paid_fen > 0
          and (t.refunded_at is null or t.refunded_at > c.issued_at)) as lines
    from receipts c join orders o on o.id = c.order_id
    where c.id = ${id} and c.number is not null and (o.user_id = ${viewer.id} or ${isLearnAdmin(viewer)})`.execute(db)
  return rows[0] ?? null
}
