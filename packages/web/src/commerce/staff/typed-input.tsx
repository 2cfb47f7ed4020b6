import { useState } from 'react'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { StaffFormAnswer } from './staff-act.ts'

interface List {
  /** The text field of the form of an entry. */
  field: 'answer' | 'note'
  isOpen(id: string): boolean
  answer: StaffFormAnswer | undefined
}

/** Keeps what was typed in the forms of a list, for entries that leave it because a colleague has dealt with them. */
export function useTypedInput({ field, isOpen, answer }: List) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const refused = answer && !answer.done && !isOpen(answer.id) ? (answer.values[field] ?? '') : ''
  const unsent = Object.entries(typed).flatMap(([id, text]) => (isOpen(id) || text.trim() === '' ? [] : [text]))
  return {
    refused,
    unsent,
    /** Remembers what is typed for an entry; empty when it is sent. */
    note: (id: string, text: string) => setTyped((before) => ({ ...before, [id]: text })),
  }
}

interface TypedInputProps extends Pick<ReturnType<typeof useTypedInput>, 'refused' | 'unsent'> {
  label: string
  /** The notice for text whose entry left before it was sent. A refused form has a notice of its own. */
  notice: string
}

export function TypedInput({ refused, unsent, label, notice }: TypedInputProps) {
  const texts = refused === '' ? unsent : [refused, ...unsent]
  return (
    <>
      {unsent.length > 0 && (
        <Notice tone="warn" live>
          {notice}
        </Notice>
      )}
      {texts.map((one) => (
        <TextArea key={one} label={label} rows={3} readOnly value={one} />
      ))}
    </>
  )
}
