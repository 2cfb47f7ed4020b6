import { sql } from 'kysely'
import type { VisibleItem } from '#catalog/index.ts'
import { batchingAt } from '#kit/batching.ts'
import type { Db } from '#kit/sql.ts'
import { freeLearners, recordBegun, studied } from '#learning/index.ts'
import { attemptOpened, type Opening, type Standing, standingOpened } from '#quiz/index.ts'

interface Beginning {
  standing: Standing
  item: VisibleItem
  opening: Opening
}

/**
 * The usual beginning: record and first attempt of a learner who stands nowhere yet. A class that begins together is
 * one statement, which counts them in the item's figures once instead of queueing for that row. Null, and nothing done,
 * when another act of the learner is under way or was faster: then the long way waits and sees.
 */
export function beginFirst(db: Db, userId: string, beginning: Beginning): Promise<Standing | null> {
  return beginGathered(db, { ...beginning, userId })
}

// one lane: a second statement for the same quiz would wait for the first one's hold on the figures
const beginGathered = batchingAt(async (db, beginnings: readonly (Beginning & { userId: string })[]) => {
  const alike = Map.groupBy(beginnings, ({ standing: { quizId, revision }, opening: { versionId } }) =>
    JSON.stringify([quizId, revision, versionId]),
  )
  const begun = new Map<object, Standing>()
  // one quiz at a time: a transaction that holds one item's figures waits for no other's
  for (const group of alike.values()) await beginTogether(db, group, begun)
  return beginnings.map((beginning) => begun.get(beginning) ?? null)
})

async function beginTogether(
  db: Db,
  group: (Beginning & { userId: string })[],
  begun: Map<object, Standing>,
): Promise<void> {
  const [first] = group
  if (!first) return
  const { item, standing, opening } = first
  const byLearner = new Map(group.map((beginning) => [beginning.userId, beginning]))
  const { rows } = await sql<{ user_id: string }>`
    with ${freeLearners([...byLearner.keys()])},
      ${recordBegun(item, opening.now, { versionId: opening.versionId, parentIds: [] })},
      days as (${studied(opening.now)})
    ${attemptOpened(standing, opening)}`.execute(db)
  for (const { user_id } of rows) {
    const beginning = byLearner.get(user_id)
    if (beginning) begun.set(beginning, standingOpened(beginning.standing, opening))
  }
}
