import { Type } from 'typebox'
import { object } from '../endpoint.ts'
import { topic } from '../topic.ts'

export const classProgressTopic = topic('class-progress/:classId', {
  summary: 'A member of a class began, went on with or finished an item; for its teachers',
  message: object({ type: Type.Literal('PROGRESS'), userId: Type.String() }),
})
