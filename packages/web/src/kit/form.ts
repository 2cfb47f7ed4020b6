import type { FieldProblem } from '@lantern/contract/errors.ts'
import { useCallback, useMemo, useState } from 'react'
import { afterPress } from '#kit/after-press.ts'
import { ApiError } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import {
  allTouched,
  type FieldRule,
  type FormState,
  initialForm,
  isFieldValid,
  isFormValid,
  shownError,
  touched,
  withDetails,
  withValue,
} from '#kit/form-state.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'

/** Spread on a `TextField`: its value, its error in words, and what keeps both up to date. */
export interface FieldProps {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: (event: { currentTarget: EventTarget }) => void
}

export interface Form<Name extends string> {
  fields: FormState<Name>
  isValid: boolean
  isFieldValid(name: Name): boolean
  /** In the visitor's language, once touched. */
  errorOf(name: Name): string | undefined
  props(name: Name): FieldProps
  set(name: Name, value: string): void
  touch(name: Name): void
  /** For the moment of sending: shows every error and says whether there is none. */
  touchAll(): boolean
  /** Shows what a call did not accept beside its fields; returns words for the rest, or null when all found a field. */
  showFailure(error: unknown, fieldOf?: Partial<Record<string, Name>>): string | null
  reset(): void
}

/** A form that was posted without script comes back with its input and its faults. */
export interface FormStart<Name extends string> {
  values?: Partial<Record<Name, string>>
  problems?: readonly FieldProblem[]
}

/** The rules must be the same object at every render: declare them outside of the component. */
export function useForm<Name extends string>(rules: Record<Name, FieldRule>, start: FormStart<Name> = {}): Form<Name> {
  const t = useMessages()
  const [fields, setFields] = useState(() => startWith(rules, start))

  const errorOf = useCallback(
    (name: Name) => {
      const shown = shownError(fields[name])
      // checks give catalogue keys, the server gives sentences; the catalogue returns what it does not know as it is
      return shown === null ? undefined : t(shown as MessageKey)
    },
    [fields, t],
  )
  const set = useCallback(
    (name: Name, value: string) => setFields((form) => withValue(form, rules, name, value)),
    [rules],
  )
  const touch = useCallback((name: Name) => setFields((form) => touched(form, name)), [])

  return useMemo(
    () => ({
      fields,
      isValid: isFormValid(fields),
      isFieldValid: (name) => fields[name].hasValue && isFieldValid(fields[name]),
      errorOf,
      set,
      touch,
      props: (name) => ({
        name,
        value: fields[name].value,
        error: errorOf(name),
        onChange: (event) => set(name, event.currentTarget.value),
        onBlur: ({ currentTarget }) => {
          // who only looks at another window, for the code perhaps, has not left the field
          if (document.activeElement !== currentTarget) afterPress(() => touch(name))
        },
      }),
      touchAll() {
        setFields(allTouched)
        return isFormValid(fields)
      },
      showFailure(error, fieldOf = {}) {
        if (!(error instanceof ApiError) || error.details.length === 0) return failureText(error, t)
        const details = error.details.map((problem) => ({ ...problem, field: fieldOf[problem.field] ?? problem.field }))
        const { rest } = withDetails(fields, details)
        // text typed while it was sent was not the refused one
        const sent: FormState<string> = fields
        setFields((form: FormState<string>) => {
          const refused = details.filter(({ field }) => form[field]?.value === sent[field]?.value)
          return withDetails(form, refused).form
        })
        return rest.length > 0 ? failureText(error, t) : null
      },
      reset: () => setFields(initialForm(rules)),
    }),
    [fields, errorOf, set, touch, rules, t],
  )
}

function startWith<Name extends string>(
  rules: Record<Name, FieldRule>,
  { values = {}, problems = [] }: FormStart<Name>,
): FormState<Name> {
  let form = initialForm(rules)
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') form = withValue(form, rules, name as Name, value)
  }
  return withDetails(form, problems).form
}
