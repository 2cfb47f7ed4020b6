import type { Change } from '@lantern/contract/authoring/drafts.ts'
import { useItemWords } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { valueWords } from '../conflict/value-words.ts'
import { useEditorTools } from '../editor-shell/editor-tools.tsx'
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
  return ({ field }, value) => {
    const name = field.split('.').at(-1) ?? ''
    return value
      .split('\n')
      .map((line) => valueWords(name, line, { references, items, t }))
      .join('\n')
  }
}
