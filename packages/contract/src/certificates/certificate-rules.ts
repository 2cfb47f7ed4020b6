/** The largest file of a badge: pictures carry one too. */
export const mostBadgeBytes = 1024 * 1024

/** The most characters of the reason for which a certificate is revoked. */
export const mostReasonCharacters = 500

/** The most characters of an appeal against a revocation, and of the answer to it. */
export const mostAppealCharacters = 1000

/** What was completed. */
export const certificateKinds = ['path', 'course'] as const
export type CertificateKind = (typeof certificateKinds)[number]

/** The message that says what was completed; `count` is its items. */
export const lineKeys = {
  path: 'certificates.line',
  course: 'certificates.line_of_course',
} as const satisfies Record<CertificateKind, string>

// without I, L, O and U: nobody reads one for another
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A number that nobody guesses: 40 random bits in two groups, as in LT-2026-7K4M-91QX. */
export function newCertificateNumber(year: number): string {
  const drawn = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => signs.charAt(byte & 31)).join('')
  return `LT-${year}-${drawn.slice(0, 4)}-${drawn.slice(4)}`
}

/** As it may have been typed: small letters, spaces, and signs that look like others. */
export function readCertificateNumber(typed: string): string {
  const [prefix = '', ...rest] = typed
    .trim()
    .toUpperCase()
    .split(/[\s-]+/)
  return [prefix, ...rest.map((part) => part.replace(/O/g, '0').replace(/[IL]/g, '1'))].join('-')
}
