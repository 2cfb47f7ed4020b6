// Formats of single values in xAPI (IEEE 9274.1.1, section 4.2.7; xAPI-Data 1.0.3, section 4).

/** An absolute IRI. Percent signs, letters of any script and fragments are allowed; spaces and brackets are not. */
export function isIri(text: string): boolean {
  return text.length <= 8_000 && /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text)
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)
}

const timestampForm = /^(\d{4})-?(\d\d)-?(\d\d)[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i

/** The moment of an ISO 8601 date and time; null for text that is none. Without a zone it is UTC. */
export function momentOf(text: string): Date | null {
  const parts = timestampForm.exec(text)
  if (!parts) return null
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = parts
  // RFC 3339 gives "-00:00" the meaning "zone unknown", which ISO 8601 does not have
  if (/^-00(:?00)?$/.test(zone)) return null
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${offset}`
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return null
  // Date turns the 31st of February into a day of March
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return Number(day) <= lastDay ? moment : null
}

const number = String.raw`\d+(?:[.,]\d+)?`

const durationForm = new RegExp(
  `^P(?:${number}W|(?=.)(?:${number}Y)?(?:${number}M)?(?:${number}D)?(?:T(?=.)(?:${number}H)?(?:${number}M)?(?:${number}S)?)?)$`,
)

/** An ISO 8601 duration written with designators, as `PT1H30M`. */
export function isDuration(text: string): boolean {
  return durationForm.test(text)
}

/** Durations are equal when they agree to a hundredth of a second; what is finer is cut off, not rounded. */
export function comparableDuration(text: string): string {
  return text.replace(/([.,]\d{2})\d+S$/, '$1S')
}

const languageForm = new RegExp(
  '^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\\d{3}))?' +
    '(?:-(?:[a-z0-9]{5,8}|\\d[a-z0-9]{3}))*(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?' +
    '|x(?:-[a-z0-9]{1,8})+|i-[a-z0-9]{2,8})$',
  'i',
)

/** A language tag by RFC 5646. */
export function isLanguageTag(text: string): boolean {
  return languageForm.test(text)
}

export function isMailto(text: string): boolean {
  return /^mailto:[^\s@]+@[^\s@]+$/.test(text)
}

export function isSha1(text: string): boolean {
  return /^[0-9a-f]{40}$/i.test(text)
}

/** Hash functions of the SHA-2 family by the number of their hexadecimal digits. */
export const sha2ByDigits: Readonly<Record<number, string>> = {
  56: 'sha224',
  64: 'sha256',
  96: 'sha384',
  128: 'sha512',
}

export function isSha2(text: string): boolean {
  return /^[0-9a-f]+$/i.test(text) && text.length in sha2ByDigits
}

export function isMediaType(text: string): boolean {
  // it becomes the line of a header
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+([ \t]*;[^\r\n]*)?$/.test(text)
}
