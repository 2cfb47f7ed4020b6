import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { useMemo } from 'react'
import { useItemWords } from '#catalog/index.ts'
import type { Comparison } from '#kit/documents/comparison.ts'
import { differencesOf, mergeForms } from '#kit/documents/differences.ts'
import { useMessages } from '#kit/messages.tsx'
import { useEditorTools } from '../editor-shell/editor-tools.tsx'
import { differenceWords, valueText } from './difference-words.ts'

/** Drafts of items beside each other, with the names of what they refer to. */
export function useDraftComparison(): Comparison<AnyForms> {
  const t = useMessages()
  const { references } = useEditorTools()
  const items = useItemWords()
  return useMemo(
    () => ({
      // ids begin with the part
      differences: (mine, theirs, base, parts) =>
        parts.flatMap((part) =>
          differencesOf({ mine: mine[part], theirs: theirs[part], base: base?.[part] }).map((difference) => ({
            ...difference,
            id: `${part}.${difference.id}`,
            path: [part, ...difference.path],
          })),
        ),
      merged: (mine, theirs, parts, choices) =>
        Object.fromEntries(
          parts.map((part) => {
            const own = Object.entries(choices)
              .filter(([id]) => id.startsWith(`${part}.`))
              .map(([id, choice]) => [id.slice(part.length + 1), choice] as const)
            return [part, mergeForms(mine[part], theirs[part], Object.fromEntries(own))]
          }),
        ),
      labelOf: (difference, forms) => differenceWords(difference, forms, { references, t }),
      textOf: (value, difference, forms) => valueText(value, difference, { references, items, forms, t }),
    }),
    [references, items, t],
  )
}
