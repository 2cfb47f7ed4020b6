import type {
  Difference,
  DifferenceAct,
  DifferenceKind,
  listDifferences,
} from '@lantern/contract/commerce/differences.ts'
import type { QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/sql.ts'

interface Row {
  id: string
  gateway: string
  day: string
  kind: DifferenceKind
  subject: string
  order_id: string | null
  payment_state: string | null
  /** Of the payment. */
  currency: string | null
  provider_id: string | null
  our_fen: number
  their_fen: number
  their_currency: string
  code: string | null
  found_at: Date
  mended_at: Date | null
  mender: string | null
  note: string
}

/** Open differences first, each half with the newest first. */
export async function findDifferences(
  db: Db,
  { page = 0, pageSize = 50 }: QueryOf<typeof listDifferences>,
): Promise<ResponseOf<typeof listDifferences>> {
  const results = await readRows(
    db,
    sql`order by (d.mended_at is null) desc, d.found_at desc, d.id limit ${pageSize} offset ${page * pageSize}`,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from payment_differences`.execute(db)
  const { rows: statements } = await sql<{
    gateway: string
    day: string
    read_at: Date
    captured: number
    refunded: number
    fees: number
  }>`
    select gateway, day::text as day, read_at, captured_fen::float8 as captured, refunded_fen::float8 as refunded,
      fee_fen::float8 as fees
    from payment_statements order by payment_statements.day desc, gateway limit 14`.execute(db)
  return {
    results,
    page,
    pageSize,
    total: counted[0]?.total ?? 0,
    statements: statements.map(({ read_at, ...rest }) => ({ ...rest, readTime: read_at.toISOString() })),
  }
}

export async function readDifference(db: Db, id: string): Promise<Difference | undefined> {
  const [found] = await readRows(db, sql`where d.id = ${id}`)
  return found
}

async function readRows(db: Db, which: RawBuilder<unknown>): Promise<Difference[]> {
  const { rows } = await sql<Row>`
    select d.id, d.gateway, d.day::text as day, d.kind, d.subject, p.order_id, p.state as payment_state, d.provider_id,
      d.our_fen, d.their_fen, d.their_currency, p.currency, d.code, d.found_at, d.mended_at, u.name as mender, d.note
    from payment_differences d left join payments p on p.id = d.payment_id left join users u on u.id = d.mended_by
    ${which}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    gateway: row.gateway,
    day: row.day,
    kind: row.kind,
    subject: row.subject,
    orderId: row.order_id,
    providerId: row.provider_id,
    ourAmount: row.our_fen,
    theirAmount: row.their_fen,
    theirCurrency: row.their_currency,
    acts: row.mended_at === null ? actsFor(row) : [],
    code: row.code,
    foundTime: row.found_at.toISOString(),
    mendedTime: row.mended_at?.toISOString() ?? null,
    mendedBy: row.mender,
    note: row.note,
  }))
}

/** The books hold one currency: money of another one is given back at the gateway, and set aside here. */
function actsFor({ kind, payment_state, currency, their_currency }: Row): DifferenceAct[] {
  if (payment_state === null || kind === 'refund_not_here' || currency !== their_currency) return ['note']
  if (kind === 'not_settled' && payment_state !== 'captured') return ['ask', 'give_back', 'note']
  return kind === 'amount' ? ['note'] : ['ask', 'note']
}
