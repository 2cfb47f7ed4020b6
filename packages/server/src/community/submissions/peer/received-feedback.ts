import type { PeerFeedback } from '@lantern/contract/community/submissions.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { speakersOf } from '../../message-rows.ts'

interface Row {
  id: string
  version: number
  answers: { question: string; html: string }[]
  given_at: Date
  reviewer_id: string | null
  is_reported: boolean
}

/** What other learners said about a submission, newest first. Its author does not learn who they are. */
export async function receivedFeedback(
  db: Db,
  viewer: Viewer,
  submissionId: string,
  { item, isEducator }: { item: { ownerId: string; authorId: string }; isEducator: boolean },
): Promise<PeerFeedback[]> {
  const viewerId = viewer.kind === 'guest' ? null : viewer.id
  const { rows } = await sql<Row>`
    select f.id, f.version, f.answers, f.given_at, f.reviewer_id,
      exists (select from reports r where r.type = 'feedback' and r.target_id = f.id
        and r.reporter_id = ${viewerId}) as is_reported
    from peer_feedback f
    where f.submission_id = ${submissionId} and f.given_at is not null and f.hidden_at is null
    order by f.given_at desc, f.id`.execute(db)
  const people = isEducator
    ? await speakersOf(
        db,
        { item },
        rows.map(({ reviewer_id }) => ({ authorId: reviewer_id })),
      )
    : {}
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    answers: row.answers.map(({ question, html }) => ({ question, html })),
    givenTime: row.given_at.toISOString(),
    reviewer: people[row.reviewer_id ?? ''] ?? null,
    isReported: row.is_reported,
  }))
}
