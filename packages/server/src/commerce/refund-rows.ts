import type { RefundReason, RefundState } from '@lantern/contract/commerce/order-rules.ts'
import type { Refund } from '@lantern/contract/commerce/refunds.ts'
import { sql } from 'kysely'

export interface RefundRow {
  id: string
  order_id: string
  state: RefundState
  positions: number[] | null
  amount_fen: number
  reason: RefundReason | null
  note: string
  answer: string
  gateway: string | null
  created_at: Date
  decided_at: Date | null
  done_at: Date | null
}

/** `r` is refunds. */
export const refundColumns = sql`
  r.id, r.order_id, r.state, r.amount_fen, r.reason, r.note, r.answer, r.created_at, r.decided_at, r.done_at,
  (select array_agg(l.position order by l.position) from refund_lines l
    where l.refund_id = r.id and (l.is_live or r.state in ('declined', 'cancelled'))) as positions,
  (select p.gateway from payments p where p.id = r.payment_id) as gateway`

export function refundOf(row: RefundRow): Refund {
  return {
    id: row.id,
    orderId: row.order_id,
    state: row.state,
    positions: row.positions ?? [],
    amount: row.amount_fen,
    reason: row.reason,
    note: row.note,
    answer: row.answer,
    gateway: row.gateway,
    createdTime: row.created_at.toISOString(),
    decidedTime: row.decided_at?.toISOString() ?? null,
    doneTime: row.done_at?.toISOString() ?? null,
  }
}
