import { type FormValues, maxLength as isAtMost, isEmail, isPhone } from './checks.ts'

/**
 * Checks of one form value. Each returns the catalogue key of what is wrong, or null. Pages show them as one types, the
 * server runs the same ones again.
 */
export type Validator = (value: string, values?: FormValues) => FormErrorKey | null

/** What the catalogue can say of a form field. */
export type FormErrorKey =
  | 'error_isRequired'
  | 'error_URL'
  | 'error_lessOne'
  | 'error_price'
  | 'error_percent'
  | 'error_promoCode'
  | 'error_startAfterEnd'
  | 'error_minLength2'
  | 'error_maxLength45'
  | 'error_maxLength70'
  | 'error_maxLength225'
  | 'error_words'
  | 'error_field_required'
  | 'error_field_email'
  | 'error_field_phone'
  | 'error_required'
  | 'error_idCard'
  | 'field_require_error'
  | 'field_phone_error'
  | 'field_code_error'
  | 'field_legal_error'

/** Pasted numbers carry spaces, dashes and the country code; what is left is judged. */
export function normalizePhone(text: string): string {
  const bare = text.trim().replace(/[\s-]/g, '')
  return /^(\+|00)?86(?=1[0-9]{10}$)/.test(bare) ? bare.slice(-11) : bare
}

export function required(key: FormErrorKey = 'field_require_error'): Validator {
  return (value) => (value.trim() === '' ? key : null)
}

export function phone(key: FormErrorKey = 'field_phone_error'): Validator {
  return (value) => (isPhone(normalizePhone(value)) ? null : key)
}

export function email(key: FormErrorKey = 'error_field_email'): Validator {
  return (value) => (isEmail(value.trim()) ? null : key)
}

export function maxLength(limit: number, key: FormErrorKey): Validator {
  return (value) => (isAtMost(value.trim(), limit) ? null : key)
}

export function minLength(least: number, key: FormErrorKey): Validator {
  return (value) => ([...value.trim()].length >= least ? null : key)
}

/** Letters of any script, in one word or in several as names have them: `林知远`, `Ada Lovelace`, `买买提·艾力`, `O’Neil`. */
export function words(key: FormErrorKey = 'error_words'): Validator {
  return (value) => (/^[\p{L}\p{M}]+(?:[ ·・.'’-]+[\p{L}\p{M}]+)*\.?$/u.test(value.trim()) ? null : key)
}

/** Exactly so many digits, as in a sign-in code. */
export function digits(count: number, key: FormErrorKey = 'field_code_error'): Validator {
  return (value) => (new RegExp(`^[0-9]{${count}}$`).test(value.trim()) ? null : key)
}

/** An amount with up to two decimals, the sign of which may be a comma. */
export function price(key: FormErrorKey = 'error_price'): Validator {
  return (value) => (/^[¥￥]?\d{1,7}([.,]\d{1,2})?$/.test(value.normalize('NFKC').trim()) ? null : key)
}

/** A whole number of at least `least`. */
export function minInt(least: number, key: FormErrorKey): Validator {
  return (value) => (wholeNumber(value) >= least ? null : key)
}

/** A whole number of at most `most`. */
export function maxInt(most: number, key: FormErrorKey): Validator {
  return (value) => (wholeNumber(value) <= most ? null : key)
}

/** NaN for what is no whole number: it is neither above nor below any. */
function wholeNumber(value: string): number {
  return /^\d{1,15}$/.test(value.trim()) ? Number(value) : Number.NaN
}

/** Capital letters, digits and underscores, as the codes that authors and admins name. */
export function promoCode(key: FormErrorKey = 'error_promoCode'): Validator {
  return (value) => (/^[A-Z0-9_]+$/.test(value.trim()) ? null : key)
}

/** Not before the value of another field, both as `YYYY-MM-DDTHH:mm`. While that one is empty there is nothing to compare. */
export function notBefore(field: string, key: FormErrorKey = 'error_startAfterEnd'): Validator {
  return (value, values = {}) => (value >= (values[field] ?? '') ? null : key)
}

/** Some checks while another field has one of these values: the checks by that value. */
export function byValueOf(field: string, checks: Readonly<Record<string, readonly Validator[]>>): Validator {
  return (value, values = {}) => firstProblem(value, checks[values[field] ?? ''] ?? [], values)
}

/** The first check that fails decides. */
export function firstProblem(
  value: string,
  validators: readonly Validator[],
  values?: FormValues,
): FormErrorKey | null {
  for (const validator of validators) {
    const problem = validator(value, values)
    if (problem) return problem
  }
  return null
}
