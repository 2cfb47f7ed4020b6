// The rules of progress. Pure: the server decides by them and the page shows the same without asking again.

/** A step of a tutorial, or an item inside a project or course, with what the learner did in it. */
export interface Progressed {
  id: string
  completed: boolean
  /** When the learner last acted in it, in ISO; null while it was never touched. */
  updatedTime: string | null
}

/** Optional parts count for the percent but are not asked for completion. */
export interface Demanded {
  id: string
  required: boolean
}

/** The rounded share of completed parts; 0 when there are none. */
export function percentDone(parts: readonly { completed: boolean }[]): number {
  return parts.length === 0 ? 0 : Math.round((countDone(parts) / parts.length) * 100)
}

export function countDone(parts: readonly { completed: boolean }[]): number {
  return parts.filter((part) => part.completed).length
}

/** Minutes that are left of a duration, by the share that is not done. */
export function remainingMinutes(durationMinutes: number, percent: number): number {
  return Math.round((durationMinutes * (100 - percent)) / 100)
}

/** What must be done to complete the whole: the required parts, or every part where none is marked so. */
export function demanded<T extends Demanded>(parts: readonly T[]): T[] {
  const required = parts.filter((part) => part.required)
  return required.length > 0 ? required : [...parts]
}

/** Whether everything demanded is done. Nothing to do is not done: an empty whole completes by an act only. */
export function isAllDone(parts: readonly (Demanded & { completed: boolean })[]): boolean {
  return parts.length > 0 && demanded(parts).every((part) => part.completed)
}

/** The sentence under a progress bar: how many parts are done, how many of the rest are free to leave out. */
export interface ProgressWords {
  done: number
  total: number
  /** Parts still open that completion asks for. */
  requiredLeft: number
  /** Optional parts still open. */
  optionalLeft: number
  percent: number
}

export function progressWords(parts: readonly (Demanded & { completed: boolean })[]): ProgressWords {
  const asked = new Set(demanded(parts).map((part) => part.id))
  const open = parts.filter((part) => !part.completed)
  const requiredLeft = open.filter((part) => asked.has(part.id)).length
  const percent = percentDone(parts)
  return {
    done: parts.length - open.length,
    total: parts.length,
    requiredLeft,
    optionalLeft: open.length - requiredLeft,
    percent,
  }
}

export interface CompletionRecord {
  completed: boolean
  withAll: boolean
  recordVersions: Readonly<Record<string, { completed: boolean; completedTime?: string | null }>>
}

/**
 * A project or course is completed when its record says so. Read for one engine version, a record that is not for all
 * versions is completed only when the record of that version is.
 */
export function isCompletedFor(record: CompletionRecord, versionId: string | null): boolean {
  if (record.withAll || versionId === null) return record.completed
  return record.recordVersions[versionId]?.completed ?? false
}

/**
 * Where to go next: from the most recently touched part that is still open, forward in order and round past the end,
 * to the first open one. Never touched: the first open one. None left, or it is where the learner already is: null.
 */
export function nextItem<T extends Progressed>(
  parts: readonly T[],
  options: { currentId?: string | null; completed?: boolean } = {},
): T | null {
  if (options.completed) return null
  const from = latestOpen(parts)
  const start = from === null ? 0 : parts.indexOf(from) + 1
  const round = [...parts.slice(start), ...parts.slice(0, start)]
  const next = round.find((part) => !part.completed) ?? null
  return next === null || next.id === options.currentId ? null : next
}

/** Where to go on: the open part the learner touched last, else the first open one. */
export function continueItem<T extends Progressed>(parts: readonly T[]): T | null {
  return latestOpen(parts) ?? parts.find((part) => !part.completed) ?? null
}

function latestOpen<T extends Progressed>(parts: readonly T[]): T | null {
  let latest: T | null = null
  for (const part of parts) {
    if (part.completed || part.updatedTime === null) continue
    if (latest?.updatedTime == null || part.updatedTime > latest.updatedTime) latest = part
  }
  return latest
}

/** Where a part stands in the learner's way through its whole. */
export interface ContentStatus {
  prevCompleted: boolean
  nextCompleted: boolean
  completed: boolean
  isNext: boolean
  hasNext: boolean
}

export function contentStatus(parts: readonly Progressed[], id: string, completed = false): ContentStatus {
  const at = parts.findIndex((part) => part.id === id)
  if (at < 0) return { prevCompleted: false, nextCompleted: false, completed, isNext: false, hasNext: false }
  return {
    prevCompleted: parts[at - 1]?.completed ?? false,
    nextCompleted: parts[at + 1]?.completed ?? false,
    completed: parts[at]?.completed ?? false,
    isNext: nextItem(parts, { completed })?.id === id,
    hasNext: at < parts.length - 1,
  }
}

export type OutlineDot = 'done' | 'startAgain' | 'continue' | 'startHere' | 'locked' | 'open'

export interface OutlinePart extends Progressed {
  /** Begun and not finished. */
  begun: boolean
  /** Finished at least once, however it stands now. */
  onceCompleted: boolean
  locked?: boolean
}

/** The sign before a row of the outline. What is done stays done, even behind a lock. */
export function outlineDot(part: OutlinePart, nextId: string | null): OutlineDot {
  if (part.completed) return 'done'
  if (part.locked) return 'locked'
  if (part.onceCompleted) return 'startAgain'
  if (part.begun) return 'continue'
  return part.id === nextId ? 'startHere' : 'open'
}

/** The sign before a chapter, from the signs of its rows. */
export function chapterDot(dots: readonly OutlineDot[]): OutlineDot {
  if (dots.length === 0) return 'open'
  if (dots.every((dot) => dot === 'done')) return 'done'
  if (dots.every((dot) => dot === 'locked')) return 'locked'
  if (dots.some((dot) => dot === 'done' || dot === 'continue' || dot === 'startAgain')) return 'continue'
  return dots.includes('startHere') ? 'startHere' : 'open'
}

/** What the button of an item shows and does. */
export type LearnButton =
  | { kind: 'start' }
  | { kind: 'continue'; percent: number; remainingMinutes: number }
  | { kind: 'completed'; completedTime: string | null }

export interface ButtonRecord extends CompletionRecord {
  percent: number
  remainingMinutes: number
  lastCompletedTime: string | null
}

export function learnButton(record: ButtonRecord | null, versionId: string | null = null): LearnButton {
  if (record === null) return { kind: 'start' }
  if (isCompletedFor(record, versionId)) return { kind: 'completed', completedTime: completionTime(record, versionId) }
  // finished for other versions, and never begun for this one
  if (record.completed && versionId !== null && !record.recordVersions[versionId]) return { kind: 'start' }
  return { kind: 'continue', percent: record.percent, remainingMinutes: record.remainingMinutes }
}

function completionTime({ withAll, recordVersions, lastCompletedTime }: ButtonRecord, versionId: string | null) {
  const version = withAll || versionId === null ? undefined : recordVersions[versionId]
  return version?.completedTime ?? lastCompletedTime
}

/** What a toggle sends: the opposite of what is. */
export function toggled(part: { completed: boolean }): { completed: boolean } {
  return { completed: !part.completed }
}

export interface CompletionTimes {
  completed: boolean
  completedTime: string | null
  lastCompletedTime: string | null
  feedbackGiven: boolean
}

/** The first completion, with nothing said about it yet: the summary dialog asks. */
export function isFirstCompletion(record: CompletionTimes): boolean {
  return (
    record.completed &&
    record.completedTime !== null &&
    record.completedTime === record.lastCompletedTime &&
    !record.feedbackGiven
  )
}

/** Whether an act opens the summary dialog: it completed the item, and for the first time. */
export function opensSummary(before: { completed: boolean } | null, after: CompletionTimes): boolean {
  return !before?.completed && isFirstCompletion(after)
}

/** A flag with its counter after a toggle. The counter never goes below 0. */
export function flipped(state: { on: boolean; count: number }): { on: boolean; count: number } {
  return { on: !state.on, count: Math.max(0, state.count + (state.on ? -1 : 1)) }
}
