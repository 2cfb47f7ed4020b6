import { object, oneOf } from '../endpoint.ts'
import { topic } from '../topic.ts'

export const liveSessionTopic = topic('liveSession/:itemId', {
  summary: 'A live session was moved, cancelled, recorded or otherwise changed',
  message: object({ type: oneOf('CHANGED') }),
})
