import type { CalloutTone } from '@lantern/contract/media/rich-text.ts'
import type { MessageKey } from '#kit/messages.tsx'

/** What each tone of a callout is called. */
export const toneKeys: Record<CalloutTone, MessageKey> = {
  demo: 'editor.tone_demo',
  explain: 'editor.tone_explain',
  ask: 'editor.tone_ask',
  warn: 'editor.tone_warn',
  review: 'editor.tone_review',
  recap: 'editor.tone_recap',
  assess: 'editor.tone_assess',
  note: 'editor.tone_note',
  tip: 'editor.tone_tip',
}

/** The seven tip types of lessons first, in their order, then the two plain ones. */
export const offeredTones = Object.keys(toneKeys) as CalloutTone[]
