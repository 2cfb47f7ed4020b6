import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { requireVisibleSubmission } from './visible-submissions.ts'

/** The step that a deleted submission was for: null where there was none of one's own, or its step is gone. */
export interface Deleted {
  step: { itemId: string; stepId: string } | null
}

/** Deletes one's own with its versions, its comments and what was liked of them. Uploads stay one's own. */
export async function deleteSubmission({ db }: Services, viewer: SignedIn, id: string): Promise<Deleted> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ item_id: string; section_id: string | null }>`
      select item_id, section_id from submissions
      where id = ${id} and author_id = ${viewer.id} for update`.execute(trx)
    const [row] = rows
    if (!row) return { step: null }
    await removeSubmissions(trx, [id])
    return { step: row.section_id === null ? null : { itemId: row.item_id, stepId: row.section_id } }
  })
}

export async function removeSubmissions(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`
    delete from likes where target_type = 'submission' and target_id = any(${[...ids]}::text[])
      or target_type = 'message' and target_id in (
        select id from messages where submission_id = any(${[...ids]}::text[]))`.execute(trx)
  await sql`delete from submissions where id = any(${[...ids]}::text[])`.execute(trx)
}

/** Twice is once. What was collected can be taken out also when it may not be seen any more. */
export async function collectSubmission(
  { db, clock }: Services,
  viewer: SignedIn,
  { id, on }: { id: string; on: boolean },
): Promise<{ collected: boolean; collectCount: number }> {
  return inTransaction(db, async (trx) => {
    if (on) await requireVisibleSubmission(trx, viewer, id)
    await lockFigures(trx, id)
    const entry = on
      ? sql`insert into submission_collects (user_id, submission_id, collected_at)
          values (${viewer.id}, ${id}, ${clock.now()}) on conflict do nothing returning submission_id`
      : sql`delete from submission_collects where user_id = ${viewer.id} and submission_id = ${id} returning submission_id`
    const change = (await entry.execute(trx)).rows.length * (on ? 1 : -1)
    const { rows } = await sql<{ count: number }>`
      update submissions set collect_count = greatest(0, collect_count + ${change}) where id = ${id}
      returning collect_count as count`.execute(trx)
    if (!on && change === 0) await requireVisibleSubmission(trx, viewer, id)
    return { collected: on, collectCount: rows[0]?.count ?? 0 }
  })
}

/** Counted once a person; its author's own visits are not. */
export async function viewSubmission(
  { db }: Services,
  viewer: SignedIn,
  { id }: { id: string },
): Promise<{ viewCount: number }> {
  return inTransaction(db, async (trx) => {
    const { author_id: authorId } = await requireVisibleSubmission(trx, viewer, id)
    await lockFigures(trx, id)
    const seen =
      authorId !== viewer.id &&
      (
        await sql`insert into submission_views (user_id, submission_id) values (${viewer.id}, ${id})
        on conflict do nothing returning submission_id`.execute(trx)
      ).rows.length > 0
    const { rows } = await sql<{ count: number }>`
      update submissions set view_count = view_count + ${seen ? 1 : 0} where id = ${id}
      returning view_count as count`.execute(trx)
    return { viewCount: rows[0]?.count ?? 0 }
  })
}

/** Likes, like collecting and visits, move the counts of a submission one after the other. */
export async function lockFigures(trx: Trx, id: string): Promise<void> {
  const { rows } = await sql`select from submissions where id = ${id} for no key update`.execute(trx)
  if (rows.length === 0) throw refuse('not_found')
}
