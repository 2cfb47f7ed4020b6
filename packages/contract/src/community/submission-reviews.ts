import { type Static, Type } from 'typebox'
import { ItemCard } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf, wholeFrom } from '../endpoint.ts'
import { Speaker } from './discussion.ts'
import { reviewOrders, reviewTextLength, submissionReviewStates } from './submission-rules.ts'
import { SubmissionCard, SubmissionReview } from './submissions.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
const Count = Type.Integer({ minimum: 0 })

export const listSubmissionsForReview = endpoint('GET /api/learn/submission/review/list', {
  summary: 'What learners handed in for an item, for its educators',
  access: 'learner',
  query: object({
    itemId: Id,
    /** `waiting` unless given. */
    state: Type.Optional(oneOf(...submissionReviewStates)),
    /** By when the newest version was handed in; `oldest` unless given. */
    order: Type.Optional(oneOf(...reviewOrders)),
    /** `next` of the page before. */
    after: Type.Optional(Type.String({ maxLength: 160 })),
  }),
  response: object({
    item: ItemCard,
    submissionMap: Type.Record(Type.String(), SubmissionCard),
    results: Type.Array(Type.String()),
    userMap: Type.Record(Type.String(), Speaker),
    counts: object({ waiting: Count, again: Count, reviewed: Count }),
    /** Where the next page begins; null: this is the last. */
    next: nullable(Type.String()),
  }),
  errors: ['not_found'],
})
export type SubmissionsForReview = Static<(typeof listSubmissionsForReview)['shape']['response']>

export const reviewSubmission = endpoint('POST /api/learn/submission/review', {
  summary:
    'The feedback of an educator on a version, and whether it is reviewed. Sent again it replaces what was there; neither takes it back',
  access: 'learner',
  body: object({
    id: Id,
    version: wholeFrom(1),
    /** Markdown; empty: none. */
    content: Type.String({ maxLength: reviewTextLength }),
    isReviewed: Type.Boolean(),
    /** The feedback as the form began, empty for none; refused where there is another by now. Omitted: not compared. */
    before: Type.Optional(object({ content: Type.String(), isReviewed: Type.Boolean() })),
  }),
  /** Null: nothing is left of it. */
  response: object({ review: nullable(SubmissionReview) }),
  errors: ['not_found', 'muted', 'rate_limited', 'bad_request'],
})
