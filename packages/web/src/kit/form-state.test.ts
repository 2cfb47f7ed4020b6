import { digits, phone } from '@lantern/contract/validators.ts'
import { expect, test } from 'vitest'
import { allTouched, initialForm, isFormValid, shownError, touched, withDetails, withValue } from './form-state.ts'

const rules = {
  phone: { required: 'field_require_error', validations: [phone()] },
  code: { required: 'field_require_error', validations: [digits(6)] },
  note: { validations: [digits(2)] },
} as const

test('a field knows its value, whether it was touched, its error, checks, duty and whether it is filled [PLAT-005]', () => {
  const form = withValue(initialForm(rules), rules, 'phone', '138')
  expect(form.phone).toEqual({
    value: '138',
    isTouched: false,
    errorMessage: 'field_phone_error',
    validations: rules.phone.validations,
    isRequired: true,
    hasValue: true,
  })
  expect(form.note).toMatchObject({ isRequired: false, hasValue: false, errorMessage: null })
})

test('a form is valid exactly when each field is valid and each required one is filled [PLAT-006]', () => {
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
