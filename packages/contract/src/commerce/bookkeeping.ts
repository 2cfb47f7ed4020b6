import { type Static, Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

/** A month of China: `2026-11`. */
export const Month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' })

/** Amounts are fen. */
export const AccountSum = object({
  /** As in the ledger; all authors are one account, `author`. */
  account: Type.String(),
  debit: Type.Integer(),
  /** Positive too. */
  credit: Type.Integer(),
})
export type AccountSum = Static<typeof AccountSum>

export const readBookkeeping = endpoint('GET /api/learn/finance/bookkeeping', {
  summary: 'What a month of China moved, as the ledger has it; without `month` the present one',
  access: 'learnAdmin',
  query: object({ month: Type.Optional(Month) }),
  response: object({
    month: Month,
    /** The month of the first entry: none before it has any. */
    firstMonth: Month,
    lastMonth: Month,
    paid: object({ count: Type.Integer(), amount: Type.Integer() }),
    refunded: object({ count: Type.Integer(), amount: Type.Integer() }),
    receipts: object({ count: Type.Integer(), amount: Type.Integer() }),
    accounts: Type.Array(AccountSum),
  }),
})
