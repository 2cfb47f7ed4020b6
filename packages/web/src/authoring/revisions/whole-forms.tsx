import { emptyForms } from '@lantern/contract/authoring/empty-forms.ts'
import { useMemo } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { differenceWords, valueText } from '../conflict/difference-words.ts'
import { differencesOf } from '../conflict/differences.ts'
import { useEditorDesk } from '../editor-shell/desk-context.tsx'
import type { AnyForms } from '../editor-shell/editor-kind.ts'
import { WholeText } from './whole-text.tsx'

/** A draft as it stood, read as a text: everything that is not as an empty form has it. */
export function WholeForms({ forms }: { forms: AnyForms }) {
  const t = useMessages()
  const { kind, references } = useEditorDesk()
  const places = useMemo(() => {
    const empty = emptyForms(kind.type, '')
    return Object.keys(empty).flatMap((part) => {
      const sides = { mine: partOf(empty, part), theirs: partOf(forms, part), base: undefined }
      return differencesOf(sides).map((difference) => {
        const place = { ...difference, path: [part, ...difference.path] }
        return {
          id: place.path.join('.'),
          label: differenceWords(place, [forms], t),
          text: valueText(place.theirs, place, { references, forms: [forms], t }),
        }
      })
    })
  }, [forms, kind, references, t])
  return <WholeText places={places} />
}

function partOf(forms: AnyForms, part: string): unknown {
  return (forms as unknown as Record<string, unknown>)[part]
}
