import type { Change } from '@lantern/contract/authoring/drafts.ts'
import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { useItemWords } from '#catalog/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { valueText } from '../conflict/difference-words.ts'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { fieldWord } from '../editor-shell/field-words.ts'

/** What a person would call the place of a change. */
export function useChangeName(): (change: Change) => string {
  const t = useMessages()
  const { references } = useEditorTools()
  return ({ name, field }) => {
    const path = field.split('.')
    const content = path[path.lastIndexOf('contents') + 1]
    // contents are items, which have their titles elsewhere
    const title = content === undefined ? undefined : references.items[content]?.title
    return [title ?? name, fieldWord(field, t)].filter(Boolean).join(' · ')
  }
}

/** A value of a change as one would read it: a list has an entry in each line. `old` are the forms of the revision. */
export function useChangeText(): (change: Change, value: string, old: AnyForms) => string {
  const t = useMessages()
  const items = useItemWords()
  const { references } = useEditorTools()
  const { forms } = useDraftState()
  return ({ field }, value, old) => {
    const path = field.split('.')
    return value
      .split('\n')
      .map((line) => valueText(line, { path, kind: 'field' }, { references, items, forms: [old, forms], t }))
      .join('\n')
  }
}
