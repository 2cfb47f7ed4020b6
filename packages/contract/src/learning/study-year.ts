// The year's heat map and totals on my learning.

/** Study time of one day of the site's time zone, `day` as YYYY-MM-DD. */
export interface StudyDay {
  day: string
  seconds: number
  steps: number
}

export type HeatLevel = 0 | 1 | 2 | 3 | 4

export interface HeatCell extends StudyDay {
  level: HeatLevel
}

/** A pause of up to this long still counts as studying. */
export const longestPauseSeconds = 30 * 60
/** What a single act counts after a longer pause. */
export const singleActSeconds = 60

const dayMs = 86_400_000

/** Up to 15 minutes a day, up to 45, below 90, and more. */
export function heatLevel(seconds: number): HeatLevel {
  if (seconds <= 0) return 0
  if (seconds <= 15 * 60) return 1
  if (seconds <= 45 * 60) return 2
  return seconds < 90 * 60 ? 3 : 4
}

/** The weeks up to today as columns of Monday to Sunday; days after today are left out. */
export function heatWeeks(days: readonly StudyDay[], today: string, weekCount = 53): HeatCell[][] {
  const byDay = new Map(days.map((day) => [day.day, day]))
  const end = Date.parse(`${today}T00:00:00Z`)
  const thisMonday = end - weekdayFromMonday(end) * dayMs
  const weeks: HeatCell[][] = []
  for (let week = weekCount - 1; week >= 0; week--) {
    const cells: HeatCell[] = []
    for (let weekday = 0; weekday < 7; weekday++) {
      const time = thisMonday + (weekday - week * 7) * dayMs
      if (time > end) break
      const day = isoDay(time)
      const { seconds = 0, steps = 0 } = byDay.get(day) ?? {}
      cells.push({ day, seconds, steps, level: heatLevel(seconds) })
    }
    weeks.push(cells)
  }
  return weeks
}

export interface StudyTotals {
  days: number
  seconds: number
  steps: number
  /** Days in a row up to today, or up to yesterday while today has nothing yet. */
  streakDays: number
  /** Since Monday. */
  weekSeconds: number
}

export function studyTotals(days: readonly StudyDay[], today: string): StudyTotals {
  const studied = days.filter((day) => day.seconds > 0)
  const has = new Set(studied.map((day) => day.day))
  const end = Date.parse(`${today}T00:00:00Z`)
  let streakDays = 0
  for (let time = has.has(today) ? end : end - dayMs; has.has(isoDay(time)); time -= dayMs) streakDays++
  const monday = isoDay(end - weekdayFromMonday(end) * dayMs)
  return {
    days: studied.length,
    seconds: sum(studied.map((day) => day.seconds)),
    steps: sum(days.map((day) => day.steps)),
    streakDays,
    weekSeconds: sum(days.filter((day) => day.day >= monday && day.day <= today).map((day) => day.seconds)),
  }
}

/** The first day of the heat map that ends with `today`. */
export function firstHeatDay(today: string, weekCount = 53): string {
  const end = Date.parse(`${today}T00:00:00Z`)
  return isoDay(end - (weekdayFromMonday(end) + (weekCount - 1) * 7) * dayMs)
}

function weekdayFromMonday(time: number): number {
  return (new Date(time).getUTCDay() + 6) % 7
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
