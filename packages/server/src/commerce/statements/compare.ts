import type { DifferenceKind } from '@lantern/contract/commerce/differences.ts'
import { newId } from '@lantern/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { chinaDay } from '../china-time.ts'
import type { StatementLine } from '../gateways/payment-gateway.ts'

interface About {
  gateway: string
  day: string
  now: Date
}

interface Found {
  kind: DifferenceKind
  subject: string
  payment_id: string | null
  provider_id: string | null
  our_fen: number
  their_fen: number
  their_currency: string
}

/**
 * Marks payments on which both sides agree with the day of the statement, and records the others as differences. A payment
 * that agrees closes its earlier difference: the gateway's clock had put it into another day's statement.
 */
export async function comparePayments(trx: Trx, about: About, lines: readonly StatementLine[]): Promise<void> {
  if (lines.length === 0) return
  const given = linesOf(lines.map((line) => ({ ...line, id: line.paymentId })))
  const { rows: agreed } = await sql<{ id: string }>`
    update payments p set stated_on = coalesce(p.stated_on, ${about.day}::date) from ${given}
    where p.id = l.id and p.gateway = ${about.gateway} and p.state = 'captured' and p.amount_fen = l.fen
      and p.currency = l.currency
    returning p.id`.execute(trx)
  await closeAgreed(trx, about, agreed)
  const { rows } = await sql<Found>`
    select case when p.state = 'captured' then 'amount' else 'not_settled' end as kind,
      coalesce(p.id, nullif(l.id, ''), l.provider_id) as subject, p.id as payment_id, l.provider_id,
      case when p.state = 'captured' then p.amount_fen else 0 end as our_fen, l.fen as their_fen,
      l.currency as their_currency
    from ${given} left join payments p on p.id = l.id and p.gateway = ${about.gateway}
    where (p.state = 'captured' and p.amount_fen = l.fen and p.currency = l.currency) is not true`.execute(trx)
  await keep(trx, about, rows)
}

/** A refund that the site has under way and the gateway has accepted agrees: `askForRefund` sees to its end. */
export async function compareRefunds(trx: Trx, about: About, lines: readonly StatementLine[]): Promise<void> {
  if (lines.length === 0) return
  const given = linesOf(lines.map((line) => ({ ...line, id: line.refundId ?? '' })))
  const { rows: agreed } = await sql<{ id: string }>`
    update refunds r set stated_on = coalesce(r.stated_on, ${about.day}::date) from ${given}, payments p
    where r.id = l.id and p.id = r.payment_id and p.gateway = ${about.gateway} and r.state in ('sending', 'done')
      and r.amount_fen = l.fen and p.currency = l.currency
    returning r.id`.execute(trx)
  await closeAgreed(trx, about, agreed)
  const { rows } = await sql<Found>`
    select case when r.state in ('sending', 'done') then 'amount' else 'refund_not_here' end as kind,
      coalesce(r.id, nullif(l.id, ''), l.provider_id) as subject, p.id as payment_id, l.provider_id,
      case when r.state in ('sending', 'done') then r.amount_fen else 0 end as our_fen, l.fen as their_fen,
      l.currency as their_currency
    from ${given} left join payments p on p.id = l.payment_id and p.gateway = ${about.gateway}
    left join refunds r on r.id = l.id and r.payment_id = p.id
    where (r.state in ('sending', 'done') and r.amount_fen = l.fen and p.currency = l.currency) is not true`.execute(
    trx,
  )
  await keep(trx, about, rows)
}

/** What the site counts to the day and no statement has named; what one names with another amount is a difference already. */
export async function findUnstated(trx: Trx, about: About): Promise<void> {
  const { from, until } = chinaDay(about.day)
  const isUnnamed = (id: RawBuilder<unknown>) => sql`not exists (
    select from payment_differences d where d.gateway = ${about.gateway} and d.kind = 'amount' and d.subject = ${id})`
  const { rows } = await sql<Found>`
    select 'not_there' as kind, p.id as subject, p.id as payment_id, p.provider_id, p.amount_fen as our_fen, 0 as their_fen,
      p.currency as their_currency
    from payments p where p.gateway = ${about.gateway} and p.state = 'captured' and p.stated_on is null
      and p.captured_at >= ${from} and p.captured_at < ${until} and ${isUnnamed(sql`p.id`)}
    union all
    select 'refund_not_there', r.id, p.id, r.provider_id, r.amount_fen, 0, p.currency
    from refunds r join payments p on p.id = r.payment_id
    where p.gateway = ${about.gateway} and r.stated_on is null and r.state in ('sending', 'done')
      and coalesce(r.done_at, r.decided_at) >= ${from} and coalesce(r.done_at, r.decided_at) < ${until}
      and ${isUnnamed(sql`r.id`)}`.execute(trx)
  await keep(trx, about, rows)
}

function linesOf(lines: readonly (StatementLine & { id: string })[]) {
  const rows = lines.map(({ id, paymentId, providerId, amountFen, currency }) => ({
    id,
    payment_id: paymentId,
    provider_id: providerId ?? id,
    fen: amountFen,
    currency,
  }))
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as l (id text, payment_id text, provider_id text, fen integer, currency text)`
}

async function closeAgreed(trx: Trx, { gateway, now }: About, agreed: readonly { id: string }[]): Promise<void> {
  if (agreed.length === 0) return
  await trx
    .updateTable('payment_differences')
    .set({ mended_at: now })
    .where('gateway', '=', gateway)
    .where(
      'subject',
      'in',
      agreed.map(({ id }) => id),
    )
    .where('mended_at', 'is', null)
    .execute()
}

async function keep(trx: Trx, { gateway, day, now }: About, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return
  const rows = found.map((one) => ({ ...one, id: newId('difference', now.getTime()), gateway, day, found_at: now }))
  await trx
    .insertInto('payment_differences')
    .values(rows)
    // one that people set aside stays so
    .onConflict((conflict) => conflict.columns(['gateway', 'kind', 'subject']).doNothing())
    .execute()
}
