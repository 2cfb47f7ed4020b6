import type { LearnerRecord } from '@lantern/contract/learning/record-shapes.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { learnerRecord, type RecordRow, readLearnerPart } from './learner-records.ts'
import {
  completeAround,
  completionOf,
  lockLearner,
  lockRecords,
  readLineage,
  recordsAround,
  reopenAround,
  versionState,
  worksOf,
} from './lineage.ts'
import { minutesOf, type Outline } from './outlines.ts'
import { owesWork, requireWork } from './owed-work.ts'
import { beginRecords, contextParents, requireLearnable, versionsOf } from './start-record.ts'
import { studied } from './study-days.ts'

/**
 * Marks a step as done or not done. The usual toggle is one statement on one row. A toggle that completes or reopens
 * the tutorial goes round by a transaction, because the learner's project and course may follow.
 */
export async function toggleStep(
  services: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { id, stepId, completed, ageMs, ...context }: StepMark & TutorialContext,
) {
  const now = services.clock.now()
  const madeAt = ageMs ? new Date(now.getTime() - ageMs) : null
  if (madeAt && (await happenedSince(services.db, viewer.id, id, madeAt, begunAnew))) {
    return recordsNow(services.db, viewer.id, [id])
  }
  const change = stepChange(stepId, completed, madeAt)
  const act = { userId: viewer.id, itemId: id, now, ...context }
  const quick = await applyChange(services.db, act, change, { mayFinish: false })
  if (quick) return { recordMap: { [id]: quick.record } }
  await requireStep(services.db, id, stepId)
  if (completed) await requireWork(services.db, viewer.id, id, stepId)
  return changeWithParents(services, viewer, act, change, completed)
}

/**
 * Marks the whole tutorial as done, which ticks every demanded step, or takes exactly that act back. A press that a
 * device kept does nothing once the learner has decided otherwise elsewhere.
 */
export async function toggleTutorial(
  services: Services,
  viewer: SignedIn,
  { id, completed, ageMs, ...context }: TutorialContext & { id: string; completed: boolean; ageMs?: number },
) {
  const now = services.clock.now()
  const madeAt = ageMs ? new Date(now.getTime() - ageMs) : null
  if (madeAt && (await happenedSince(services.db, viewer.id, id, madeAt, [...begunAnew, ...decidedAnew]))) {
    return recordsNow(services.db, viewer.id, [id])
  }
  if (completed) await requireWork(services.db, viewer.id, id)
  const change = completed ? completeWhole(now) : reopenWhole(now)
  return changeWithParents(services, viewer, { userId: viewer.id, itemId: id, now, ...context }, change, completed)
}

interface StepMark {
  id: string
  stepId: string
  completed: boolean
  /** Age of a mark that a device kept. */
  ageMs?: number
}

/** How the tutorial is opened: for which engine version, in which project and course. */
interface TutorialContext {
  versionId?: string
  projectId?: string
  courseId?: string
}

interface Act extends TutorialContext {
  userId: string
  itemId: string
  now: Date
}

/**
 * A change of a tutorial's record in SQL over the row `r` as it is when the lock is held, the outline `o` of the language
 * that is read with the step of the work that `stepId` is, and how its engine version stands, `w`.
 */
interface RecordChange {
  /** Whether there is anything to do. */
  when: RawBuilder<unknown>
  steps: RawBuilder<unknown>
  /** The completed flag afterwards, of the record or of its version, from what it was. */
  after: (was: RawBuilder<unknown>) => RawBuilder<unknown>
  /** What to call it when the flag stays as it is. */
  act: 'step_completed' | 'step_reopened' | 'continued'
  stepId: string | null
  /** How the number of steps done today changes. */
  stepsChange: number
}

/** `madeAt`: of a mark that was kept on a device; a later mark of the step is not overwritten by it. */
function stepChange(stepId: string, completed: boolean, madeAt: Date | null): RecordChange {
  const isDone = sql`coalesce((r.steps -> o.step ->> 'completed')::boolean, false)`
  const isNewer = madeAt
    ? sql`coalesce((r.steps -> o.step ->> 'updatedTime')::bigint, 0) <= ${madeAt.getTime()}::bigint`
    : sql`true`
  return {
    when: sql`o.step is not null and ${isDone} <> ${completed} and ${isNewer}
      ${completed ? sql`and o.step <> all(o.owed)` : sql``}`,
    steps: sql`r.steps || jsonb_build_object(o.step, jsonb_build_object('completed', ${completed}::boolean,
      'updatedTime', o.now_ms))`,
    after: (was) =>
      completed
        ? sql`(${was} or not exists (
            select from unnest(o.demanded) d (id)
            where d.id <> o.step and not coalesce((r.steps -> d.id ->> 'completed')::boolean, false)))`
        : sql`(${was} and not o.step = any(o.demanded))`,
    act: completed ? 'step_completed' : 'step_reopened',
    stepId,
    stepsChange: completed ? 1 : -1,
  }
}

function completeWhole(now: Date): RecordChange {
  return {
    when: sql`not (r.completed and w.version_was) and not exists (
      select from unnest(o.owed) owed (id) where not coalesce((r.steps -> owed.id ->> 'completed')::boolean, false))`,
    steps: sql`r.steps || coalesce((
      select jsonb_object_agg(d.id, jsonb_build_object('completed', true, 'updatedTime', ${now.getTime()}::bigint))
      from unnest(o.demanded) d (id)
      where not coalesce((r.steps -> d.id ->> 'completed')::boolean, false)), '{}')`,
    after: () => sql`true`,
    act: 'continued',
    stepId: null,
    stepsChange: 0,
  }
}

/** The steps that the completing act ticked carry its time: taking it back leaves earlier ticks. */
function reopenWhole(now: Date): RecordChange {
  return {
    when: sql`(r.completed or w.version_was)`,
    steps: sql`r.steps || coalesce((
      select jsonb_object_agg(e.key, jsonb_build_object('completed', false, 'updatedTime', ${now.getTime()}::bigint))
      from jsonb_each(r.steps) e
      where (e.value ->> 'updatedTime')::bigint = round(extract(epoch from r.last_completed_time) * 1000)), '{}')`,
    after: () => sql`false`,
    act: 'continued',
    stepId: null,
    stepsChange: 0,
  }
}

async function changeWithParents(
  services: Pick<Services, 'db'>,
  viewer: SignedIn,
  act: Act,
  change: RecordChange,
  completed: boolean,
) {
  const versions = await versionsOf(services.db)
  const changed = await inTransaction(services.db, async (trx) => {
    await lockLearner(trx, act.userId)
    if (completed) await beginWhenMissing(trx, viewer, act, versions)
    const lineage = await readLineage(trx, act.userId, act.itemId)
    await lockRecords(trx, act.userId, [act.itemId, ...lineage.flat()])
    const applied = await applyChange(trx, act, change, { mayFinish: true })
    if (applied?.act === 'completed') await completeAround(trx, act.userId, lineage, act.now)
    if (applied?.act === 'reopened') await reopenAround(trx, act.userId, act.itemId, lineage, act.now)
    return [act.itemId, ...(await recordsAround(trx, act.userId, act.itemId))]
  })
  return recordsNow(services.db, act.userId, changed)
}

const begunAnew = ['restarted', 'deleted'] as const
/** Events that settle whether the whole is done. */
const decidedAnew = ['completed', 'reopened', 'step_reopened'] as const

/** True when the record's history has one of these kinds after this moment. */
async function happenedSince(
  db: Db,
  userId: string,
  itemId: string,
  since: Date,
  kinds: readonly (typeof begunAnew | typeof decidedAnew)[number][],
): Promise<boolean> {
  const { rows } = await sql`
    select from record_events
    where user_id = ${userId} and kind = any(${kinds}::text[]) and happened_at > ${since}
      and item_id in (select o.id from items i join items o on o.work_id = i.work_id where i.id = ${itemId})
    limit 1`.execute(db)
  return rows.length > 0
}

async function recordsNow(db: Db, userId: string, ids: readonly string[]) {
  const { recordMap } = await readLearnerPart(db, userId, ids)
  return { recordMap }
}

/** A tick on a tutorial that was never started starts it, and the project and course it is opened in likewise. */
async function beginWhenMissing(trx: Trx, viewer: SignedIn, act: Act, versions: readonly string[]): Promise<void> {
  const { userId, itemId, now, versionId, projectId, courseId } = act
  const wanted = [itemId, projectId, courseId].filter((id) => id !== undefined)
  const { rows } = await sql<{ item_id: string }>`
    select item_id from records where user_id = ${userId} and work_id in ${worksOf(wanted)}`.execute(trx)
  if (rows.length === wanted.length) return
  const item = await requireLearnable(trx, viewer, itemId, 'tutorial')
  const parents = await contextParents(trx, viewer, itemId, { projectId, courseId })
  await beginRecords(trx, userId, [...parents, item], { itemId, versionId, versions }, now)
}

async function requireStep(db: Db, itemId: string, stepId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from sections s join items i on i.id = s.item_id and i.type = 'tutorial'
    where s.id = ${stepId} and s.item_id = ${itemId}`.execute(db)
  if (rows.length === 0) throw refuse('not_found')
}

/** The version the page is read for, when the tutorial `i` holds for it: a link may be older than the range. */
function heldVersion(versionId: string | undefined) {
  if (versionId === undefined) return sql`null::text`
  return sql`(
    select v.id from unity_versions v
      left join unity_versions low on low.id = i.min_version_id
      left join unity_versions high on high.id = i.max_version_id
    where v.id = ${versionId} and (i.version_with_all
      or v.position between coalesce(low.position, v.position) and coalesce(high.position, v.position)))`
}

interface Applied {
  act: RecordRow['last_act']
  record: LearnerRecord
}

/**
 * One statement: the row, its history and the day's study time. Everything is worked out from the row as it is once
 * the lock is held, so parallel acts add up. Null when there was nothing to do, or when the change would complete or
 * reopen the tutorial and may not.
 */
async function applyChange(
  db: Db | Trx,
  { userId, itemId, now, versionId }: Act,
  change: RecordChange,
  { mayFinish }: { mayFinish: boolean },
): Promise<Applied | null> {
  const { rows } = await sql<{ record: RecordRow; outline: Omit<Outline, 'contents'> }>`
    with o as (
      select i.id, i.work_id, i.type, ${minutesOf('i')} as minutes, ${now.getTime()}::bigint as now_ms,
        coalesce(json_agg(json_build_object('id', s.id, 'required', s.option_type = 'required', 'title', s.title,
          'anchor', s.anchor, 'workStepId', s.work_step_id) order by s.position) filter (where s.id is not null), '[]')
          as steps,
        max(s.work_step_id) filter (where s.id = ${change.stepId}) as step,
        coalesce(array_agg(s.work_step_id) filter (where s.option_type = 'required'),
          array_agg(s.work_step_id) filter (where s.id is not null), '{}') as demanded,
        coalesce(array_agg(s.work_step_id) filter (where ${owesWork(userId)}), '{}') as owed,
        ${heldVersion(versionId)} as version
      from items i left join sections s on s.item_id = i.id
      where i.id = ${itemId} and i.type = 'tutorial' group by i.id
    ), acted as (
      update records r set
        ${completionOf(change.after, sql`${change.act}::text`, now, sql`o.version`)},
        steps = ${change.steps}, updated_time = ${now}, last_viewed_time = ${now}, home_hidden = false,
        last_item_id = o.id, last_section_id = coalesce(o.step, r.last_section_id)
      from o
      where r.user_id = ${userId} and r.work_id = o.work_id and exists (
        select from (${versionState(sql`o.version`)}) w
        where ${change.when} ${
          mayFinish
            ? sql``
            : sql`and ${change.after(sql`r.completed`)} = r.completed
          and ${change.after(sql`w.version_was`)} = w.version_was`
        })
      returning r.*
    ), logged as (
      insert into record_events (user_id, item_id, kind, step_id, version_id, happened_at)
      select ${userId}, e.item_id, e.kind, e.step_id, e.version_id, ${now} from (
        select 1 as place, last_item_id as item_id, ${change.act}::text as kind, ${change.stepId}::text as step_id, version_id from acted
        union all
        select 2, last_item_id, last_act, null, version_id from acted
      ) e
      where e.kind <> 'continued' and (e.place = 1 or e.kind in ('completed', 'reopened'))
      order by e.place
    ), days as (${studied(now, sql`${change.stepsChange}::integer`)})
    select to_jsonb(acted) || jsonb_build_object('item_id', o.id) as record,
      json_build_object('itemId', o.id, 'type', o.type, 'minutes', o.minutes, 'steps', o.steps) as outline
    from acted, o`.execute(db)
  const row = rows[0]
  if (!row) return null
  const outline = { ...row.outline, contents: [] }
  return { act: row.record.last_act, record: learnerRecord(row.record, outline, new Map()) }
}
