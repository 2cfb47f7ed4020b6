export const reportTypes = ['message', 'note', 'submission', 'feedback', 'profile'] as const
export type ReportType = (typeof reportTypes)[number]

export const reportReasons = [
  'disrespectful',
  'obscene',
  'spam',
  'solicitation',
  'illegal',
  'irrelevant',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

/** The most characters that a reporter adds to a reason, a moderator to a decision, and a person to an appeal. */
export const reportTextLength = 500
export const appealLength = 1000

/** Ban upholds the reports and has measures; ignore dismisses them; undo takes either back; read marks a case as seen. */
export const moderatorActions = ['ban', 'ignore', 'undo', 'read'] as const
export type ModeratorAction = (typeof moderatorActions)[number]

/** What a ban can do, each with or without the others. */
export const measures = ['hide', 'warn', 'mute', 'suspend'] as const
export type Measure = (typeof measures)[number]

/** Days that a page offers for a mute or a suspension. */
export const restrictionDays = [1, 3, 7, 30] as const

/** What a listed word does to a message: it waits for a moderator, is shown with stars, or is exempt. */
export const wordActs = ['hold', 'mask', 'pass'] as const
export type WordAct = (typeof wordActs)[number]

/** `mine` is what was handed to the viewer and is open. */
export const caseViews = ['open', 'mine', 'appealed', 'decided'] as const
export type CaseView = (typeof caseViews)[number]

export const caseLevels = ['high', 'medium', 'low'] as const
export type CaseLevel = (typeof caseLevels)[number]

/** Cases that one act decides at once. */
export const mostCasesAtOnce = 50

/** How many days of the site's time the figures cover, today among them. */
export const statsPeriods = ['7', '30', '90'] as const
export type StatsPeriod = (typeof statsPeriods)[number]
