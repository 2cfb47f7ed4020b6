import { Type } from 'typebox'
import { FlagMap, ItemStats } from '../catalog/items.ts'
import { endpoint, object, oneOf } from '../endpoint.ts'

const LikeTarget = object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  type: oneOf('tutorial', 'project', 'course', 'quiz', 'liveSession', 'message', 'submission'),
})
const Liked = object({
  likeMap: FlagMap,
  /** Of an item. */
  statsMap: Type.Record(Type.String(), ItemStats),
  /** Likes of a message or a submission. */
  likeCount: Type.Optional(Type.Integer({ minimum: 0 })),
})

export const like = endpoint('POST /api/learn/like', {
  summary: 'Like an item, a message or a submission',
  access: 'learner',
  body: LikeTarget,
  response: Liked,
  errors: ['not_found', 'message_hidden'],
})

export const unlike = endpoint('POST /api/learn/like/delete', {
  summary: 'Take a like back',
  access: 'learner',
  body: LikeTarget,
  response: Liked,
  errors: ['not_found'],
})
