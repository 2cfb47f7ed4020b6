import { type Static, Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'
import { eventLimits } from './engagement-rules.ts'

const Word = Type.String({ minLength: 1, maxLength: eventLimits.wordLength, pattern: '^[A-Za-z][A-Za-z0-9_.-]*$' })

/** Plain values by name: nothing is nested, nothing is long. */
const EventData = Type.Record(
  Type.String({ maxLength: eventLimits.wordLength }),
  Type.Union([Type.String({ maxLength: eventLimits.textLength }), Type.Number(), Type.Boolean(), Type.Null()]),
  { maxProperties: eventLimits.fields },
)

export const EngagementEvent = object({ type: Word, eventType: Word, data: EventData })
export type EngagementEvent = Static<typeof EngagementEvent>

/** Several at once, each with its own kind. */
const EventBatch = object({
  type: Type.Literal('batch'),
  eventType: Type.Literal('batch'),
  data: Type.Array(EngagementEvent, { minItems: 1, maxItems: eventLimits.batch }),
})

export const sendEvents = endpoint('POST /api/cdp', {
  summary: 'Counts what somebody did: one event, or up to 100 of them as a batch',
  access: 'public',
  body: Type.Union([EngagementEvent, EventBatch]),
  bodyLimit: eventLimits.bytes,
  response: object({ accepted: Type.Integer() }),
  errors: ['rate_limited'],
})
