// Study time that can be proved: what pages and server agree on. Pure, and without the schema library.

/** How often an open page sends a heartbeat. */
export const studyBeatMs = 30_000
/** A sign that comes later than this proves nothing of the time before it: timers of a busy page are late, not silent. */
export const longestBeatMs = 75_000
/** Films are not played faster. */
export const fastestFilm = 2
/** Parts of a film are whole seconds, rounded outwards; so many may be told beyond what the clock allows. */
export const filmSlackSeconds = 5

/** Anomalies that are listed for the teacher. Seeking in a film, pausing and reading fast are none. */
export const studyAnomalies = ['two_devices', 'no_pause', 'film_too_fast'] as const
export type StudyAnomaly = (typeof studyAnomalies)[number]

/** Shorter than this within a day it is no anomaly: a phone beside a computer, a clock that jumps. */
export const leastAnomalyMs: Record<StudyAnomaly, number> = {
  two_devices: 10 * 60_000,
  no_pause: 4 * 3_600_000,
  film_too_fast: 2 * 60_000,
}
/** A learner without a heartbeat for this long has paused. */
export const pauseMs = 5 * 60_000
