import type { ReportType } from '@lantern/contract/community/report-rules.ts'
import type { ReportedReason } from '@lantern/contract/community/reports.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { countUse } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { reportables } from './reportables.ts'
import { caseWeight, readStanding, reportersOf, reportWeight } from './standing.ts'

export interface Target {
  id: string
  type: ReportType
}

/** Reports of one person. */
const reportLimit = { windowSeconds: 86_400, most: 30 }

/** One report a person and thing: sent again it answers with the first. A report on a dismissed case opens it again. */
export async function reportThing(
  { db, clock }: Services,
  viewer: SignedIn,
  { id, type, reasons }: Target & { reasons: ReportedReason[] },
): Promise<{ reportMap: Record<string, ReportedReason[]> }> {
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    const { subjectId } = await reportables[type].require(trx, viewer, id)
    if (subjectId === viewer.id) throw refuse('report_own')
    const known = await sql<{ reasons: ReportedReason[] }>`
      select reasons from reports where type = ${type} and target_id = ${id} and reporter_id = ${viewer.id}`.execute(
      trx,
    )
    if (known.rows[0]) return { reportMap: { [id]: known.rows[0].reasons } }
    await countUse(trx, { key: `report:${viewer.id}`, ...reportLimit }, now)
    const reporter = (await reportersOf(trx, [viewer.id], now)).get(viewer.id)
    if (!reporter) throw refuse('not_found')
    await openCase(trx, { id, type, subjectId }, now)
    await sql`
      insert into reports (id, type, target_id, reporter_id, reasons, weight, created_at)
      values (${newId('report', now.getTime())}, ${type}, ${id}, ${viewer.id}, ${JSON.stringify(distinct(reasons))}::jsonb,
        ${reportWeight(reporter)}, ${now}) on conflict do nothing`.execute(trx)
    await weighCase(trx, { id, type, subjectId }, now)
    return { reportMap: { [id]: distinct(reasons) } }
  })
}

/** The case of a thing, open. Concurrent reports of the thing wait for each other here. */
export async function openCase(
  trx: Trx,
  { id, type, subjectId }: Target & { subjectId: string | null },
  now: Date,
): Promise<void> {
  await sql`
    insert into report_cases as k (id, type, target_id, subject_id, opened_at)
    values (${newId('reportCase', now.getTime())}, ${type}, ${id}, ${subjectId}, ${now})
    on conflict (type, target_id) do update set status = 'open', subject_id = excluded.subject_id, decided_at = null,
      opened_at = case when k.status = 'open' then k.opened_at else excluded.opened_at end`.execute(trx)
}

/** The weight of a case is that of its open reports. */
export async function weighCase(
  trx: Trx,
  { id, type, subjectId }: Target & { subjectId: string | null },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ weight: number }>`
    select coalesce(sum(weight), 0)::real as weight from reports
    where type = ${type} and target_id = ${id} and status = 'open'`.execute(trx)
  const subject = subjectId === null ? 'new' : await readStanding(trx, subjectId, now)
  const weight = caseWeight(rows[0]?.weight ?? 0, subject)
  await sql`update report_cases set weight = ${weight} where type = ${type} and target_id = ${id}`.execute(trx)
}

/** Each reason once. */
function distinct(reasons: ReportedReason[]): ReportedReason[] {
  return [...new Map(reasons.map((reason) => [reason.type, reason])).values()]
}
