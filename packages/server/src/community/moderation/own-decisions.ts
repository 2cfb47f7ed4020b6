import type { ReportType } from '@lantern/contract/community/report-rules.ts'
import type { CaseAct, listOwnDecisions, makeAppeal } from '@lantern/contract/community/reports.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { actsWhere } from './case-rows.ts'

/** Until when a person may only read; null: they may write. */
export async function mutedUntil(db: Db | Trx, userId: string, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(muted_until) as until from report_acts
    where subject_id = ${userId} and undone_by is null and muted_until > ${now}`.execute(db)
  return rows[0]?.until ?? null
}

/** Refuses one who was muted; the refusal says until when. */
export async function requireUnmuted(trx: Trx, userId: string, now: Date): Promise<void> {
  if (await mutedUntil(trx, userId, now)) throw refuse('muted')
}

interface AboutRow {
  id: number
  type: ReportType
  excerpt: string | null
  content: string | null
  made_at: Date | null
  granted: boolean | null
}

/** What moderators decided about a person, newest first. Who decided and who reported is not told. */
export async function ownDecisions(
  { db, clock }: Services,
  viewer: SignedIn,
): Promise<ResponseOf<typeof listOwnDecisions>> {
  const acts = await actsWhere(db, sql`a.subject_id = ${viewer.id} and a.action = 'ban'`)
  const { rows } = await sql<AboutRow>`
    select a.id::integer as id, a.type, p.content, p.made_at, p.granted,
      left(case a.type when 'message' then (select m.content from messages m where m.id = a.target_id)
        when 'note' then (select n.content from notes n where n.id = a.target_id)
        when 'submission' then (select s.title from submissions s where s.id = a.target_id)
        when 'feedback' then (select string_agg(w.value ->> 'content', E'\\n' order by w.ordinality) from peer_feedback f
          cross join jsonb_array_elements(f.answers) with ordinality w where f.id = a.target_id) end, 300) as excerpt
    from report_acts a left join report_appeals p on p.act_id = a.id
    where a.subject_id = ${viewer.id} and a.action = 'ban'`.execute(db)
  const about = new Map(rows.map((row) => [row.id, row]))
  const decisionOf = (act: CaseAct) => {
    const row = about.get(act.id)
    const appeal =
      row?.content && row.made_at
        ? { content: row.content, time: row.made_at.toISOString(), granted: row.granted }
        : null
    return { ...act, moderator: null, type: row?.type ?? 'message', excerpt: row?.excerpt ?? '', appeal }
  }
  const until = await mutedUntil(db, viewer.id, clock.now())
  return { mutedUntil: until?.toISOString() ?? null, decisions: acts.map(decisionOf) }
}

/** One appeal against each decision; sent twice with the same words it is one. */
export async function appeal(
  { db, clock }: Services,
  viewer: SignedIn,
  { actId, content }: { actId: number; content: string },
): Promise<ResponseOf<typeof makeAppeal>> {
  if (content.trim() === '')
    throw refuse('bad_request', { details: [{ field: 'content', message: 'community.empty' }] })
  return inTransaction(db, async (trx) => {
    const { rows } = await sql`
      select from report_acts where id = ${actId} and subject_id = ${viewer.id} and action = 'ban' and undone_by is null
      for no key update`.execute(trx)
    if (rows.length === 0) throw refuse('not_found')
    await sql`
      insert into report_appeals (act_id, content, made_at) values (${actId}, ${content.trim()}, ${clock.now()})
      on conflict do nothing`.execute(trx)
    const made = await sql<{ content: string; made_at: Date; granted: boolean | null }>`
      select content, made_at, granted from report_appeals where act_id = ${actId}`.execute(trx)
    const [row] = made.rows
    if (row?.content !== content.trim()) throw refuse('conflict')
    return { appeal: { content: row.content, time: row.made_at.toISOString(), granted: row.granted } }
  })
}
