import type { CardLearner, ItemMarks } from '@lantern/contract/catalog/lists.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { entitlementAmong } from './entitlements.ts'
import { locksOf } from './locks.ts'

interface LearnerRow {
  id: string
  collected: boolean
  bought: boolean
  completed: boolean | null
  last_completed_time: Date | null
  done: number
  parts: number
}

/** What cards show of the learner: collected, bought, and how far. One statement, none for a guest. */
export async function cardLearner(db: Db | Trx, viewer: Viewer, ids: readonly string[]): Promise<CardLearner> {
  const rows = await readRows<LearnerRow>(db, viewer, ids, { columns: sql``, from: sql`` })
  return learnerOf(rows)
}

interface MarksRow extends LearnerRow {
  liked: boolean
  collect_count: number | null
  like_count: number | null
}

/** The same, and how many have collected and like each item, which the learner's own press changes. */
export async function itemMarks(db: Db | Trx, viewer: Viewer, ids: readonly string[]): Promise<ItemMarks> {
  const userId = viewer.kind === 'guest' ? '' : viewer.id
  const rows = await readRows<MarksRow>(db, viewer, ids, {
    columns: sql`, s.collect_count, s.like_count,
      exists (select from learner_likes l where l.user_id = ${userId} and l.target_id = x.id) as liked`,
    from: sql`left join item_figures s on s.item_id = x.id`,
  })
  const locks = await locksOf(db, viewer, ids)
  const counts = (count: (row: MarksRow) => number | null) =>
    Object.fromEntries(rows.flatMap((row) => (count(row) === null ? [] : [[row.id, count(row) ?? 0] as const])))
  return {
    ...learnerOf(rows),
    collectCounts: counts(({ collect_count }) => collect_count),
    likeMap: Object.fromEntries(rows.filter(({ liked }) => liked).map(({ id }) => [id, true])),
    likeCounts: counts(({ like_count }) => like_count),
    lockedMap: Object.fromEntries([...locks.keys()].map((id) => [id, true])),
  }
}

/** `more`: what else is read of each item. */
async function readRows<Row>(
  db: Db | Trx,
  viewer: Viewer,
  ids: readonly string[],
  more: { columns: RawBuilder<unknown>; from: RawBuilder<unknown> },
): Promise<Row[]> {
  if (viewer.kind === 'guest' || ids.length === 0) return []
  const { rows } = await sql<Row>`
    with granted as materialized (select item_id from item_grants where user_id = ${viewer.id})
    select x.id, r.completed, r.last_completed_time,
      exists (select from learner_collections c where c.user_id = ${viewer.id} and c.item_id = x.id) as collected,
      ${entitlementAmong(sql`granted`, sql`x.id`)} as bought,
      case when r.item_id is null then 0 else
        (select count(*)::integer from sections t where t.item_id = x.id)
        + (select count(*)::integer from item_contents ic where ic.parent_id = x.id) end as parts,
      case when r.item_id is null then 0 else
        (select count(*)::integer from sections t
          where t.item_id = x.id and (r.steps -> t.work_step_id -> 'completed') = 'true'::jsonb)
        + (select count(*)::integer from item_contents ic join learner_progress p on p.item_id = ic.child_id
          where ic.parent_id = x.id and p.user_id = ${viewer.id} and p.completed) end as done
      ${more.columns}
    from ${idRows(ids)} x
    left join learner_progress r on r.user_id = ${viewer.id} and r.item_id = x.id
    ${more.from}`.execute(db)
  return rows
}

function learnerOf(rows: readonly LearnerRow[]): CardLearner {
  const learner: CardLearner = { collectMap: {}, boughtMap: {}, recordMap: {} }
  for (const row of rows) {
    if (row.collected) learner.collectMap[row.id] = true
    if (row.bought) learner.boughtMap[row.id] = true
    if (row.completed === null) continue
    learner.recordMap[row.id] = {
      itemId: row.id,
      completed: row.completed,
      lastCompletedTime: row.last_completed_time?.toISOString() ?? null,
      percent: row.parts === 0 ? 0 : Math.round((Math.min(row.done, row.parts) / row.parts) * 100),
    }
  }
  return learner
}
