import { object, oneOf } from '../endpoint.ts'
import { topic } from '../topic.ts'

export const toolMarksTopic = topic('tool-marks/:userId', {
  summary: 'A tool said something of this person in a step; for themselves',
  message: object({ type: oneOf('MARKED') }),
})
