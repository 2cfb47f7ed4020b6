import type { Change } from '@lantern/contract/authoring/drafts.ts'
import { useItemWords } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { valueText } from '../conflict/difference-words.ts'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { fieldWord } from '../editor-shell/field-words.ts'

/** What a person would call the place of a change. */
export function useChangeName(): (change: Change) => string {
  const t = useMessages()
  return ({ name, field }) => [name, fieldWord(field, t)].filter(Boolean).join(' · ')
}

/** A value of a change as one would read it: a list has an entry in each line. */
export function useChangeText(): (change: Change, value: string) => string {
  const t = useMessages()
  const items = useItemWords()
  const { references } = useEditorTools()
  const { forms } = useDraftState()
  return ({ field }, value) => {
    const path = field.split('.')
    return value
      .split('\n')
      .map((line) => valueText(line, { path, kind: 'field' }, { references, items, forms: [forms], t }))
      .join('\n')
  }
}
