export {
  manualHours as hoursOffered,
  manualMinutes as minutesOffered,
} from '@lantern/contract/authoring/fault-rules.ts'

/** What is offered, and what an older form may hold besides. */
export function withPresent(offered: readonly number[], present: number | null): readonly number[] {
  if (present === null || offered.includes(present)) return offered
  return [...offered, present].sort((one, other) => one - other)
}
