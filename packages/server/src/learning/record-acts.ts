import { linkVersion } from '@lantern/contract/catalog/versions.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { readLearnerPart, shownRecords } from './learner-records.ts'
import { completionOf, lockLearner, lockRecords, worksOf } from './lineage.ts'
import { beginRecords, type LearnedType, requireLearnable, versionsOf } from './start-record.ts'
import { studied } from './study-days.ts'

/**
 * Learns an item from its beginning again. A project or course takes what it contains along, except quizzes: their
 * results stand until their own freezing time is over. What contains the item keeps its completion.
 */
export async function restartRecord(
  services: Services,
  viewer: SignedIn,
  { id, type, versionId }: { id: string; type: Exclude<LearnedType, 'quiz'>; versionId?: string },
) {
  const { db, clock } = services
  const item = await requireLearnable(db, viewer, id, type)
  const versions = await versionsOf(db)
  const version = versionId === undefined ? null : linkVersion(item.unityVersionRange, versionId, versions)
  const now = clock.now()
  const restarted = await inTransaction(db, async (trx) => {
    await lockLearner(trx, viewer.id)
    const ids = await recordsWithin(trx, viewer.id, item.id)
    if (ids.length === 0) await beginRecords(trx, viewer.id, [item], { itemId: item.id, versionId, versions }, now)
    await lockRecords(trx, viewer.id, ids)
    // the contents that are restarted with it keep the engine version and the language they were learned in
    const ofItem = (value: string | null) => sql`case when r.work_id in ${worksOf([item.id])} then ${value}::text end`
    await sql`
      with acted as (
        update records r set
          ${completionOf(() => sql`false`, sql`'restarted'::text`, now, ofItem(version))}, steps = '{}',
          last_item_id = coalesce(${ofItem(item.id)}, r.last_item_id), last_section_id = null, home_hidden = false, updated_time = ${now}, last_viewed_time = ${now}
        where r.user_id = ${viewer.id} and r.work_id in ${worksOf(ids)} and (r.completed or r.steps <> '{}')
        returning r.user_id, r.last_item_id as item_id, r.version_id
      ), logged as (
        insert into record_events (user_id, item_id, kind, version_id, happened_at)
        select ${viewer.id}, item_id, 'restarted', version_id, ${now} from acted order by item_id
      )
      ${studied(now)}`.execute(trx)
    return [...new Set([item.id, ...ids])]
  })
  const { recordMap } = await readLearnerPart(db, viewer.id, restarted)
  return { recordMap }
}

/** The learner's records of the item and of everything in it, quizzes left out. */
async function recordsWithin(trx: Trx, userId: string, itemId: string): Promise<string[]> {
  const { rows } = await sql<{ item_id: string }>`
    with recursive down (id) as (
      select ${itemId}::text
      union
      select c.child_id from item_contents c join down on c.parent_id = down.id
    )
    select down.id as item_id from down join items i on i.id = down.id
      join records r on r.user_id = ${userId} and r.work_id = i.work_id
    where r.type <> 'quiz'`.execute(trx)
  return rows.map((row) => row.item_id)
}

/** Forgets the record of a work, whichever of its languages is named. Its history stays; the projects and courses around it keep their completion. */
export async function deleteRecord(services: Services, viewer: SignedIn, { id }: { id: string }) {
  const now = services.clock.now()
  await sql`
    with acted as (
      delete from records where user_id = ${viewer.id} and work_id in ${worksOf([id])} returning item_id, version_id
    ), counted as (
      insert into item_stat_changes (item_id, learners) select item_id, -1 from acted
    )
    insert into record_events (user_id, item_id, kind, version_id, happened_at)
    select ${viewer.id}, item_id, 'deleted', version_id, ${now} from acted`.execute(services.db)
  return { recordMap: {} }
}

/** Remembers where the learner is reading, and counts the time. An item that was not started stays so. */
export async function viewRecord(
  services: Services,
  viewer: SignedIn,
  { id, sectionId }: { id: string; sectionId?: string },
) {
  const now = services.clock.now()
  const { rows } = await sql<{ seen: boolean }>`
    with acted as (
      update records r set last_viewed_time = greatest(r.last_viewed_time, ${now}),
        last_section_id = coalesce(
          (select s.work_step_id from sections s where s.id = ${sectionId ?? null} and s.item_id = i.id), r.last_section_id),
        last_item_id = i.id
      from items i
      where i.id = ${id} and r.user_id = ${viewer.id} and r.work_id = i.work_id
      returning r.user_id, r.item_id
    ), days as (${studied(now)})
    select true as seen from acted`.execute(services.db)
  return { success: rows.length > 0 }
}

/** Stops tracking a tutorial on the home page, or takes that back. Learning in it again tracks it again. */
export async function showOnHome(
  services: Services,
  viewer: SignedIn,
  { tutorialId, show = false }: { tutorialId: string; show?: boolean },
) {
  await sql`
    update records set home_hidden = ${!show}
    where user_id = ${viewer.id} and work_id in ${worksOf([tutorialId])} and type = 'tutorial' and home_hidden = ${show}`.execute(
    services.db,
  )
  return { inProgressIds: await trackedTutorials(services, viewer) }
}

async function trackedTutorials({ db }: Services, viewer: SignedIn): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${tracked(viewer)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A statement with the three tutorials in progress that the home page lists, last viewed first. */
export function tracked(viewer: SignedIn) {
  return sql`
    select i.id, r.last_viewed_time, r.last_section_id from ${shownRecords(viewer, viewer.id)}
    where not r.completed and r.type = 'tutorial' and not r.home_hidden
    order by r.last_viewed_time desc, i.id limit 3`
}
