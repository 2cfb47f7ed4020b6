import { Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { Discussion, Message, Speaker } from './discussion.ts'

export const listWaiting = endpoint('GET /api/learn/comment/waiting', {
  summary: 'Questions about what one makes or teaches that nobody else has answered, the longest waiting first',
  access: 'learner',
  query: object(pageQuery),
  response: object({
    results: Type.Array(
      object({
        question: Message,
        content: Discussion.properties.content,
        /** Null: asked about the item as a whole, or its step is gone. */
        step: nullable(Type.String()),
      }),
    ),
    userMap: Type.Record(Type.String(), Speaker),
    ...pageAnswer,
  }),
})
