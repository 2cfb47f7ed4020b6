import { isVersionInRange, linkVersion } from '@lantern/contract/catalog/versions.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import {
  mayReadSteps,
  readReference,
  requireReadable,
  requireVisibleItem,
  shownTo,
  type VisibleItem,
} from '#catalog/index.ts'
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
  const versions = await versionsOf(db)
  await inTransaction(db, async (trx) => {
    await lockLearner(trx, viewer.id)
    const context = { itemId: item.id, versionId: input.versionId, versions }
    await beginRecords(trx, viewer.id, [...parents, item], context, clock.now())
  })
  const { recordMap } = await readLearnerPart(db, viewer.id, [item.id, ...parents.map(({ id }) => id)], item)
  return { recordMap }
}

/** The item to start and the parents it starts in, or the refusal that says why the viewer may not. */
export async function requireStart(
  db: Db,
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
  /** The engine version it is read for; a parent that does not hold for it begins with its own newest one. */
  versionId?: string
  /** All there are, from old to new. */
  versions: readonly string[]
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
      versionId: wantedVersion(item, context),
      newestVersionId: linkVersion(item.unityVersionRange, null, context.versions),
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

function wantedVersion({ unityVersionRange }: VisibleItem, { versionId, versions }: BeginContext): string | null {
  return versionId !== undefined && isVersionInRange(unityVersionRange, versionId, versions) ? versionId : null
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
  /** The version it is read for; none leaves a record at the one it has. */
  versionId: string | null
  /** What a record begins with where none is asked for: the one that links to the item name. */
  newestVersionId?: string | null
  parentIds: string[]
}

/** The parts of a statement that make the record of each `learner`, or go on with it; `acted` has its rows. */
export function recordBegun(
  item: VisibleItem,
  now: Date,
  { versionId, newestVersionId = null, parentIds }: RecordContext,
) {
  const withAll = item.unityVersionRange.withAll
  const first = versionId ?? newestVersionId
  const versions = (id: string | null) =>
    JSON.stringify(!withAll && id !== null ? { [id]: { completed: false, completedTime: null } } : {})
  return sql`
    acted as (
      insert into records as r (user_id, work_id, item_id, last_item_id, type, with_all, version_id, versions, started_at, updated_time,
        last_viewed_time, parent_ids, last_act)
      select learner.id, i.work_id, i.id, i.id, i.type, ${withAll}::boolean, ${first}, ${versions(first)}::jsonb,
        ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${parentIds}::text[], 'started'
      from learner, items i where i.id = ${item.id}
      on conflict (user_id, work_id) do update set
        last_item_id = excluded.last_item_id,
        last_viewed_time = greatest(r.last_viewed_time, excluded.last_viewed_time),
        home_hidden = false,
        version_id = coalesce(${versionId}::text, r.version_id),
        versions = ${versions(versionId)}::jsonb || r.versions,
        parent_ids = case when excluded.parent_ids = '{}' then r.parent_ids else excluded.parent_ids end,
        last_act = 'continued'
      returning r.user_id, r.item_id, r.version_id, r.last_act
    ), counted as (
      insert into item_stat_changes (item_id, learners) select item_id, 1 from acted where last_act = 'started'
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
  await requireReadable(db, viewer, item)
  return item
}

async function requireVersion(db: Db, item: VisibleItem, versionId: string | undefined): Promise<void> {
  if (versionId === undefined) return
  if (!isVersionInRange(item.unityVersionRange, versionId, await versionsOf(db))) throw refuse('version_not_found')
}

export async function versionsOf(db: Db): Promise<readonly string[]> {
  return (await readReference(db)).versions
}

/** The project and course of the address, when they really contain the item and the viewer may learn them. */
export async function contextParents(
  db: Db | Trx,
  viewer: SignedIn,
  itemId: string,
  { projectId, courseId }: Pick<StartInput, 'projectId' | 'courseId'>,
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
    where i.id = any(${wanted}::text[]) and ${shownTo(viewer)}`.execute(db)
  const parents: VisibleItem[] = []
  for (const { id, type } of rows) {
    const parent = await requireVisibleItem(db, viewer, id, type)
    if (await mayReadSteps(db, viewer, parent)) parents.push(parent)
  }
  return parents
}
