import type { reviewSubmission as ReviewSubmission } from '@lantern/contract/community/submission-reviews.ts'
import type { SubmissionReview } from '@lantern/contract/community/submissions.ts'
import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { countUse } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { notify } from '#notifications/index.ts'
import { isBlank, messageHtml } from '../message-html.ts'
import { speakersOf } from '../message-rows.ts'
import { requireUnmuted } from '../moderation/own-decisions.ts'
import { submissionReviewed } from './review-kinds.ts'
import { isEducator } from './visible-submissions.ts'

/** Reviews of one educator. */
const reviewLimit = { windowSeconds: 600, most: 300 }

/** Replaces the review of the version. The learner is told once that it is reviewed and once that it has feedback. */
export async function reviewSubmission(
  services: Services,
  viewer: SignedIn,
  { id, version, content, isReviewed, before }: BodyOf<typeof ReviewSubmission>,
): Promise<ResponseOf<typeof ReviewSubmission>> {
  const now = services.clock.now()
  const { html } = messageHtml(content.trim(), [])
  const text = isBlank(html) ? '' : content.trim()
  return inTransaction(services.db, async (trx) => {
    await countUse(trx, { key: `submission_review:${viewer.id}`, ...reviewLimit }, now)
    const submission = await lockTaught(trx, viewer, id)
    if (version > submission.version) throw refuse('not_found')
    if (text !== '') await requireUnmuted(trx, viewer.id, now)
    const stands = (await reviewsOf(trx, submission, id)).find((one) => one.version === version)
    requireUnchanged(
      { content: stands?.content ?? '', isReviewed: stands?.isReviewed ?? false },
      { before, wished: { content: text, isReviewed } },
      [stands?.reviewer?.fullName ?? null, stands?.content ?? null],
    )
    await keep(trx, { id, version, text, html, isReviewed, reviewerId: viewer.id, now })
    if ((isReviewed || text !== '') && submission.author_id !== viewer.id) {
      await notify(services, trx, submissionReviewed, {
        people: [submission.author_id],
        key: `submission_review:${id}:${version}:${text === '' ? 'mark' : 'feedback'}`,
        group: `submission_review:${id}`,
        itemId: submission.item_id,
        payload: { name: viewer.name, submissionId: id, hasText: text !== '' },
      })
    }
    const reviews = await reviewsOf(trx, submission, id)
    return { review: reviews.find((one) => one.version === version) ?? null }
  })
}

interface Kept {
  id: string
  version: number
  text: string
  html: string
  isReviewed: boolean
  reviewerId: string
  now: Date
}

async function keep(trx: Trx, { id, version, text, html, isReviewed, reviewerId, now }: Kept): Promise<void> {
  if (isReviewed || text !== '') {
    const review = { content: text, html, is_reviewed: isReviewed, reviewer_id: reviewerId, reviewed_at: now }
    await trx
      .insertInto('submission_reviews')
      .values({ submission_id: id, version, ...review })
      .onConflict((conflict) => conflict.columns(['submission_id', 'version']).doUpdateSet(review))
      .execute()
  } else {
    await sql`delete from submission_reviews where submission_id = ${id} and version = ${version}`.execute(trx)
  }
  await sql`
    update submissions set reviewed_version = (
      select max(r.version) from submission_reviews r where r.submission_id = ${id} and r.is_reviewed)
    where id = ${id}`.execute(trx)
}

interface Taught {
  ownerId: string
  authorId: string
}

async function lockTaught(trx: Trx, viewer: SignedIn, id: string) {
  const { rows } = await sql<Taught & { item_id: string; author_id: string; version: number }>`
    select s.item_id, s.author_id, s.version, i.owner_id as "ownerId", i.author_id as "authorId"
    from submissions s join items i on i.id = s.item_id
    where s.id = ${id} and ${isEducator(viewer)} for no key update of s`.execute(trx)
  if (!rows[0]) throw refuse('not_found')
  return rows[0]
}

interface ReviewRow {
  version: number
  content: string
  html: string
  is_reviewed: boolean
  reviewer_id: string | null
  reviewed_at: Date
}

/** All reviews of a submission, of the newest version first. */
export async function reviewsOf(db: Db | Trx, item: Taught, id: string): Promise<SubmissionReview[]> {
  const { rows } = await sql<ReviewRow>`
    select version, content, html, is_reviewed, reviewer_id, reviewed_at from submission_reviews
    where submission_id = ${id} order by version desc`.execute(db)
  const people = await speakersOf(
    db,
    { item },
    rows.map(({ reviewer_id }) => ({ authorId: reviewer_id })),
  )
  return rows.map(({ version, content, html, is_reviewed: isReviewed, reviewer_id: reviewerId, reviewed_at: at }) => ({
    ...{ version, isReviewed, content, html, reviewedTime: at.toISOString() },
    reviewer: reviewerId === null ? null : (people[reviewerId] ?? null),
  }))
}
