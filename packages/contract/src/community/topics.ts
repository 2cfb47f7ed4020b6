import { Type } from 'typebox'
import { object, oneOf } from '../endpoint.ts'
import { topic } from '../topic.ts'

export const discussionTopic = topic('discussion/:subjectId', {
  summary: 'A message about an item or one of its steps, or about a submission, was written, changed or deleted',
  message: object({
    type: oneOf('CHANGED'),
    channelId: Type.String(),
    messageId: Type.String(),
    /** The message that it replies to. */
    parentId: Type.Optional(Type.String()),
  }),
})
