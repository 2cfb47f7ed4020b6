import { Readable } from 'node:stream'
import { type BookkeepingFile, bookkeepingFiles } from '@lantern/contract/commerce/bookkeeping-files.ts'
import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { type App, requireAccess } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { type Cell, csvRows, writeCsv } from '#kit/write-csv.ts'
import { chinaMonth, chinaTime } from '../china-time.ts'

type Row = { key: string; at: Date } & Record<string, unknown>

interface Sheet {
  /** Catalogue keys of its columns. */
  columns: readonly string[]
  /** Rows with `at` and a unique `key`, by which they are ordered and read on. */
  from: RawBuilder<unknown>
  cells(row: Row, words: Words): Cell[]
}

interface Words {
  t(key: string): string
}

const yuan = (fen: unknown) => Number(fen) / 100

const sheets: Record<BookkeepingFile, Sheet> = {
  orders: {
    columns: ['number', 'time', 'state', 'buyer', 'amount', 'refunded', 'gateway', 'provider_number'],
    from: sql`select o.id as key, o.paid_at as at, o.state, o.user_id, o.amount_fen, o.refunded_fen, p.gateway, p.provider_id
      from orders o left join payments p on p.order_id = o.id and p.state = 'captured' and not p.is_surplus
      where o.paid_at is not null`,
    cells: (row, { t }) => [
      orderNumber(row.key),
      chinaTime(row.at),
      t(`commerce.order_state.${String(row.state)}`),
      String(row.user_id),
      yuan(row.amount_fen),
      yuan(row.refunded_fen),
      text(row.gateway),
      text(row.provider_id),
    ],
  },
  refunds: {
    columns: ['number', 'time', 'order', 'state', 'amount', 'gateway', 'provider_number'],
    from: sql`select r.id as key, coalesce(r.done_at, r.decided_at) as at, r.order_id, r.state, r.amount_fen, p.gateway,
        r.provider_id
      from refunds r left join payments p on p.id = r.payment_id where r.state in ('sending', 'done')`,
    cells: (row, { t }) => [
      row.key,
      chinaTime(row.at),
      orderNumber(String(row.order_id)),
      t(`commerce.refund_state.${String(row.state)}`),
      yuan(row.amount_fen),
      text(row.gateway),
      text(row.provider_id),
    ],
  },
  receipts: {
    columns: ['receipt_number', 'time', 'order', 'state', 'title', 'tax_number', 'amount', 'reversed_by'],
    from: sql`select c.id as key, c.issued_at as at, c.number, c.order_id, c.state, c.title, c.tax_number, c.amount_fen,
        c.reversed_by
      from receipts c where c.issued_at is not null`,
    cells: (row, { t }) => [
      text(row.number),
      chinaTime(row.at),
      orderNumber(String(row.order_id)),
      t(`commerce.receipt_state.${String(row.state)}`),
      text(row.title),
      text(row.tax_number),
      yuan(row.amount_fen),
      text(row.reversed_by),
    ],
  },
  ledger: {
    columns: ['transaction', 'time', 'account', 'debit', 'credit', 'order'],
    from: sql`select l.transaction || ' ' || l.account as key, l.at, l.transaction, l.account, l.amount_fen, l.order_id
      from ledger_entries l`,
    cells: (row) => [
      String(row.transaction),
      chinaTime(row.at),
      String(row.account),
      Number(row.amount_fen) > 0 ? yuan(row.amount_fen) : null,
      Number(row.amount_fen) < 0 ? -yuan(row.amount_fen) : null,
      row.order_id === null ? null : orderNumber(String(row.order_id)),
    ],
  },
}

function text(value: unknown): Cell {
  return value === null || value === undefined ? null : String(value)
}

/** Tables of a month as files. They are read and sent in parts, so that a month of any size takes the same memory. */
export function bookkeepingFileRoute(app: App): void {
  app.get<{ Params: { month: string; file: string } }>(
    '/api/learn/finance/bookkeeping/:month/:file',
    { schema: { hide: true } },
    async ({ params: { month, file }, viewer, locale }, reply) => {
      requireAccess(viewer, 'learnAdmin')
      const name = bookkeepingFiles.find((one) => `${one}.csv` === file)
      if (!name || !/^20\d{2}-(0[1-9]|1[0-2])$/.test(month)) throw refuse('not_found')
      reply.headers({
        'content-disposition': `attachment; filename="${month}-${name}.csv"`,
        'cache-control': 'private, no-store',
      })
      return reply.type('text/csv; charset=utf-8').send(Readable.from(partsOf(app.services, name, month, locale)))
    },
  )
}

const rowsAtOnce = 2000

async function* partsOf(
  { db, text: say }: Pick<Services, 'db' | 'text'>,
  name: BookkeepingFile,
  month: string,
  locale: OfferedLocale,
): AsyncGenerator<string> {
  const sheet = sheets[name]
  const t = (key: string) => say(locale, key)
  yield writeCsv([sheet.columns.map((column) => t(`commerce.books_column.${column}`))])
  const { from, until } = chinaMonth(month)
  let after: { at: Date; key: string } | null = null
  for (;;) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      select * from (${sheet.from}) sheet where at >= ${from} and at < ${until}
        ${after ? sql`and (at, key) > (${after.at}, ${after.key})` : sql``}
      order by at, key limit ${rowsAtOnce}`.execute(db)
    if (rows.length > 0) yield csvRows(rows.map((row) => sheet.cells(row, { t })))
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = { at: last.at, key: last.key }
  }
}
