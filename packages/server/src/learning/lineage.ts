import { type RawBuilder, sql } from 'kysely'
import { countsIn } from '#catalog/index.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'

/** The learner's projects and courses around an item, nearest first. */
export type Lineage = string[][]

/**
 * Every act that touches more than one record takes its locks in this order: the learner, then the records by id, and
 * only then counters and study time. Acts that touch one record need none of it: they are a single statement, which
 * takes the record first as well.
 */
export async function lockLearner(trx: Trx, userId: string): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(trx)
}

/** The same lock as a part of a statement. What the statement reads is as it was before the lock, not after. */
export function lockedLearner(userId: string) {
  return sql`learner as (select id from users where id = ${userId} for no key update)`
}

/** The locks of these learners that nobody holds, as a part of a statement that waits for none of the others. */
export function freeLearners(userIds: readonly string[]) {
  return sql`learner as (
    select u.id from ${idRows(userIds)} given join users u on u.id = given.id for no key update of u skip locked)`
}

export async function lockRecords(trx: Trx, userId: string, itemIds: readonly string[]): Promise<void> {
  await sql`
    select 1 from records where user_id = ${userId} and work_id in ${worksOf(itemIds)}
    order by work_id for update`.execute(trx)
}

/** The works of these items, as the right side of an `in`: the learner's record is of the work. */
export function worksOf(itemIds: readonly string[]) {
  return sql`(select work_id from items where id = any(${itemIds}::text[]))`
}

/**
 * Which of the learner's records contain this item in any of its languages, by distance: its projects, then their
 * courses.
 */
export async function readLineage(trx: Trx, userId: string, itemId: string): Promise<Lineage> {
  const { rows } = await sql<{ id: string; distance: number }>`
    with recursive up (work_id, distance) as (
      select work_id, 0 from items where id = ${itemId}
      union
      select p.work_id, up.distance + 1
      from up join items k on k.work_id = up.work_id join item_contents c on c.child_id = k.id
        join items p on p.id = c.parent_id
      where up.distance < 4
    )
    select r.item_id as id, max(up.distance) as distance
    from up join records r on r.user_id = ${userId} and r.work_id = up.work_id
    where up.distance > 0
    group by r.item_id order by distance, r.item_id`.execute(trx)
  const levels: Lineage = []
  for (const { id, distance } of rows) {
    const level = levels[distance - 1] ?? []
    level.push(id)
    levels[distance - 1] = level
  }
  return levels.filter(() => true)
}

/** What contains this item, at any depth, and was begun by the learner. */
export function containing(userId: string, itemId: string) {
  return sql`
    with recursive up (id) as (
      select parent_id from item_contents where child_id = ${itemId}
      union
      select c.parent_id from item_contents c join up on c.child_id = up.id
    )
    select up.id from up join items i on i.id = up.id join records r on r.user_id = ${userId} and r.work_id = i.work_id`
}

/** The ids of the projects and courses that contain this item and that the learner has begun. */
export async function recordsAround(db: Db | Trx, userId: string, itemId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${containing(userId, itemId)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Completes what the item was the last demanded part of, level by level. */
export async function completeAround(trx: Trx, userId: string, lineage: Lineage, now: Date): Promise<void> {
  for (const level of lineage) {
    if (level.length === 0) continue
    const ready = await readyToComplete(trx, userId, level)
    if (ready.length > 0) await setCompletion(trx, { userId, itemIds: ready, completed: true, act: 'completed', now })
  }
}

/** Reopens what the item was a demanded part of, level by level; the first completion stays on the record. */
export async function reopenAround(
  trx: Trx,
  userId: string,
  itemId: string,
  lineage: Lineage,
  now: Date,
): Promise<void> {
  let reopened = [itemId]
  for (const level of lineage) {
    const { rows } = await sql<{ id: string }>`
      select distinct r.item_id as id from records r
        join item_contents c on c.parent_id = r.last_item_id join items k on k.id = c.child_id
      where r.user_id = ${userId} and r.work_id in ${worksOf(level)} and k.work_id in ${worksOf(reopened)}
        and (c.required or not exists (select 1 from item_contents o where o.parent_id = c.parent_id and o.required))`.execute(
      trx,
    )
    const parents = rows.map(({ id }) => id)
    await setCompletion(trx, { userId, itemIds: parents, completed: false, act: 'reopened', now })
    reopened = [...reopened, ...parents]
  }
}

/** Which of these projects and courses have every demanded content completed, in the language they are learned in. */
async function readyToComplete(trx: Trx, userId: string, itemIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with contents as (
      select p.item_id as id, c.required, coalesce(r.completed, false) as completed,
        bool_or(c.required) over (partition by c.parent_id) as any_required
      from records p
      join item_contents c on c.parent_id = p.last_item_id
      join items k on k.id = c.child_id and ${countsIn('k', sql`c.parent_id`)}
      left join records r on r.user_id = p.user_id and r.work_id = k.work_id
      where p.user_id = ${userId} and p.work_id in ${worksOf(itemIds)}
    )
    select id from contents where required or not any_required
    group by id having bool_and(completed)`.execute(trx)
  return rows.map(({ id }) => id)
}

export interface CompletionChange {
  userId: string
  itemIds: readonly string[]
  completed: boolean
  act: 'completed' | 'reopened' | 'restarted'
  now: Date
}

/** Sets the completed flag of several records and of their versions; those that have it already are left alone. */
export async function setCompletion(trx: Trx, change: CompletionChange): Promise<string[]> {
  const { userId, itemIds, completed, act, now } = change
  const { rows } = await sql<{ item_id: string }>`
    with acted as (
      update records r set ${completionOf(() => sql`${completed}::boolean`, sql`${act}::text`, now)}, updated_time = ${now}
      where r.user_id = ${userId} and r.work_id in ${worksOf(itemIds)}
        and (r.completed <> ${completed} or (select version_was from (${versionState()}) w) <> ${completed})
      returning r.last_item_id as item_id, r.version_id, r.last_act
    ), logged as (
      insert into record_events (user_id, item_id, kind, version_id, happened_at)
      select ${userId}, item_id, last_act, version_id, ${now} from acted order by item_id
    )
    select item_id from acted`.execute(trx)
  return rows.map((row) => row.item_id)
}

/**
 * What changes when a record's flag becomes what `after` makes of it. The record of the engine version it is learned
 * for follows by the same rule; `versionId` is the one the page is read for, without it the one it was learned for
 * last. Times and the version's record follow from the row as it is, never as it was read before.
 */
export function completionOf(
  after: (was: RawBuilder<unknown>) => RawBuilder<unknown>,
  act: RawBuilder<unknown>,
  now: Date,
  versionId: RawBuilder<unknown> = sql`null::text`,
) {
  const nowMs = sql`${now.getTime()}::bigint`
  return sql`
    (completed, completed_time, last_completed_time, version_id, versions, last_act) = (
      select f.after,
        case when f.completes then coalesce(r.completed_time, ${now}) else r.completed_time end,
        case when f.completes then ${now} else r.last_completed_time end,
        f.version,
        case when not f.is_apart or (r.versions ? f.version and f.version_after = f.version_was) then r.versions
          else r.versions || jsonb_build_object(f.version, jsonb_build_object(
            'completed', f.version_after, 'completedTime', case when f.version_after then ${nowMs} end)) end,
        case when f.completes then 'completed' when f.reopens then
          case when f.act = 'restarted' then 'restarted' else 'reopened' end else f.act end
      from (
        select *, (after and not r.completed) or (version_after and not version_was) as completes,
          (r.completed and not after) or (version_was and not version_after) as reopens
        from (
          select w.*, ${after(sql`r.completed`)} as after, ${after(sql`w.version_was`)} as version_after, ${act} as act
          from (${versionState(versionId)}) w
        ) a
      ) f)`
}

/**
 * The engine version that an act on the row `r` is for, whether its completion is kept apart from the record's own, and
 * how it stands.
 */
export function versionState(versionId: RawBuilder<unknown> = sql`null::text`) {
  return sql`
    select v.version, v.is_apart,
      case when v.is_apart then coalesce((r.versions -> v.version ->> 'completed')::boolean, false)
        else r.completed end as version_was
    from (
      select coalesce(${versionId}, r.version_id) as version,
        not r.with_all and coalesce(${versionId}, r.version_id) is not null as is_apart
    ) v`
}
