import { expect, test } from 'vitest'
import { digits, email, firstProblem, maxLength, normalizePhone, phone, required } from './validators.ts'

test('a phone that is missing says that it is required [IDENT-082]', () => {
  expect(firstProblem('   ', [required(), phone()])).toBe('field_require_error')
})

test('a phone is 11 digits and starts with 1 [IDENT-083]', () => {
  for (const good of ['13800000001', ' 138 0000 0001 ', '+86 138-0000-0001', '008613800000001']) {
    expect(firstProblem(good, [required(), phone()])).toBeNull()
  }
  for (const bad of [
    '1380000000',
    '138000000011',
    '23800000001',
    '1380000000a',
    '１３８００００００００１',
    '+1 13800000001',
  ]) {
    expect(firstProblem(bad, [required(), phone()])).toBe('field_phone_error')
  }
})

test('phones and codes are trimmed before they are judged [IDENT-088]', () => {
  expect(normalizePhone('  13800000001\n')).toBe('13800000001')
  expect(digits(6)(' 123456 ')).toBeNull()
  expect(digits(6)('12345')).toBe('field_code_error')
})

test('each check names the key of its message', () => {
  expect(required('error_isRequired')('')).toBe('error_isRequired')
  expect(maxLength(70, 'error_maxLength70')('a'.repeat(71))).toBe('error_maxLength70')
  expect(maxLength(225, 'error_maxLength225')('好'.repeat(225))).toBeNull()
  expect(maxLength(225, 'error_maxLength225')('好'.repeat(226))).toBe('error_maxLength225')
  expect(maxLength(70, 'error_maxLength70')('😀'.repeat(70))).toBeNull()
  expect(email()('ada@example')).toBe('error_field_email')
  expect(email()('ada@example.com')).toBeNull()
  expect(email('field_require_error')('')).toBe('field_require_error')
  expect(phone('error_field_phone')('12')).toBe('error_field_phone')
  expect(required('error_required')(' ')).toBe('error_required')
  expect(required('error_field_required')(' ')).toBe('error_field_required')
})
