import { Type } from 'typebox'
import { object, oneOf } from '../endpoint.ts'
import { topic } from '../topic.ts'

export const discussionTopic = topic('discussion/:itemId', {
  summary: 'A message about the item or one of its steps was written, changed or deleted',
  message: object({
    type: oneOf('CHANGED'),
    channelId: Type.String(),
    messageId: Type.String(),
    /** The message that it replies to. */
    parentId: Type.Optional(Type.String()),
  }),
})
