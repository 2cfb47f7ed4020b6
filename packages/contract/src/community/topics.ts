import { Type } from 'typebox'
import { object, oneOf } from '../endpoint.ts'
import { topic } from '../topic.ts'

export const discussionTopic = topic('discussion/:subjectId', {
  summary: 'A message about an item or one of its steps, or about a submission, was written, changed, liked or deleted',
  message: object({
    type: oneOf('CHANGED', 'LIKED'),
    channelId: Type.String(),
    messageId: Type.String(),
    /** The message that it replies to. */
    parentId: Type.Optional(Type.String()),
    /** Of `LIKED`: how many like it now. There is nothing else to read. */
    likeCount: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
})
