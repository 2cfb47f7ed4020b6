// What one value can be checked for. Pure and without words: `validators.ts` adds the message.

/** Every value of a form, for checks that look at another field. */
export type FormValues = Readonly<Record<string, string>>

export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}

/** A complete address of the web; other schemes run code or lead nowhere. */
export function isUrl(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text) && URL.canParse(text)
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

export function maxLength(text: string, most: number): boolean {
  return text.length <= most || [...text].length <= most
}
