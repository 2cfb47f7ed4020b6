import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { statsPeriods } from './report-rules.ts'

const Count = Type.Integer({ minimum: 0 })
/** By report type. */
const ByType = { message: Count, note: Count, submission: Count, feedback: Count, profile: Count }

export const ReportStats = object({
  period: oneOf(...statsPeriods),
  asOf: Type.String(),
  /** Most decisions first. */
  moderators: Type.Array(
    object({
      /** Null: members who have left. */
      moderator: nullable(object({ id: Type.String(), name: Type.String(), avatar: nullable(Type.String()) })),
      ban: Count,
      ignore: Count,
      undo: Count,
      read: Count,
    }),
  ),
  /** Reports that nobody has decided about yet, however old they are. */
  open: object(ByType),
  /** Reports by the day on which they came, oldest first; a day without any is there with 0. */
  perDay: Type.Array(object({ day: Type.String(), ...ByType })),
})
export type ReportStats = Static<typeof ReportStats>

export const getReportStats = endpoint('GET /api/learn/report/stats', {
  summary: 'What was reported and what moderators did about it, counted per moderator and action',
  access: 'moderator',
  query: object({ period: Type.Optional(oneOf(...statsPeriods)) }),
  response: ReportStats,
})
