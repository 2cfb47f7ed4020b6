import type { InteractionType } from '@lantern/contract/community/discussion-rules.ts'
import { recordEvent } from '#analytics/index.ts'

/** Counts what a person did with a message, a submission or an item. */
export function recordInteraction(
  eventType: InteractionType,
  { type: target, id }: { type: string; id: string },
): void {
  recordEvent({ type: 'interaction', eventType, data: { target, id } })
}
