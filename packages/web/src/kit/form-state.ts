import type { FormValues } from '@lantern/contract/checks.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import { type FormErrorKey, firstProblem, type Validator } from '@lantern/contract/validators.ts'

/** What a form is made of: for each field how it starts and what it must fulfil. */
export interface FieldRule {
  initial?: string
  /** The catalogue key shown when it is empty. Left out, the field may be empty. */
  required?: FormErrorKey
  /** It must be filled only while another field has this value. */
  requiredIf?: { field: string; equals: string }
  validations?: readonly Validator[]
}

export interface FieldState {
  value: string
  isTouched: boolean
  /** A sentence of the server, or the catalogue key of the first check that failed; shown once touched. */
  errorMessage: string | null
  /** The sentence is the server's: it stands until this value changes. */
  isRefused: boolean
  validations: readonly Validator[]
  isRequired: boolean
  hasValue: boolean
}

export type FormState<Name extends string> = Record<Name, FieldState>

export function initialForm<Name extends string>(rules: Record<Name, FieldRule>): FormState<Name> {
  const values = mapNames(rules, (name) => rules[name].initial ?? '')
  return mapNames(rules, (name) => fieldOf(rules[name], values[name], values, false))
}

/** A new value clears what the server said of the old one, and is looked at by the fields that depend on it. */
export function withValue<Name extends string>(
  form: FormState<Name>,
  rules: Record<Name, FieldRule>,
  name: NoInfer<Name>,
  value: string,
): FormState<Name> {
  const values = { ...valuesOf(form), [name]: value }
  return mapNames(rules, (each) => {
    const field = form[each]
    if (each !== name && field.isRefused) return field
    return fieldOf(rules[each], values[each], values, field.isTouched)
  })
}

function valuesOf<Name extends string>(form: FormState<Name>): Record<Name, string> {
  return mapNames(form, (name) => form[name].value)
}

export function touched<Name extends string>(form: FormState<Name>, ...names: NoInfer<Name>[]): FormState<Name> {
  const changed = { ...form }
  for (const name of names) changed[name] = { ...form[name], isTouched: true }
  return changed
}

export function allTouched<Name extends string>(form: FormState<Name>): FormState<Name> {
  return touched(form, ...(Object.keys(form) as Name[]))
}

/** Puts what the server did not accept beside its fields; what has no field here is returned. */
export function withDetails<Name extends string>(
  form: FormState<Name>,
  details: readonly FieldProblem[],
): { form: FormState<Name>; rest: FieldProblem[] } {
  const changed = { ...form }
  const rest: FieldProblem[] = []
  for (const problem of details) {
    const name = problem.field as Name
    if (Object.hasOwn(form, name)) {
      changed[name] = { ...form[name], isTouched: true, errorMessage: problem.message, isRefused: true }
    } else rest.push(problem)
  }
  return { form: changed, rest }
}

export function isFormValid<Name extends string>(form: FormState<Name>): boolean {
  return Object.values<FieldState>(form).every((field) => isFieldValid(field) && (field.hasValue || !field.isRequired))
}

/** By its own checks; what the server said of the value does not keep it from being sent again. */
export function isFieldValid(field: FieldState): boolean {
  return !field.hasValue || field.errorMessage === null || field.isRefused
}

/** What is shown under the field: nothing before the person has been there. */
export function shownError(field: FieldState): string | null {
  return field.isTouched ? field.errorMessage : null
}

function fieldOf(rule: FieldRule, value: string, values: FormValues, isTouched: boolean): FieldState {
  const hasValue = value.trim() !== ''
  const validations = rule.validations ?? []
  const required = requiredNow(rule, values)
  return {
    value,
    isTouched,
    errorMessage: hasValue ? firstProblem(value, validations, values) : required,
    isRefused: false,
    validations,
    isRequired: required !== null,
    hasValue,
  }
}

/** The key to show when the field is empty, or null when it may be. */
function requiredNow({ required, requiredIf }: FieldRule, values: FormValues): FormErrorKey | null {
  if (!requiredIf) return required ?? null
  return values[requiredIf.field] === requiredIf.equals ? (required ?? 'error_isRequired') : null
}

function mapNames<Name extends string, T>(names: Record<Name, unknown>, make: (name: Name) => T): Record<Name, T> {
  const made = {} as Record<Name, T>
  for (const name of Object.keys(names) as Name[]) made[name] = make(name)
  return made
}
