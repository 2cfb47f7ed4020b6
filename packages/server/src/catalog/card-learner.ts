import type { CardLearner } from '@lantern/contract/catalog/lists.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import { entitlementOf } from './entitlements.ts'

interface LearnerRow {
  id: string
  collected: boolean
  bought: boolean
  completed: boolean | null
  last_completed_time: Date | null
  done: number
  parts: number
  collect_count: number | null
}

/** What cards show of the learner: collected, bought, and how far. One statement, none for a guest. */
export async function cardLearner(db: Db | Trx, viewer: Viewer, ids: readonly string[]): Promise<CardLearner> {
  const { collectCounts: _, ...learner } = await cardMarks(db, viewer, ids)
  return learner
}

/** The same, and how many have collected each item, which the learner's own press changes. */
export async function cardMarks(db: Db | Trx, viewer: Viewer, ids: readonly string[]) {
  const collectCounts: Record<string, number> = {}
  const learner: CardLearner & { collectCounts: typeof collectCounts } = {
    collectMap: {},
    boughtMap: {},
    recordMap: {},
    collectCounts,
  }
  if (viewer.kind === 'guest' || ids.length === 0) return learner
  const { rows } = await sql<LearnerRow>`
    select x.id, s.collect_count, r.completed, r.last_completed_time,
      exists (select from learner_collections c where c.user_id = ${viewer.id} and c.item_id = x.id) as collected,
      ${entitlementOf(viewer.id, sql`x.id`)} as bought,
      case when r.item_id is null then 0 else
        (select count(*)::integer from sections t where t.item_id = x.id)
        + (select count(*)::integer from item_contents ic where ic.parent_id = x.id) end as parts,
      case when r.item_id is null then 0 else
        (select count(*)::integer from sections t
          where t.item_id = x.id and (r.steps -> t.id -> 'completed') = 'true'::jsonb)
        + (select count(*)::integer from item_contents ic join learner_progress p on p.item_id = ic.child_id
          where ic.parent_id = x.id and p.user_id = ${viewer.id} and p.completed) end as done
    from unnest(${ids}::text[]) x (id)
    left join learner_progress r on r.user_id = ${viewer.id} and r.item_id = x.id
    left join item_figures s on s.item_id = x.id`.execute(db)
  for (const row of rows) {
    if (row.collect_count !== null) collectCounts[row.id] = row.collect_count
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
