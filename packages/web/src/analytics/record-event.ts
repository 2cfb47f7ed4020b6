import type { EngagementEvent } from './event-queue.ts'
import { withTracker } from './with-tracker.ts'

export function recordEvent(event: EngagementEvent): void {
  withTracker(({ record }) => record(event))
}
