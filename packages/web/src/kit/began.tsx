import type { FieldProblem } from '@lantern/contract/errors.ts'
import { useState } from 'react'

const name = 'before'

interface BeganProps {
  /** What is edited, as it is now; kept as it was when the form came up. */
  value: unknown
  /** Of the form that was refused. */
  problems: readonly FieldProblem[] | undefined
}

/**
 * In a form that is posted: what it began with, for a call that replaces nothing unseen. Once somebody else's change was said,
 * sending again replaces it.
 */
export function Began({ value, problems }: BeganProps) {
  const [began] = useState(() => JSON.stringify(value))
  if (problems?.some(({ field }) => field === name)) return null
  return <input type="hidden" name={name} value={began} />
}

/** What a posted form began with, as its call takes it. */
export function beganWith<Form>(form: FormData): { before?: Form } {
  const began = form.get(name)
  try {
    return typeof began === 'string' ? { before: JSON.parse(began) as Form } : {}
  } catch {
    return {}
  }
}
