import type { Trx } from '#kit/sql.ts'

/** Where money is (`cash:<gateway>`, `bank`), whose it is (`sales`, `author:<id>`, `refunds`), and what it cost (`fees`). */
export type Account = `cash:${string}` | `author:${string}` | 'sales' | 'refunds' | 'fees' | 'bank'

export interface Posting {
  /** What happened; it is entered once. */
  transaction: string
  orderId: string | null
  at: Date
  /** Fen by account; debits are positive. They add up to 0, as a trigger of the table sees to. */
  entries: readonly (readonly [Account, number])[]
}

/** Enters money that moved. The same account twice is one entry; nothing is entered for nothing. */
export async function post(trx: Trx, { transaction, orderId, at, entries }: Posting): Promise<void> {
  const sums = new Map<Account, number>()
  for (const [account, fen] of entries) sums.set(account, (sums.get(account) ?? 0) + fen)
  const rows = [...sums].filter(([, fen]) => fen !== 0)
  if (rows.length === 0) return
  await trx
    .insertInto('ledger_entries')
    .values(rows.map(([account, amount_fen]) => ({ transaction, account, amount_fen, order_id: orderId, at })))
    .execute()
}
