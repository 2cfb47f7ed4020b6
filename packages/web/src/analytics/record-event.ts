import type { EngagementEvent } from './event-queue.ts'
import { withTracker } from './with-tracker.ts'

export function recordEvent(event: EngagementEvent): void {
  withTracker(({ record }) => record(event))
}

/** Somebody liked a comment. */
export function recordCommentLike(commentId: string): void {
  recordEvent({ type: 'interaction', eventType: 'like', data: { target: 'comment', id: commentId } })
}
