import type { FieldProblem } from '@lantern/contract/errors.ts'
import { type FormErrorKey, firstProblem, type Validator } from '@lantern/contract/validators.ts'

/** What a form is made of: for each field how it starts and what it must fulfil. */
export interface FieldRule {
  initial?: string
  /** The catalogue key shown when it is empty. Left out, the field may be empty. */
  required?: FormErrorKey
  validations?: readonly Validator[]
}

export interface FieldState {
  value: string
  isTouched: boolean
  /** A sentence of the server, or the catalogue key of the first check that failed; shown once touched. */
  errorMessage: string | null
  validations: readonly Validator[]
  isRequired: boolean
  hasValue: boolean
}

export type FormState<Name extends string> = Record<Name, FieldState>

export function initialForm<Name extends string>(rules: Record<Name, FieldRule>): FormState<Name> {
  return mapFields(rules, (rule) => fieldOf(rule, rule.initial ?? '', false))
}

/** A new value clears what the server said of the old one. */
export function withValue<Name extends string>(
  form: FormState<Name>,
  rules: Record<Name, FieldRule>,
  name: NoInfer<Name>,
  value: string,
): FormState<Name> {
  return { ...form, [name]: fieldOf(rules[name], value, form[name].isTouched) }
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
    if (Object.hasOwn(form, name)) changed[name] = { ...form[name], isTouched: true, errorMessage: problem.message }
    else rest.push(problem)
  }
  return { form: changed, rest }
}

export function isFormValid<Name extends string>(form: FormState<Name>): boolean {
  return Object.values<FieldState>(form).every((field) => isFieldValid(field) && (!field.isRequired || field.hasValue))
}

/** By its own checks; what the server said of the value does not keep it from being sent again. */
export function isFieldValid(field: FieldState): boolean {
  return !field.hasValue || firstProblem(field.value, field.validations) === null
}

/** What is shown under the field: nothing before the person has been there. */
export function shownError(field: FieldState): string | null {
  return field.isTouched ? field.errorMessage : null
}

function fieldOf(rule: FieldRule, value: string, isTouched: boolean): FieldState {
  const hasValue = value.trim() !== ''
  const validations = rule.validations ?? []
  const problem = hasValue ? firstProblem(value, validations) : (rule.required ?? null)
  return { value, isTouched, errorMessage: problem, validations, isRequired: rule.required !== undefined, hasValue }
}

function mapFields<Name extends string, T>(
  rules: Record<Name, FieldRule>,
  make: (rule: FieldRule) => T,
): Record<Name, T> {
  const made = {} as Record<Name, T>
  for (const name of Object.keys(rules) as Name[]) made[name] = make(rules[name])
  return made
}
