import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { completeAround, completionOf, lockRecords, readLineage, setCompletion } from './lineage.ts'
import { studied } from './study-days.ts'

// A quiz has its own rules for when it is done. Whoever applies them tells the record here, in the same transaction.

export interface ItemCompletion {
  userId: string
  itemId: string
  now: Date
  /** What was chosen, by question. */
  answers?: Readonly<Record<string, readonly string[]>>
  /** No new attempt before this. */
  frozenUntil?: Date | null
}

/**
 * Completes a started item, and the projects and courses that waited for it. A second call changes nothing. The learner
 * is locked by the caller.
 */
export async function completeItem(
  trx: Trx,
  { userId, itemId, now, answers, frozenUntil }: ItemCompletion,
): Promise<void> {
  const lineage = await readLineage(trx, userId, itemId)
  if (lineage.length > 0) await lockRecords(trx, userId, [itemId, ...lineage.flat()])
  const { rows } = await sql`
    with acted as (
      update records r set ${completionOf(sql`true`, sql`'completed'::text`, now)},
        answers = ${answers ? JSON.stringify(answers) : null}::jsonb, frozen_until = ${frozenUntil ?? null},
        updated_time = ${now}, last_viewed_time = ${now}
      where r.user_id = ${userId} and r.item_id = ${itemId} and not r.completed
      returning r.item_id, r.version_id, r.last_act
    ), logged as (
      insert into record_events (user_id, item_id, kind, version_id, happened_at)
      select ${userId}, item_id, last_act, version_id, ${now} from acted
    ), days as (${studied('acted', userId, now)})
    select item_id from acted`.execute(trx)
  if (rows.length > 0) await completeAround(trx, userId, lineage, now)
}

/**
 * Opens a completed item for another try. What contains it keeps its completion, as with a restart. The learner is
 * locked by the caller.
 */
export async function reopenItem(trx: Trx, { userId, itemId, now }: Omit<ItemCompletion, 'answers'>): Promise<void> {
  const reopened = await setCompletion(trx, { userId, itemIds: [itemId], completed: false, act: 'restarted', now })
  if (reopened.length === 0) return
  await sql`
    update records set answers = null, frozen_until = null where user_id = ${userId} and item_id = ${itemId}`.execute(
    trx,
  )
}
