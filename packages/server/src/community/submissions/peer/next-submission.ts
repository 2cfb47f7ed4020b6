import { peerShare } from '@lantern/contract/community/peer-rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import { isShown } from '../visible-submissions.ts'
import { givenBy } from './given.ts'

/** Of submissions `s`: feedback that it has, or that is on its way and not late. */
function held(now: Date): RawBuilder<number> {
  return sql<number>`(select count(*) from peer_feedback f where f.submission_id = s.id
    and (f.given_at is not null or f.due_at > ${now}))`
}

/** Submissions of others for this step that a learner was not handed before. */
export function unseen(userId: string | RawBuilder<unknown>, sectionId: string): RawBuilder<boolean> {
  return sql<boolean>`(s.section_id = ${sectionId} and ${isShown} and s.author_id <> ${userId}
    and not exists (select from peer_feedback f where f.submission_id = s.id and f.reviewer_id = ${userId}))`
}

/**
 * What is handed out next: the submission with the least feedback, so that nobody is left without; of equals first one
 * whose author has done their own share, then the oldest. Who has not done their share gets what has enough too, so that
 * nobody is sent away.
 */
export async function nextFor(
  db: Db | Trx,
  userId: string,
  sectionId: string,
  { now, given }: { now: Date; given: number },
) {
  const { rows } = await sql<{ id: string; version: number }>`
    select s.id, s.version from submissions s
    where ${unseen(userId, sectionId)} and (${given < peerShare}::boolean or ${held(now)} < ${peerShare})
    order by ${held(now)}, ${givenBy(sql`s.author_id`, sql`s.section_id`)} >= ${peerShare} desc, s.handed_in_at, s.id
    limit 1`.execute(db)
  return rows[0]
}
