export interface Timed {
  withManual: boolean
  manualDuration: number | null
  duration: number
}

/** Minutes a learner needs: what the author set by hand, else the estimate from the text. */
export function minutesOf(item: Timed): number {
  return item.withManual && item.manualDuration !== null ? item.manualDuration : item.duration
}
