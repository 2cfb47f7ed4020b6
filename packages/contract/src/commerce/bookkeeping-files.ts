// The tables of a month of the books, and where they are. Pure.

export const bookkeepingFiles = ['orders', 'refunds', 'receipts', 'ledger'] as const
export type BookkeepingFile = (typeof bookkeepingFiles)[number]

/** A table of a month as CSV: UTF-8 with a byte order mark. Not a call: the answer is a file. */
export const bookkeepingPath = (month: string, file: BookkeepingFile) =>
  `/api/learn/finance/bookkeeping/${month}/${file}.csv`
