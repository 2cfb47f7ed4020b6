import { isVersionInRange } from '@lantern/contract/catalog/versions.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { mayReadSteps, readReference, requireVisibleItem, type VisibleItem } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { readLearnerPart } from './learner-records.ts'
import { completeAround, lockLearner, lockRecords } from './lineage.ts'
import { studied } from './study-days.ts'

const learnedTypes = ['tutorial', 'project', 'course', 'quiz'] as const
export type LearnedType = (typeof learnedTypes)[number]

export interface StartInput {
  id: string
  type: LearnedType
  versionId?: string
  /** The project and course it is learned in; they are started along with it. */
  projectId?: string
  courseId?: string
}

/** Starts an item, or goes on with it: the second start changes nothing but where the learner last was. */
export async function startRecord(services: Services, viewer: SignedIn, input: StartInput) {
  const { db, clock } = services
  const { item, parents } = await requireStart(db, viewer, input)
  await inTransaction(db, async (trx) => {
    await lockLearner(trx, viewer.id)
    await beginRecords(trx, viewer.id, [...parents, item], { ...input, itemId: item.id }, clock.now())
  })
  const { recordMap } = await readLearnerPart(db, viewer.id, [item.id, ...parents.map(({ id }) => id)], item)
  return { recordMap }
}

/** The item to start and the parents it starts in, or the refusal that says why the viewer may not. */
export async function requireStart(
  db: Db | Trx,
  viewer: SignedIn,
  input: StartInput,
): Promise<{ item: VisibleItem; parents: VisibleItem[] }> {
  const item = await requireLearnable(db, viewer, input.id, input.type)
  await requireVersion(db, item, input.versionId)
  return { item, parents: await contextParents(db, viewer, item.id, input) }
}

export interface BeginContext {
  /** The item that was opened; the others are around it. */
  itemId: string
  versionId?: string
}

/** Makes the records that are missing, in the order of the locks. The learner is locked by the caller. */
export async function beginRecords(
  trx: Trx,
  userId: string,
  items: readonly VisibleItem[],
  context: BeginContext,
  now: Date,
): Promise<void> {
  const inOrder = [...items].sort((a, b) => (a.id < b.id ? -1 : 1))
  const ids = inOrder.map(({ id }) => id)
  if (ids.length > 1) await lockRecords(trx, userId, ids)
  for (const item of inOrder) {
    const isOpened = item.id === context.itemId
    await beginRecord(trx, userId, item, now, {
      versionId: isOpened ? (context.versionId ?? null) : null,
      parentIds: isOpened ? ids.filter((id) => id !== item.id) : [],
    })
  }
  const containers = inOrder.filter(({ type }) => type === 'project' || type === 'course')
  // nearest first: a project that is complete already may be what its course still lacked
  const levels = [
    containers.filter(({ type }) => type === 'project'),
    containers.filter(({ type }) => type === 'course'),
  ]
  await completeAround(
    trx,
    userId,
    levels.map((level) => level.map(({ id }) => id)),
    now,
  )
}

async function beginRecord(
  trx: Trx,
  userId: string,
  item: VisibleItem,
  now: Date,
  context: RecordContext,
): Promise<void> {
  await sql`
    with learner as (select ${userId}::text as id), ${recordBegun(item, now, context)}
    ${studied(now)}`.execute(trx)
}

interface RecordContext {
  versionId: string | null
  parentIds: string[]
}

/** The parts of a statement that make the record of each `learner`, or go on with it; `acted` has its rows. */
export function recordBegun(item: VisibleItem, now: Date, { versionId, parentIds }: RecordContext) {
  const withAll = item.unityVersionRange.withAll
  const versions = !withAll && versionId !== null ? { [versionId]: { completed: false, completedTime: null } } : {}
  return sql`
    acted as (
      insert into records as r (user_id, item_id, type, with_all, version_id, versions, started_at, updated_time,
        last_viewed_time, parent_ids, last_act)
      select learner.id, ${item.id}, ${item.type}, ${withAll}::boolean, ${versionId}, ${JSON.stringify(versions)}::jsonb,
        ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${parentIds}::text[], 'started'
      from learner
      on conflict (user_id, item_id) do update set
        last_viewed_time = greatest(r.last_viewed_time, excluded.last_viewed_time),
        home_hidden = false,
        version_id = coalesce(excluded.version_id, r.version_id),
        versions = excluded.versions || r.versions,
        parent_ids = case when excluded.parent_ids = '{}' then r.parent_ids else excluded.parent_ids end,
        last_act = 'continued'
      returning r.user_id, r.item_id, r.version_id, r.last_act
    ), counted as (
      update item_stats s set record_count = s.record_count + started.learners
      from (select item_id, count(*)::integer as learners from acted where last_act = 'started' group by item_id) started
      where s.item_id = started.item_id
    ), logged as (
      insert into record_events (user_id, item_id, kind, version_id, happened_at)
      select user_id, item_id, 'started', version_id, ${now} from acted where last_act = 'started'
    )`
}

/** The item when the viewer may learn it; a refusal that names what is missing otherwise. */
export async function requireLearnable(
  db: Db | Trx,
  viewer: SignedIn,
  id: string,
  type: LearnedType,
): Promise<VisibleItem> {
  const item = await requireVisibleItem(db, viewer, id, type)
  if (await mayReadSteps(db, viewer, item)) return item
  throw refuse(item.withPay ? 'purchase_required' : 'premium_required')
}

async function requireVersion(db: Db | Trx, item: VisibleItem, versionId: string | undefined): Promise<void> {
  if (versionId === undefined) return
  const { versions } = await readReference(db)
  if (!isVersionInRange(item.unityVersionRange, versionId, versions)) throw refuse('version_not_found')
}

/** The project and course of the address, when they really contain the item and the viewer may learn them. */
async function contextParents(
  db: Db | Trx,
  viewer: SignedIn,
  itemId: string,
  { projectId, courseId }: StartInput,
): Promise<VisibleItem[]> {
  const wanted = [projectId, courseId].filter((id) => id !== undefined)
  if (wanted.length === 0) return []
  const { rows } = await sql<{ id: string; type: 'project' | 'course' }>`
    with recursive up (id) as (
      select parent_id from item_contents where child_id = ${itemId}
      union
      select c.parent_id from item_contents c join up on c.child_id = up.id
    )
    select i.id, i.type from up join items i on i.id = up.id
    where i.id = any(${wanted}::text[]) and i.status = 'published' and not i.hidden`.execute(db)
  const parents: VisibleItem[] = []
  for (const { id, type } of rows) {
    const parent = await requireVisibleItem(db, viewer, id, type)
    if (await mayReadSteps(db, viewer, parent)) parents.push(parent)
  }
  return parents
}
