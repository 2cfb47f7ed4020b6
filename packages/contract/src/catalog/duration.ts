export interface Timed {
  withManual: boolean
  manualDuration: number | null
  duration: number
}

/** Minutes a learner needs: what the author set by hand, else what was measured from the text. */
export function minutesOf(item: Timed): number {
  return item.withManual && item.manualDuration !== null ? item.manualDuration : item.duration
}

/** A duration is shown in hours and minutes; either part may be 0. */
export function hoursAndMinutes(minutes: number): { hours: number; minutes: number } {
  const whole = Math.max(0, Math.round(minutes))
  return { hours: Math.floor(whole / 60), minutes: whole % 60 }
}
