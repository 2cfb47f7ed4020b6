import type { CaseView, ModeratorAction, ReportReason, ReportType } from '@lantern/contract/community/report-rules.ts'
import type { CaseAct, CaseEntry } from '@lantern/contract/community/reports.ts'
import { type RawBuilder, sql } from 'kysely'
import { shownName } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'
import type { Target } from './report-thing.ts'
import { levelOf } from './standing.ts'

export interface CaseRow {
  id: string
  type: ReportType
  target_id: string
  subject_id: string | null
  status: CaseEntry['status']
  weight: number
  opened_at: Date
  decided_at: Date | null
  reports: number
  reason: ReportReason | null
  text: string
  place: string | null
  read_by: string[]
  has_appeal: boolean
  assignee: CaseEntry['assignee']
}

const excerptLength = 140

/** The text of what was reported: of a message, also of one that was edited or deleted since; of a profile, its words. */
const textOfTarget = sql`case k.type
  when 'message' then (select coalesce(nullif(m.content, ''), (select v.content from message_versions v
    where v.message_id = m.id order by v.id desc limit 1)) from messages m where m.id = k.target_id)
  when 'note' then (select n.content from notes n where n.id = k.target_id)
  when 'submission' then (select concat_ws(E'\\n', s.title, s.description) from submissions s where s.id = k.target_id)
  when 'feedback' then (select string_agg(a.value ->> 'content', E'\\n' order by a.ordinality) from peer_feedback f
    cross join jsonb_array_elements(f.answers) with ordinality a where f.id = k.target_id)
  when 'profile' then (select concat_ws(' · ', ${shownName}, nullif(u.title, ''),
    nullif(u.description, '')) from users u where u.id = k.target_id) end`

const waitingAppeal = sql`exists (
  select from report_appeals p join report_acts a on a.id = p.act_id
  where a.type = k.type and a.target_id = k.target_id and a.undone_by is null and p.decided_at is null)`

/** The moderator that the newest handover names. */
const assigneeId = sql`(select h.assignee_id from case_handovers h where h.case_id = k.id order by h.id desc limit 1)`

const columns = sql`k.id, k.type, k.target_id, k.subject_id, k.status, k.weight, k.opened_at, k.decided_at,
  left(coalesce(${textOfTarget}, ''), ${excerptLength}) as text, ${waitingAppeal} as has_appeal,
  (select count(*) from reports r where r.type = k.type and r.target_id = k.target_id)::integer as reports,
  (select e.value ->> 'type' from reports r cross join jsonb_array_elements(r.reasons) e
    where r.type = k.type and r.target_id = k.target_id
    group by 1 order by sum(r.weight) desc, 1 limit 1) as reason,
  (select i.title from items i where i.id = case k.type
    when 'message' then (select m.item_id from messages m where m.id = k.target_id)
    when 'note' then (select n.item_id from notes n where n.id = k.target_id)
    when 'submission' then (select s.item_id from submissions s where s.id = k.target_id)
    when 'feedback' then (select s.item_id from peer_feedback f join submissions s on s.id = f.submission_id
      where f.id = k.target_id) end) as place,
  array(select distinct ${shownName} from report_acts a join users u on u.id = a.moderator_id
    where a.type = k.type and a.target_id = k.target_id and a.action = 'read' and a.acted_at >= k.opened_at) as read_by,
  (select json_build_object('id', u.id, 'name', ${shownName}) from users u where u.id = ${assigneeId}) as assignee`

const byWeight = sql`k.weight desc, k.id`

const orders: Record<CaseView, RawBuilder<unknown>> = {
  open: byWeight,
  mine: byWeight,
  appealed: sql`k.decided_at, k.id`,
  decided: sql`k.decided_at desc nulls last, k.id`,
}

function isIn(view: CaseView, viewerId: string): RawBuilder<unknown> {
  if (view === 'appealed') return waitingAppeal
  if (view === 'decided') return sql`k.status <> 'open'`
  return view === 'open' ? sql`k.status = 'open'` : sql`k.status = 'open' and ${assigneeId} = ${viewerId}`
}

export async function casesOf(
  db: Db,
  view: CaseView,
  { viewerId, page, pageSize }: { viewerId: string; page: number; pageSize: number },
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select ${columns} from report_cases k where ${isIn(view, viewerId)}
    order by ${orders[view]} limit ${pageSize} offset ${page * pageSize}`.execute(db)
  return rows
}

export async function countCases(db: Db, view: CaseView, viewerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from report_cases k where ${isIn(view, viewerId)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function caseById(db: Db | Trx, id: string): Promise<CaseRow> {
  const { rows } = await sql<CaseRow>`select ${columns} from report_cases k where k.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse('not_found')
  return rows[0]
}

/** The case of a thing. `locked`: other decisions about it wait until this one is written. */
export async function requireCase(trx: Trx, { id, type }: Target, locked = true): Promise<CaseRow> {
  const { rows } = await sql<CaseRow>`
    select ${columns} from report_cases k where k.type = ${type} and k.target_id = ${id}
    ${locked ? sql`for no key update of k` : sql``}`.execute(trx)
  if (!rows[0]) throw refuse('not_found')
  return rows[0]
}

export function entryOf(row: CaseRow): CaseEntry {
  return {
    caseId: row.id,
    id: row.target_id,
    type: row.type,
    status: row.status,
    level: levelOf(row.weight),
    reason: row.reason,
    reports: row.reports,
    excerpt: row.text,
    place: row.place,
    openedTime: row.opened_at.toISOString(),
    decidedTime: row.decided_at?.toISOString() ?? null,
    readBy: row.read_by,
    hasAppeal: row.has_appeal,
    assignee: row.assignee,
  }
}

interface ActRow {
  id: number
  action: ModeratorAction
  moderator: string | null
  reason: ReportReason | null
  note: string
  hides: boolean
  releases: boolean
  warns: boolean
  muted_until: Date | null
  suspended_until: Date | null
  acted_at: Date
  undone_by: number | null
}

const mostActs = 50

/** Acts that `condition` chooses of `a`, newest first. */
export async function actsWhere(db: Db | Trx, condition: RawBuilder<unknown>): Promise<CaseAct[]> {
  const { rows } = await sql<ActRow>`
    select a.id::integer as id, a.action, ${shownName} as moderator, a.reason, a.note,
      a.hides, a.releases, a.warns, a.muted_until, a.suspended_until, a.acted_at, a.undone_by::integer as undone_by
    from report_acts a left join users u on u.id = a.moderator_id
    where ${condition} order by a.id desc limit ${mostActs}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    moderator: row.moderator,
    reason: row.reason,
    note: row.note,
    hides: row.hides,
    releases: row.releases,
    warns: row.warns,
    mutedUntil: row.muted_until?.toISOString() ?? null,
    suspendedUntil: row.suspended_until?.toISOString() ?? null,
    time: row.acted_at.toISOString(),
    isUndone: row.undone_by !== null,
  }))
}
