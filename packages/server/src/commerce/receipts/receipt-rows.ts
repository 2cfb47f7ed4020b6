import type { Receipt } from '@lantern/contract/commerce/receipts.ts'
import { sql } from 'kysely'

export interface ReceiptRow {
  id: string
  order_id: string
  kind: Receipt['kind']
  title: string
  tax_number: string | null
  email: string
  amount_fen: number
  state: Receipt['state']
  number: string | null
  reversed_by: string | null
  created_at: Date
  issued_at: Date | null
}

/** `c` is receipts. */
export const receiptColumns = sql`
  c.id, c.order_id, c.kind, c.title, c.tax_number, c.email, c.amount_fen, c.state, c.number, c.reversed_by, c.created_at,
  c.issued_at`

export function receiptOf(row: ReceiptRow): Receipt {
  return {
    id: row.id,
    orderId: row.order_id,
    kind: row.kind,
    title: row.title,
    taxNumber: row.tax_number,
    email: row.email,
    amount: row.amount_fen,
    state: row.state,
    number: row.number,
    reversedBy: row.reversed_by,
    createdTime: row.created_at.toISOString(),
    issuedTime: row.issued_at?.toISOString() ?? null,
    url: row.number === null ? null : `/api/learn/cn/receipt/${row.id}/file.pdf`,
  }
}
