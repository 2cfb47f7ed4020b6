import { sql } from 'kysely'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import {
  completeAround,
  completionOf,
  containing,
  lockLearner,
  lockRecords,
  readLineage,
  setCompletion,
} from './lineage.ts'
import { studied } from './study-days.ts'

// A quiz is a work by itself, and has its own rules for when it is done. The domain of quizzes applies them and tells the record here, in the
// same transaction.

export interface ItemCompletion {
  userId: string
  itemId: string
  now: Date
  /** Chosen options, by question. */
  answers?: Readonly<Record<string, readonly string[]>>
  /** No new attempt before this. */
  frozenUntil?: Date | null
  /** When the learner was done, where that shows only later; omitted: `now`. */
  doneAt?: Date
}

/**
 * Completes a started item, and the projects and courses that waited for it. A second call changes nothing. The learner
 * is locked by the caller.
 */
export async function completeItem(trx: Trx, completion: ItemCompletion): Promise<void> {
  const { userId, itemId, now } = completion
  const lineage = await readLineage(trx, userId, itemId)
  if (lineage.length > 0) await lockRecords(trx, userId, [itemId, ...lineage.flat()])
  const { rows } = await sql`
    with closed as (select), ${recordCompleted(completion)} select item_id from acted`.execute(trx)
  if (rows.length > 0) await completeAround(trx, userId, lineage, now)
}

/** The parts of a statement that complete the record once `closed` has a row. What contains the item is left alone. */
export function recordCompleted({ userId, itemId, now, answers, frozenUntil, doneAt = now }: ItemCompletion) {
  return sql`
    acted as (
      update records r set ${completionOf(() => sql`true`, sql`'completed'::text`, doneAt)},
        answers = ${answers ? JSON.stringify(answers) : null}::jsonb, frozen_until = ${frozenUntil ?? null}::timestamptz,
        updated_time = ${now}, last_viewed_time = ${doneAt}
      from closed
      where r.user_id = ${userId} and r.work_id = ${itemId} and not r.completed
      returning r.user_id, r.item_id, r.version_id, r.last_act
    ), logged as (
      insert into record_events (user_id, item_id, kind, version_id, happened_at)
      select ${userId}, item_id, last_act, version_id, ${doneAt} from acted
    ), days as (${studied(doneAt)})`
}

/** The condition that none of the learner's projects and courses contains the item. */
export function standsAlone(userId: string, itemId: string) {
  return sql`not exists (${containing(userId, itemId)})`
}

/** Completes the projects and courses that waited for this completed item, when there are any. */
export async function completeWhatContains(db: Db, { userId, itemId, now }: ItemCompletion): Promise<void> {
  const { rows } = await sql`${containing(userId, itemId)} limit 1`.execute(db)
  if (rows.length === 0) return
  await inTransaction(db, async (trx) => {
    await lockLearner(trx, userId)
    const lineage = await readLineage(trx, userId, itemId)
    await lockRecords(trx, userId, [itemId, ...lineage.flat()])
    await completeAround(trx, userId, lineage, now)
  })
}

/**
 * Opens a completed item for another try. What contains it keeps its completion, as with a restart. The learner is
 * locked by the caller.
 */
export async function reopenItem(trx: Trx, { userId, itemId, now }: Omit<ItemCompletion, 'answers'>): Promise<void> {
  const reopened = await setCompletion(trx, { userId, itemIds: [itemId], completed: false, act: 'restarted', now })
  if (reopened.length === 0) return
  await sql`
    update records set answers = null, frozen_until = null where user_id = ${userId} and work_id = ${itemId}`.execute(
    trx,
  )
}
