import { createContext, use } from 'react'

/** What the fields of one form share. */
export interface FormContext {
  /** The block that is edited; empty for the page itself. Fields are found by it and their path. */
  blockId: string
  /** What keeps the page from being published because of this field, in words. */
  faultOf(path: string): string | undefined
  /** What should be known of this field, and keeps nothing. */
  warningOf(path: string): string | undefined
  /** The language that the text is written in, as in `zh`. */
  language: string
  /** The same fields in another language of the page, to read from and to take over; null while none is chosen. */
  other: { language: string; name: string; valueAt(path: string): unknown } | null
}

export const FormFieldsContext = createContext<FormContext | null>(null)

export function useForm(): FormContext {
  const found = use(FormFieldsContext)
  if (!found) throw new Error('There is no form above')
  return found
}

/** What every field is given. */
export interface FieldProps<Rule> {
  rule: Rule
  /** The last word of its path. */
  name: string
  label: string
  /** As in `items.2.background.color`. */
  path: string
  value: unknown
  onChange(value: unknown): void
}

/** The element that a fault leads to. */
export function fieldAnchor(blockId: string, path: string): string {
  return `field-${blockId}-${path}`
}

export function wordsOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function valueAt(value: unknown, path: string): unknown {
  let at = value
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}
