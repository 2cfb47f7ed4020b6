import type { ModeratorAction, ReportReason } from '@lantern/contract/community/report-rules.ts'
import type { CaseEntry } from '@lantern/contract/community/reports.ts'
import { isGroup, mayAccess, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { setSuspension } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { actsWhere, type CaseRow, caseById, entryOf, requireCase } from './case-rows.ts'
import { type Target, weighCase } from './report-thing.ts'
import { reportables } from './reportables.ts'
import { tellOfAppeal, tellReporters, tellSubject } from './tell-of-decisions.ts'

export interface Ban {
  reason: ReportReason
  note?: string
  hide?: boolean
  warn?: boolean
  muteDays?: number
  suspendDays?: number
}

const dayMs = 86_400_000

type Decided = Promise<{ report: CaseEntry }>

/** Upholds the reports, with the measures that were chosen. */
export function banReported(services: Services, viewer: SignedIn, { id, type, ...ban }: Target & Ban): Decided {
  return inTransaction(services.db, async (trx) => ({ report: await uphold(services, trx, viewer, { id, type }, ban) }))
}

/** Dismisses the reports. */
export function ignoreReported(
  services: Services,
  viewer: SignedIn,
  { id, type, note = '' }: Target & { note?: string },
): Decided {
  return inTransaction(services.db, async (trx) => ({
    report: await dismiss(services, trx, viewer, { id, type }, note),
  }))
}

/** Decides many cases in one transaction: one that another moderator decided meanwhile refuses them all. */
export function decideMany(
  services: Services,
  viewer: SignedIn,
  { action, reason, targets }: { action: 'ban' | 'ignore' | 'undo'; reason?: ReportReason; targets: Target[] },
): Promise<{ decided: number }> {
  return inTransaction(services.db, async (trx) => {
    // in one order, so that two moderators never wait for each other
    const named = new Map(targets.map((target) => [`${target.type} ${target.id}`, target]))
    for (const [, target] of [...named].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (action === 'ignore') await dismiss(services, trx, viewer, target, '')
      else if (action === 'undo') await takeBack(services, trx, viewer, target, '')
      else {
        const given = reason ?? (await requireCase(trx, target)).reason ?? 'other'
        await uphold(services, trx, viewer, target, { reason: given })
      }
    }
    return { decided: named.size }
  })
}

/** Takes the last decision back with all its measures; the case waits for another one. */
export function undoDecision(
  services: Services,
  viewer: SignedIn,
  { id, type, note = '' }: Target & { note?: string },
): Decided {
  return inTransaction(services.db, async (trx) => ({
    report: await takeBack(services, trx, viewer, { id, type }, note),
  }))
}

/** Marks the case as read by the moderator, once for each time that it is opened. */
export function readReported(services: Services, viewer: SignedIn, target: Target): Decided {
  return inTransaction(services.db, async (trx) => {
    const row = await requireCase(trx, target)
    const { rows } = await sql`
      select from report_acts where type = ${row.type} and target_id = ${row.target_id} and action = 'read'
        and moderator_id = ${viewer.id} and acted_at >= ${row.opened_at}`.execute(trx)
    if (rows.length === 0) {
      await writeAct(trx, row, viewer, { action: 'read', now: services.clock.now() })
    }
    return { report: entryOf(await caseById(trx, row.id)) }
  })
}

/** The decision stands. */
export function rejectAppeal(services: Services, viewer: SignedIn, target: Target): Decided {
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    const row = await requireDecidable(trx, viewer, target)
    const last = await lastDecision(trx, row)
    const { rows } = await sql`
      update report_appeals set decided_at = ${now}, granted = false, moderator_id = ${viewer.id}
      where act_id = ${last?.id ?? 0} and decided_at is null returning act_id`.execute(trx)
    if (!last || rows.length === 0) throw refuse('conflict')
    await tellOfAppeal(services, trx, row, last.id)
    return { report: entryOf(await caseById(trx, row.id)) }
  })
}

/** Whether a moderator may mute or suspend a person: never themselves, nor another moderator or admin. */
export async function mayRestrict(db: Db | Trx, viewer: SignedIn, subjectId: string | null): Promise<boolean> {
  if (subjectId === null || subjectId === viewer.id) return false
  const { rows } = await sql<{ groups: string[] }>`
    select groups from users where id = ${subjectId} and deleted_at is null`.execute(db)
  const [subject] = rows
  if (!subject) return false
  const groups = subject.groups.filter(isGroup)
  return !groups.some((group) => staffGroups.test(group))
}

const staffGroups = /^(super_admin|admin|learn_moderator|learn_admin|learn_editor|campus_admin)/

async function uphold(
  services: Services,
  trx: Trx,
  viewer: SignedIn,
  target: Target,
  { reason, note = '', hide = true, warn = false, muteDays, suspendDays }: Ban,
): Promise<CaseEntry> {
  const now = services.clock.now()
  const row = await requireDecidable(trx, viewer, target)
  const after = (days: number | undefined) => (days === undefined ? null : new Date(now.getTime() + days * dayMs))
  const [mutedUntil, suspendedUntil] = [after(muteDays), after(suspendDays)]
  if ((mutedUntil || suspendedUntil) && !(await mayRestrict(trx, viewer, row.subject_id))) throw refuse('forbidden')
  const hides = hide && reportables[row.type].setHidden !== undefined
  if (!hides && !warn && !mutedUntil && !suspendedUntil) {
    throw refuse('bad_request', { details: [{ field: 'hide', message: 'community.no_measure' }] })
  }
  if (row.status !== 'open') throw refuse('conflict')
  if (hides) await reportables[row.type].setHidden?.(services, trx, row.target_id, { reason })
  const measures = { hides, warns: warn, mutedUntil, suspendedUntil }
  const act = await writeAct(trx, row, viewer, { action: 'ban', reason, note, now, ...measures })
  await settle(trx, row, 'banned', now)
  await tellSubject(services, trx, row, { id: act, action: 'ban', ...measures })
  await tellReporters(services, trx, row, { id: act, upheld: true })
  // last: it ends the sessions of the person, who is told before
  if (suspendedUntil && row.subject_id !== null) {
    const suspension = { reason: note.trim() || reason, until: suspendedUntil }
    await setSuspension(services, trx, row.subject_id, suspension, { actor: viewer.id, now })
  }
  return entryOf(await caseById(trx, row.id))
}

async function dismiss(
  services: Services,
  trx: Trx,
  viewer: SignedIn,
  target: Target,
  note: string,
): Promise<CaseEntry> {
  const now = services.clock.now()
  const row = await requireDecidable(trx, viewer, target)
  if (row.status !== 'open') throw refuse('conflict')
  const { isHeld, setHidden } = reportables[row.type]
  const releases = (await isHeld?.(trx, row.target_id)) ?? false
  if (releases) await setHidden?.(services, trx, row.target_id, null)
  const act = await writeAct(trx, row, viewer, { action: 'ignore', note, now, releases })
  await settle(trx, row, 'ignored', now)
  await tellReporters(services, trx, row, { id: act, upheld: false })
  return entryOf(await caseById(trx, row.id))
}

async function takeBack(
  services: Services,
  trx: Trx,
  viewer: SignedIn,
  target: Target,
  note: string,
): Promise<CaseEntry> {
  const now = services.clock.now()
  const row = await requireDecidable(trx, viewer, target)
  const last = await lastDecision(trx, row)
  if (row.status === 'open' || !last) throw refuse('conflict')
  const { setHidden } = reportables[row.type]
  if (last.hides) await setHidden?.(services, trx, row.target_id, null)
  if (last.releases) await setHidden?.(services, trx, row.target_id, { reason: 'held' })
  if (last.suspendedUntil !== null && row.subject_id !== null) {
    await liftSuspension(services, trx, { userId: row.subject_id, until: last.suspendedUntil, actor: viewer.id, now })
  }
  const undo = await writeAct(trx, row, viewer, { action: 'undo', note, now })
  await sql`update report_acts set undone_by = ${undo} where id = ${last.id}`.execute(trx)
  await sql`
    update report_appeals set decided_at = ${now}, granted = true, moderator_id = ${viewer.id}
    where act_id = ${last.id} and decided_at is null`.execute(trx)
  await tellReporters(services, trx, row, { id: undo, upheld: last.action === 'ban', undone: true })
  await settle(trx, row, 'open', now)
  if (last.action === 'ban') await tellSubject(services, trx, row, { id: undo, action: 'undo' })
  return entryOf(await caseById(trx, row.id))
}

/** A case that the viewer may decide: nobody decides about what is their own. */
async function requireDecidable(trx: Trx, viewer: SignedIn, target: Target): Promise<CaseRow> {
  const row = await requireCase(trx, target)
  if (!mayAccess(viewer, 'moderator') || row.subject_id === viewer.id) throw refuse('forbidden')
  return row
}

async function lastDecision(trx: Trx, row: CaseRow) {
  const acts = await actsWhere(
    trx,
    sql`a.type = ${row.type} and a.target_id = ${row.target_id} and a.action in ('ban', 'ignore') and a.undone_by is null`,
  )
  return acts[0]
}

interface NewAct {
  action: ModeratorAction
  now: Date
  reason?: ReportReason
  note?: string
  hides?: boolean
  releases?: boolean
  warns?: boolean
  mutedUntil?: Date | null
  suspendedUntil?: Date | null
}

async function writeAct(trx: Trx, row: CaseRow, viewer: SignedIn, act: NewAct): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into report_acts (type, target_id, subject_id, moderator_id, action, acted_at, reason, note, hides,
      releases, warns, muted_until, suspended_until)
    values (${row.type}, ${row.target_id}, ${row.subject_id}, ${viewer.id}, ${act.action}, ${act.now},
      ${act.reason ?? null}, ${act.note ?? ''}, ${act.hides ?? false}, ${act.releases ?? false}, ${act.warns ?? false}, ${act.mutedUntil ?? null},
      ${act.suspendedUntil ?? null})
    returning id::integer as id`.execute(trx)
  return rows[0]?.id ?? 0
}

/** The case and its reports take the status; those that were decided before stay with it. */
async function settle(trx: Trx, row: CaseRow, status: CaseEntry['status'], now: Date): Promise<void> {
  await sql`
    update report_cases set status = ${status}, decided_at = ${status === 'open' ? null : now}
    where id = ${row.id}`.execute(trx)
  await sql`
    update reports set status = ${status} where type = ${row.type} and target_id = ${row.target_id}
      and ${status === 'open' ? sql`true` : sql`status = 'open'`}`.execute(trx)
  if (status === 'open') await weighCase(trx, { id: row.target_id, type: row.type, subjectId: row.subject_id }, now)
}

/** Opens the account again unless another suspension stands since. */
async function liftSuspension(
  services: Services,
  trx: Trx,
  { userId, until, actor, now }: { userId: string; until: string; actor: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ suspend_until: Date | null }>`
    select suspend_until from users where id = ${userId}`.execute(trx)
  if (rows[0]?.suspend_until?.toISOString() === until) await setSuspension(services, trx, userId, null, { actor, now })
}
