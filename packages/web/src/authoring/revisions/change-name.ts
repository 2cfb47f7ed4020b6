import type { Change } from '@lantern/contract/authoring/drafts.ts'
import { useMessages } from '#kit/messages.tsx'
import { fieldWord } from '../editor-shell/field-words.ts'

/** What a person would call the place of a change. */
export function useChangeName(): (change: Change) => string {
  const t = useMessages()
  return ({ name, field }) => [name, fieldWord(field, t)].filter(Boolean).join(' · ')
}
