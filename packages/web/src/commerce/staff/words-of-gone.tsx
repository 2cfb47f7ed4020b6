import { useState } from 'react'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { StaffFormAnswer } from './staff-act.ts'

interface List {
  /** The field of the words in the form of an entry. */
  field: 'answer' | 'note'
  isOpen(id: string): boolean
  answer: StaffFormAnswer | undefined
}

/** What was typed for entries that a colleague has dealt with meanwhile. Their forms are gone, the words are not. */
export function useWordsOfGone({ field, isOpen, answer }: List) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const refused = answer && !answer.done && !isOpen(answer.id) ? (answer.values[field] ?? '') : ''
  const unsent = Object.entries(typed).flatMap(([id, words]) => (isOpen(id) || words.trim() === '' ? [] : [words]))
  return {
    refused,
    unsent,
    /** Remembers what is typed for an entry; empty when it is sent. */
    note: (id: string, words: string) => setTyped((before) => ({ ...before, [id]: words })),
  }
}

interface WordsOfGoneProps extends Pick<ReturnType<typeof useWordsOfGone>, 'refused' | 'unsent'> {
  label: string
  /** Says that somebody was quicker. What was refused has been said already. */
  said: string
}

export function WordsOfGone({ refused, unsent, label, said }: WordsOfGoneProps) {
  const words = refused === '' ? unsent : [refused, ...unsent]
  return (
    <>
      {unsent.length > 0 && (
        <Notice tone="warn" live>
          {said}
        </Notice>
      )}
      {words.map((one) => (
        <TextArea key={one} label={label} rows={3} readOnly value={one} />
      ))}
    </>
  )
}
