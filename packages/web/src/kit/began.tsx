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
 * A hidden field with the value that a posted form began with, which the server compares. After a refusal because of another
 * person's change it is left out, so that sending again overwrites.
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
