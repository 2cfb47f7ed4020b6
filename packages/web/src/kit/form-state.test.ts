import { digits, phone, type Validator } from '@lantern/contract/validators.ts'
import { expect, test } from 'vitest'
import {
  allTouched,
  type FieldRule,
  initialForm,
  isFormValid,
  shownError,
  touched,
  withDetails,
  withValue,
} from './form-state.ts'

const rules = {
  phone: { required: 'field_require_error', validations: [phone()] },
  code: { required: 'field_require_error', validations: [digits(6)] },
  note: { validations: [digits(2)] },
} as const

test('a field knows its value, whether it was touched, its error, checks, duty and whether it is filled', () => {
  const form = withValue(initialForm(rules), rules, 'phone', '138')
  expect(form.phone).toEqual({
    value: '138',
    isTouched: false,
    errorMessage: 'field_phone_error',
    isRefused: false,
    validations: rules.phone.validations,
    isRequired: true,
    hasValue: true,
  })
  expect(form.note).toMatchObject({ isRequired: false, hasValue: false, errorMessage: null })
})

test('a form is valid exactly when each field is valid and each required one is filled', () => {
  let form = initialForm(rules)
  expect(isFormValid(form)).toBe(false)
  form = withValue(form, rules, 'phone', '13800000001')
  expect(isFormValid(form)).toBe(false)
  form = withValue(form, rules, 'code', '123456')
  expect(isFormValid(form)).toBe(true)
  form = withValue(form, rules, 'note', 'x')
  expect(isFormValid(form)).toBe(false)
  form = withValue(form, rules, 'note', '  ')
  expect(isFormValid(form)).toBe(true)
})

test('an error shows only once its field was touched [PLAT-007]', () => {
  let form = withValue(initialForm(rules), rules, 'phone', '138')
  expect(shownError(form.phone)).toBeNull()
  form = touched(form, 'phone')
  expect(shownError(form.phone)).toBe('field_phone_error')
  expect(shownError(form.code)).toBeNull()
  expect(shownError(allTouched(form).code)).toBe('field_require_error')
})

test('what the server did not accept stands beside its field until the value changes [PLAT-032]', () => {
  const filled = withValue(initialForm(rules), rules, 'phone', '13800000001')
  const { form, rest } = withDetails(filled, [
    { field: 'phone', message: '这个号码不能用。' },
    { field: 'elsewhere', message: '别处的问题。' },
  ])
  expect(shownError(form.phone)).toBe('这个号码不能用。')
  expect(form.phone.value).toBe('13800000001')
  expect(rest).toEqual([{ field: 'elsewhere', message: '别处的问题。' }])
  expect(shownError(withValue(form, rules, 'phone', '13800000002').phone)).toBeNull()
})

const notBeforeStart: Validator = (end, values) => ((values?.start ?? '') <= end ? null : 'error_isRequired')

const plan: Record<'kind' | 'labUrl' | 'start' | 'end', FieldRule> = {
  kind: { required: 'error_isRequired' },
  labUrl: { requiredIf: { field: 'kind', equals: 'lab' } },
  start: {},
  end: { validations: [notBeforeStart] },
}

test('a field is required exactly while another has the given value', () => {
  let form = withValue(initialForm(plan), plan, 'kind', 'normal')
  expect(form.labUrl).toMatchObject({ isRequired: false, errorMessage: null })
  expect(isFormValid(form)).toBe(true)
  form = withValue(form, plan, 'kind', 'lab')
  expect(form.labUrl).toMatchObject({ isRequired: true, errorMessage: 'error_isRequired' })
  expect(isFormValid(form)).toBe(false)
  form = withValue(form, plan, 'labUrl', 'https://lab.test/')
  expect(isFormValid(form)).toBe(true)
})

test('a check of two fields follows a change of either, and what the server said elsewhere stays', () => {
  let form = withValue(initialForm(plan), plan, 'kind', 'normal')
  form = withValue(form, plan, 'end', '2026-03-01')
  form = withDetails(form, [{ field: 'labUrl', message: '这个地址打不开。' }]).form
  form = withValue(form, plan, 'start', '2026-03-02')
  expect(form.end.errorMessage).toBe('error_isRequired')
  expect(shownError(form.labUrl)).toBe('这个地址打不开。')
  expect(withValue(form, plan, 'start', '2026-02-28').end.errorMessage).toBeNull()
})
