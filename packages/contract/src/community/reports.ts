import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import {
  appealLength,
  caseLevels,
  caseViews,
  moderatorActions,
  mostCasesAtOnce,
  reportReasons,
  reportTextLength,
  reportTypes,
} from './report-rules.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
const Count = Type.Integer({ minimum: 0 })
const Reason = oneOf(...reportReasons)
const Target = { id: Id, type: oneOf(...reportTypes) }
const Days = Type.Integer({ minimum: 1, maximum: 365 })
const Note = Type.String({ maxLength: reportTextLength })

export const ReportedReason = object({ type: Reason, content: Type.String({ maxLength: reportTextLength }) })
export type ReportedReason = Static<typeof ReportedReason>

const Person = object({ id: Type.String(), name: Type.String(), avatar: nullable(Type.String()) })

export const CaseEntry = object({
  caseId: Type.String(),
  /** Of the thing that was reported. */
  ...Target,
  status: oneOf('open', 'banned', 'ignored'),
  level: oneOf(...caseLevels),
  /** The reason that most reports give. */
  reason: nullable(Reason),
  reports: Count,
  /** The beginning of its text. */
  excerpt: Type.String(),
  /** Title of the item that it is about. */
  place: nullable(Type.String()),
  openedTime: Type.String(),
  decidedTime: nullable(Type.String()),
  /** Moderators who have read it since it was opened. */
  readBy: Type.Array(Type.String()),
  hasAppeal: Type.Boolean(),
  /** The moderator it was handed to; null: any moderator may take it. */
  assignee: nullable(object({ id: Type.String(), name: Type.String() })),
})
export type CaseEntry = Static<typeof CaseEntry>

export const CaseAct = object({
  id: Type.Integer(),
  action: oneOf(...moderatorActions),
  /** Null: the site itself, or a member who has left. */
  moderator: nullable(Type.String()),
  reason: nullable(Reason),
  note: Type.String(),
  hides: Type.Boolean(),
  /** It let a held message through. */
  releases: Type.Boolean(),
  warns: Type.Boolean(),
  mutedUntil: nullable(Type.String()),
  suspendedUntil: nullable(Type.String()),
  time: Type.String(),
  isUndone: Type.Boolean(),
})
export type CaseAct = Static<typeof CaseAct>

const Appeal = object({
  content: Type.String(),
  time: Type.String(),
  /** Null: not decided yet. */
  granted: nullable(Type.Boolean()),
})

export const CaseFile = object({
  entry: CaseEntry,
  /** Where it stands on the site. */
  path: nullable(Type.String()),
  subject: nullable(object({ ...Person.properties, joinedTime: Type.String() })),
  /** Messages before and after the reported one, oldest first; of a note or a submission that itself. */
  context: Type.Array(
    object({ id: Type.String(), name: nullable(Type.String()), html: Type.String(), time: Type.String() }),
  ),
  /** What a reported message said before it was changed or deleted, newest first, each with when that was. */
  earlier: Type.Array(object({ content: Type.String(), replacedTime: Type.String() })),
  reports: Type.Array(
    object({
      reporter: nullable(Person),
      /** The listed word that opened the case in place of a reporter. */
      word: nullable(Type.String()),
      reasons: Type.Array(ReportedReason),
      time: Type.String(),
      /** Decided reports of this reporter, and how many of them were upheld. */
      decided: Count,
      upheld: Count,
    }),
  ),
  /** What was decided about the case, newest first. */
  acts: Type.Array(CaseAct),
  /** What was decided about other things of the same person, newest first. */
  history: Type.Array(CaseAct),
  appeal: nullable(Appeal),
  /** To whom it was handed, newest first. A null name: nobody, or a member who has left. */
  handovers: Type.Array(
    object({
      id: Type.Integer(),
      moderator: nullable(Type.String()),
      assignee: nullable(Type.String()),
      note: Type.String(),
      time: Type.String(),
    }),
  ),
  /** Whom it can be handed to. */
  moderators: Type.Array(object({ id: Type.String(), name: Type.String() })),
  /** It waits for a moderator, and nobody else reads it yet. */
  isHeld: Type.Boolean(),
  /** Whether it can be hidden, and its person be muted or suspended by this moderator. */
  mayHide: Type.Boolean(),
  mayRestrict: Type.Boolean(),
})
export type CaseFile = Static<typeof CaseFile>

export const reportThing = endpoint('POST /api/learn/report', {
  summary: 'Report a message, a published note, a submission or a person, once; sent again it changes nothing',
  access: 'learner',
  body: object({ ...Target, reasons: Type.Array(ReportedReason, { minItems: 1, maxItems: reportReasons.length }) }),
  response: object({ reportMap: Type.Record(Type.String(), Type.Array(ReportedReason)) }),
  errors: ['not_found', 'report_own', 'rate_limited'],
})

export const listReports = endpoint('GET /api/learn/report/list', {
  summary: 'Cases: open ones by weight, those handed to the viewer, those with an appeal, or decided ones',
  access: 'moderator',
  query: object({
    status: Type.Optional(oneOf(...caseViews)),
    ...pageQuery,
  }),
  response: object({
    results: Type.Array(CaseEntry),
    ...pageAnswer,
    /** How many each list has that waits for moderators. */
    waiting: object({ open: Count, mine: Count, appealed: Count }),
  }),
})

export const readCase = endpoint('GET /api/learn/report/case', {
  summary: 'All that a decision needs: the context, the reports, what was decided before',
  access: 'moderator',
  query: object({ caseId: Id }),
  response: CaseFile,
  errors: ['not_found'],
})

const decided = {
  access: 'moderator',
  response: object({ report: CaseEntry }),
} as const

export const banReported = endpoint('POST /api/learn/report/ban', {
  ...decided,
  summary: 'Uphold the reports: hide what was reported, warn its person, mute or suspend them for days',
  body: object({
    ...Target,
    reason: Reason,
    note: Type.Optional(Note),
    hide: Type.Optional(Type.Boolean({ default: true })),
    warn: Type.Optional(Type.Boolean()),
    muteDays: Type.Optional(Days),
    suspendDays: Type.Optional(Days),
  }),
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const ignoreReported = endpoint('POST /api/learn/report/ignore', {
  ...decided,
  summary: 'Dismiss the reports',
  body: object({ ...Target, note: Type.Optional(Note) }),
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const undoDecision = endpoint('POST /api/learn/report/undo', {
  ...decided,
  summary: 'Take the last decision back with all its measures; an appeal that waits is granted by it',
  body: object({ ...Target, note: Type.Optional(Note) }),
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const readReported = endpoint('POST /api/learn/report/read', {
  ...decided,
  summary: 'Mark a case as read by the moderator',
  body: object(Target),
  errors: ['not_found'],
})

export const handOver = endpoint('POST /api/learn/report/assign', {
  ...decided,
  summary: 'Hand an open case to a moderator, or back to all of them; others may still decide it',
  body: object({ ...Target, moderatorId: nullable(Id), note: Type.Optional(Note) }),
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const decideMany = endpoint('POST /api/learn/report/many', {
  summary: 'Hide many reported things, dismiss their reports, or take decisions back: all of them or none',
  access: 'moderator',
  body: object({
    action: oneOf('ban', 'ignore', 'undo'),
    reason: Type.Optional(Reason),
    targets: Type.Array(object(Target), { minItems: 1, maxItems: mostCasesAtOnce }),
  }),
  response: object({ decided: Count }),
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const rejectAppeal = endpoint('POST /api/learn/report/appeal/reject', {
  ...decided,
  summary: 'Let the decision stand that a person has appealed against',
  body: object(Target),
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const OwnDecision = object({
  type: oneOf(...reportTypes),
  excerpt: Type.String(),
  ...CaseAct.properties,
  appeal: nullable(Appeal),
})
export type OwnDecision = Static<typeof OwnDecision>

export const listOwnDecisions = endpoint('GET /api/learn/moderation/own', {
  summary: 'What moderators decided about oneself, with the reasons',
  access: 'learner',
  response: object({ mutedUntil: nullable(Type.String()), decisions: Type.Array(OwnDecision) }),
})

export const makeAppeal = endpoint('POST /api/learn/moderation/appeal', {
  summary: 'Appeal against a decision about oneself, once',
  access: 'learner',
  body: object({
    actId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    content: Type.String({ minLength: 1, maxLength: appealLength }),
  }),
  response: object({ appeal: Appeal }),
  errors: ['not_found', 'conflict'],
})
