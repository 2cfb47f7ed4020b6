// What pages and server agree on about counting what people do. Pure, and without the schema library.

/** What the visitor chose in the cookie bar: `true`, `false`, or nothing yet. */
export const preferenceCookie = 'lantern_cookie_preference'

/** No: not counted at all. No choice yet: counted without an identity. */
export function mayCount(preference: string | null | undefined): boolean {
  return preference !== 'false'
}

export function mayNamePerson(preference: string | null | undefined): boolean {
  return preference === 'true'
}

/** A visitor idle for this long has left, also with the page still open. */
export const pageIdleMs = 1_800_000

/** A video that is started and stopped again within this time was not played. */
export const playDelayMs = 500

/** Reading needs no hand: this long after the last sign of a person the time still counts. */
export const readingMs = 60_000

export const eventLimits = { batch: 100, fields: 20, wordLength: 40, textLength: 1_000, bytes: 60_000 } as const

export const engagementTypes = [
  'play',
  'pause',
  'active',
  'inactive',
  'fullScreen',
  'playbackSpeed',
  'subtitleLanguage',
  'captionOn',
  'captionOff',
] as const
export type EngagementType = (typeof engagementTypes)[number]

/** The two kinds of event that the site itself works with; all others are kept as they come. */
export const timeSpentEvent = { type: 'time', eventType: 'spent' } as const
export const videoEventType = 'video'
