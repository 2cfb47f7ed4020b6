import type { listSubmissionsForReview } from '@lantern/contract/community/submission-reviews.ts'
import { reviewsPerPage, type SubmissionReviewState } from '@lantern/contract/community/submission-rules.ts'
import type { QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { itemCards } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { readMoment } from '#kit/site-time.ts'
import type { Db } from '#kit/sql.ts'
import { speakersOf } from '../message-rows.ts'
import { type SubmissionRow, submissionCards, submissionColumns } from './submission-rows.ts'
import { isEducator } from './visible-submissions.ts'

/** Of submissions `s`. A version that was handed in after the newest review waits again. */
const inState: Record<SubmissionReviewState, RawBuilder<boolean>> = {
  waiting: sql`s.reviewed_version is null`,
  again: sql`s.reviewed_version < s.version`,
  reviewed: sql`s.reviewed_version = s.version`,
}

/** What was handed in for an item, for its educators alone; to others there is no such list. */
export async function listForReview(
  services: Services,
  viewer: SignedIn,
  { itemId, state = 'waiting', order = 'oldest', after }: QueryOf<typeof listSubmissionsForReview>,
): Promise<ResponseOf<typeof listSubmissionsForReview>> {
  const { db } = services
  const item = await requireTaughtItem(db, viewer, itemId)
  const { rows } = await sql<SubmissionRow>`
    select ${submissionColumns} from submissions s
    where s.item_id = ${itemId} and ${inState[state]} and ${beyond(after, order)}
    order by ${order === 'oldest' ? sql`s.handed_in_at, s.id` : sql`s.handed_in_at desc, s.id desc`}
    limit ${reviewsPerPage + 1}`.execute(db)
  const shown = rows.slice(0, reviewsPerPage)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  const { itemMap } = await itemCards(db, viewer, [itemId])
  const card = itemMap[itemId]
  if (!card) throw refuse('not_found')
  return {
    ...(await submissionCards(services, shown)),
    item: card,
    userMap: await speakersOf(
      db,
      { item },
      shown.map(({ author_id }) => ({ authorId: author_id })),
    ),
    counts: await countStates(db, itemId),
    next: last ? `${last.handed_in_at.toISOString()}~${last.id}` : null,
  }
}

/** What follows the place that `next` named. A place that nothing can be at is refused. */
function beyond(after: string | undefined, order: 'oldest' | 'newest'): RawBuilder<unknown> {
  if (after === undefined) return sql`true`
  const [time = '', id = ''] = after.split('~')
  const at = readMoment(time)
  if (!at) throw refuse('bad_request', { details: [{ field: 'after', message: 'bad_request' }] })
  return order === 'oldest'
    ? sql`(s.handed_in_at, s.id) > (${at}, ${id})`
    : sql`(s.handed_in_at, s.id) < (${at}, ${id})`
}

async function countStates(db: Db, itemId: string): Promise<Record<SubmissionReviewState, number>> {
  const { rows } = await sql<Record<SubmissionReviewState, number>>`
    select count(*) filter (where ${inState.waiting})::integer as waiting,
      count(*) filter (where ${inState.again})::integer as again,
      count(*) filter (where ${inState.reviewed})::integer as reviewed
    from submissions s where s.item_id = ${itemId}`.execute(db)
  return rows[0] ?? { waiting: 0, again: 0, reviewed: 0 }
}

async function requireTaughtItem(db: Db, viewer: SignedIn, itemId: string) {
  const { rows } = await sql<{ ownerId: string; authorId: string }>`
    select i.owner_id as "ownerId", i.author_id as "authorId" from items i
    where i.id = ${itemId} and ${isEducator(viewer)}`.execute(db)
  if (!rows[0]) throw refuse('not_found')
  return rows[0]
}
