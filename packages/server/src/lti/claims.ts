// Names and shapes of what platforms and tools say to each other in tokens.

export const claimBase = 'https://purl.imsglobal.org/spec/lti/claim/'
export const deepLinkingBase = 'https://purl.imsglobal.org/spec/lti-dl/claim/'

/** What a link carries, and its launches say again, that a teacher chose without a column of marks. */
export const noColumn = { column: 'none' }

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, 50) : []
}

export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** An address of the web, of a length that is kept. */
export function addressOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 2000 && /^https?:\/\//.test(value) && URL.canParse(value)
    ? value
    : null
}

/** Origins of addresses, as they are written in a policy; what is none is left out. */
export function originsOf(addresses: readonly string[]): string[] {
  const origins = addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []))
  return [...new Set(origins)].filter((origin) => /^https?:\/\/[\w.:-]+$/.test(origin))
}
