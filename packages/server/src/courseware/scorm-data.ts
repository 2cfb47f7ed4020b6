import type { UnitState } from '@lantern/contract/courseware/package-rules.ts'
import type { Unit } from './units.ts'

// The data model of SCORM, as far as the site has a part in it: `cmi` as JSON, as the player gives it (scorm-again).

type ScormStandard = 'scorm_12' | 'scorm_2004'

export interface Cmi {
  [name: string]: unknown
}

export interface UnitResult {
  state: Exclude<UnitState, 'not_begun' | 'waived'>
  /** 0 to 100. */
  score: number | null
  /** Of this visit. */
  seconds: number
}

export function readCmi(data: string): Cmi | null {
  try {
    const value: unknown = JSON.parse(data)
    return isGroup(value) ? value : null
  } catch {
    return null
  }
}

interface Before {
  data: string | null
  hasEnded: boolean
  /** Of all visits, and of those before the newest attempt began. */
  seconds: number
  earlierSeconds: number
}

/** SCORM 2004: whether the next visit is of the same attempt, as the unit was put aside or broken off with its tab. */
export function goesOn(cmi: Cmi | null, hasEnded: boolean): boolean {
  return !hasEnded || text(cmi?.exit) === 'suspend'
}

/**
 * What a unit finds when it begins. A visit that was suspended, or broken off with its tab, goes on. One that the unit
 * ended begins anew in 2004; in 1.2, whose units often forget to say that they are suspended, its data stay.
 */
export function launchCmi(
  standard: ScormStandard,
  unit: Unit,
  learner: { id: string; name: string },
  before: Before | null,
): Cmi {
  const kept = before?.data ? readCmi(before.data) : null
  const seconds = before?.seconds ?? 0
  if (standard === 'scorm_12') {
    const isResumed = !before?.hasEnded || text(group(kept?.core).exit) === 'suspend'
    return cmi12(unit, learner, { kept: kept ?? {}, entry: kept ? (isResumed ? 'resume' : '') : 'ab-initio', seconds })
  }
  if (!before || !goesOn(kept, before.hasEnded))
    return cmi2004(unit, learner, { kept: {}, entry: 'ab-initio', seconds: 0 })
  const ofAttempt = seconds - before.earlierSeconds
  return cmi2004(unit, learner, { kept: kept ?? {}, entry: kept ? 'resume' : 'ab-initio', seconds: ofAttempt })
}

/**
 * How long a unit of 2004 may stay open, where its package has it ended then. In 1.2, whose time is that of all visits,
 * it could never be opened again.
 */
export function timeLimitOf(standard: ScormStandard, { maxTime = '', timeLimitAction = '' }: Unit, cmi: Cmi) {
  const most = secondsOf(maxTime)
  const [action, message] = timeLimitAction.split(',').map((one) => one.trim())
  if (standard === 'scorm_12' || most === 0 || action !== 'exit') return null
  return { seconds: Math.max(0, most - secondsOf(text(cmi.total_time))), isTold: message === 'message' }
}

interface Start {
  kept: Cmi
  entry: string
  /** `total_time`: of the attempt in 2004, of the unit in 1.2. */
  seconds: number
}

function cmi12(unit: Unit, learner: { id: string; name: string }, { kept, entry, seconds }: Start): Cmi {
  const core = group(kept.core)
  return {
    ...kept,
    core: {
      ...core,
      student_id: learner.id,
      student_name: learner.name,
      credit: 'credit',
      lesson_mode: 'normal',
      lesson_status: text(core.lesson_status) || 'not attempted',
      entry,
      exit: '',
      total_time: clockTime(seconds),
      session_time: '00:00:00',
    },
    launch_data: unit.launchData ?? '',
    student_data: {
      ...(unit.masteryScore !== undefined && { mastery_score: String(unit.masteryScore) }),
      ...(unit.maxTime !== undefined && { max_time_allowed: unit.maxTime }),
      ...(unit.timeLimitAction !== undefined && { time_limit_action: unit.timeLimitAction }),
    },
  }
}

function cmi2004(unit: Unit, learner: { id: string; name: string }, { kept, entry, seconds }: Start): Cmi {
  const objectives = Object.fromEntries((unit.objectives ?? []).map((id, at) => [at, { id }]))
  return {
    ...(Object.keys(kept).length > 0 ? kept : unit.objectives && { objectives }),
    learner_id: learner.id,
    learner_name: learner.name,
    credit: 'credit',
    mode: 'normal',
    entry,
    exit: '',
    total_time: `PT${Math.round(seconds)}S`,
    session_time: 'PT0S',
    launch_data: unit.launchData ?? '',
    ...(unit.masteryScore !== undefined && { scaled_passing_score: String(unit.masteryScore) }),
    ...(unit.completionThreshold !== undefined && { completion_threshold: String(unit.completionThreshold) }),
    ...(unit.maxTime !== undefined && { max_time_allowed: unit.maxTime }),
    ...(unit.timeLimitAction !== undefined && { time_limit_action: unit.timeLimitAction }),
  }
}

/** What the data of a visit say of the unit. */
export function unitResult(standard: ScormStandard, unit: Unit, cmi: Cmi): UnitResult {
  return standard === 'scorm_12' ? result12(cmi) : result2004(unit, cmi)
}

function result12(cmi: Cmi): UnitResult {
  const core = group(cmi.core)
  const status = text(core.lesson_status)
  const state = status === 'passed' || status === 'completed' || status === 'failed' ? status : 'begun'
  return { state, score: percentOf(group(core.score)), seconds: secondsOf(text(core.session_time)) }
}

function result2004(unit: Unit, cmi: Cmi): UnitResult {
  const score = group(cmi.score)
  const scaled = numberIn(score.scaled)
  const progress = numberIn(cmi.progress_measure)
  // where the package names a measure, it decides over what the unit says (RTE 4.2.4.1, 4.2.22.1)
  const success =
    unit.masteryScore === undefined || scaled === null
      ? text(cmi.success_status)
      : scaled >= unit.masteryScore
        ? 'passed'
        : 'failed'
  const completion =
    unit.completionThreshold === undefined || progress === null
      ? text(cmi.completion_status)
      : progress >= unit.completionThreshold
        ? 'completed'
        : 'incomplete'
  const state =
    success === 'passed' || success === 'failed' ? success : completion === 'completed' ? 'completed' : 'begun'
  const percent = scaled === null ? percentOf(score) : clamp(scaled * 100)
  return { state, score: percent, seconds: secondsOf(text(cmi.session_time)) }
}

/** A raw score as a share of its range, where it names one. */
function percentOf(score: Cmi): number | null {
  const raw = numberIn(score.raw)
  if (raw === null) return null
  const [min, max] = [numberIn(score.min) ?? 0, numberIn(score.max) ?? 100]
  return clamp(max > min ? ((raw - min) / (max - min)) * 100 : raw)
}

function clamp(percent: number): number {
  return Math.round(Math.min(100, Math.max(0, percent)) * 100) / 100
}

/** Of `0012:34:56.7` (1.2) or `P1DT2H3M4.5S` (2004). What is neither, or has more digits than a time, is none. */
export function secondsOf(duration: string): number {
  const clock = /^(\d{1,6}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(duration)
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
  const iso =
    /^P(?:(\d{1,4})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d+)?)S)?)?$/.exec(
      duration,
    )
  if (!iso) return 0
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = iso.slice(1).map((n) => Number(n ?? 0))
  return (years * 365 + months * 30 + days) * 86_400 + hours * 3600 + minutes * 60 + seconds
}

function clockTime(seconds: number): string {
  const whole = Math.round(seconds)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${String(Math.floor(whole / 3600)).padStart(4, '0')}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

export function numberIn(value: unknown): number | null {
  if (value === '' || value === null || value === undefined) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

function isGroup(value: unknown): value is Cmi {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function group(value: unknown): Cmi {
  return isGroup(value) ? value : {}
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
