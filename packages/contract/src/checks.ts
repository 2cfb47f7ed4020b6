// What one value can be checked for. Pure and without words: `validators.ts` and `form-rules.ts` add the message.

/** Every value of a form, for checks that look at another field. */
export type FormValues = Readonly<Record<string, string>>

export function isValue(text: string): boolean {
  return text.trim() !== ''
}

export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}

/** A complete address of the web; other schemes run code or lead nowhere. */
export function isUrl(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text) && URL.canParse(text)
}

/** A number as people write it plainly: sign, digits, decimals. */
export function isNumeric(text: string): boolean {
  return /^[+-]?\d+(\.\d+)?$/.test(text)
}

/** Letters of any script. */
export function isAlpha(text: string): boolean {
  return /^\p{L}+$/u.test(text)
}

/** ASCII letters and digits: for codes that are read aloud and typed. */
export function isAlphanumeric(text: string): boolean {
  return /^[0-9A-Za-z]+$/.test(text)
}

export function isInt(text: string): boolean {
  return /^[+-]?\d+$/.test(text) && Number.isSafeInteger(Number(text))
}

export function minInt(text: string, least: number): boolean {
  return isInt(text) && Number(text) >= least
}

export function maxInt(text: string, most: number): boolean {
  return isInt(text) && Number(text) <= most
}

/** A mainland mobile number: 1 and ten more digits. */
export function isPhone(text: string): boolean {
  return /^1[0-9]{10}$/.test(text)
}

/**
 * A resident identity number: 18 places, of which the seventh to fourteenth are a birthday and the last is the check
 * sign over the others, 0 to 9 or X (GB 11643-1999).
 */
export function isIdCard(text: string): boolean {
  const parts = /^[1-9]\d{5}((?:18|19|20)\d{2})(\d{2})(\d{2})\d{3}[0-9Xx]$/.exec(text)
  if (!parts) return false
  const [, year, month, day] = parts.map(Number) as [number, number, number, number]
  const birthday = new Date(Date.UTC(year, month - 1, day))
  if (birthday.getUTCMonth() !== month - 1 || birthday.getUTCDate() !== day) return false
  const sum = idCardWeights.reduce((total, weight, place) => total + weight * Number(text[place]), 0)
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase()
}

const idCardWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** A number with at most so many decimals. */
export function isFloat(text: string, decimals = Number.POSITIVE_INFINITY): boolean {
  if (!isNumeric(text)) return false
  return (text.split('.')[1]?.length ?? 0) <= decimals
}

/** Words of any script with spaces, apostrophes and hyphens between them. */
export function isWords(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}_]+([ '’·-]+[\p{L}\p{M}\p{N}_]+)*$/u.test(text)
}

/** Counts characters as a person does: an emoji is one. */
export function isLength(text: string, least: number, most: number): boolean {
  return minLength(text, least) && maxLength(text, most)
}

export function minLength(text: string, least: number): boolean {
  return [...text].length >= least
}

export function maxLength(text: string, most: number): boolean {
  return text.length <= most || [...text].length <= most
}

export function equals(text: string, other: string): boolean {
  return text === other
}

/** As a password and its repetition. */
export function equalsField(text: string, values: FormValues, field: string): boolean {
  return text === values[field]
}
