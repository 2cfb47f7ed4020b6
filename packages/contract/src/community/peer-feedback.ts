import { type Static, Type } from 'typebox'
import { ItemCard } from '../catalog/items.ts'
import { endpoint, nullable, object } from '../endpoint.ts'
import { publicWriting } from '../guards.ts'
import { peerAnswerLength, peerQuestions } from './peer-rules.ts'
import { SubmissionFile } from './submissions.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
const Count = Type.Integer({ minimum: 0 })
const Step = object({ itemId: Id, sectionId: Id })

/** A submission that was handed out to a learner. Whose it is is not told. */
export const PeerTask = object({
  /** Of the feedback that is asked for. */
  id: Type.String(),
  title: Type.String(),
  html: Type.String(),
  files: Type.Array(SubmissionFile),
  dueTime: Type.String(),
})
export type PeerTask = Static<typeof PeerTask>

const PeerState = object({
  questions: Type.Array(Type.String()),
  /** Who has not handed in for the step gets nothing to look at. */
  hasHandedIn: Type.Boolean(),
  /** How many the viewer has given for this step. */
  given: Count,
  /** How many each is asked to give. */
  share: Count,
  /** What the viewer has to look at now; null: nothing was handed out. */
  task: nullable(PeerTask),
  /** Another submission can be handed out. */
  hasMore: Type.Boolean(),
})

export const readPeerState = endpoint('GET /api/learn/submission/peer', {
  summary: 'Peer feedback of a step that asks learners about the work of each other',
  access: 'learner',
  query: Step,
  response: object({ ...PeerState.properties, item: ItemCard, stepTitle: Type.String() }),
  errors: ['not_found'],
})
export type PeerFeedbackState = Static<(typeof readPeerState)['shape']['response']>

export const takePeerTask = endpoint('POST /api/learn/submission/peer/next', {
  summary: 'Hand out a submission of another learner. What was handed out and is not given yet comes again',
  access: 'learner',
  body: Step,
  response: PeerState,
  errors: ['not_found', 'muted'],
})

export const givePeerFeedback = endpoint('POST /api/learn/submission/peer', {
  summary: 'Give the feedback that is asked for, an answer to each question. Sent again it changes nothing',
  access: 'learner',
  guards: publicWriting,
  body: object({
    id: Id,
    /** Markdown, in the order of the questions. */
    answers: Type.Array(Type.String({ maxLength: peerAnswerLength }), { maxItems: peerQuestions.most }),
  }),
  response: object({ given: Count, share: Count }),
  errors: ['not_found', 'muted', 'rate_limited'],
})
