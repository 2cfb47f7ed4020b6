import { object, oneOf } from '../endpoint.ts'
import { topic } from '../topic.ts'

export const notificationsTopic = topic('notifications/:userId', {
  summary: 'The person was told something, or has read something on another device',
  message: object({ type: oneOf('CHANGED') }),
})
