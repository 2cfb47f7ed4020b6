import type { InteractionType } from '@lantern/contract/community/discussion-rules.ts'
import { recordEvent } from '#analytics/index.ts'

/** Counts what a person did with a message. */
export function recordInteraction(eventType: InteractionType, messageId: string): void {
  recordEvent({ type: 'interaction', eventType, data: { target: 'message', id: messageId } })
}
