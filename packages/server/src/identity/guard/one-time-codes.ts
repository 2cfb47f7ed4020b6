import { randomInt } from 'node:crypto'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { Secret, TOTP } from 'otpauth'

// RFC 6238 as every authenticator app speaks it: SHA-1, six digits, a new code each thirty seconds.

const stepSeconds = 30
/** A clock may be one step off, in either direction. */
const clockDrift = 1

export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the app reads from the picture. */
export function keyUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, issuer, label).toString()
}

/** The time step whose code this is, or null when it is the code of none around now. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: clockDrift })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta
}

/** The code of a moment, as the app would show it. */
export function codeAt(secret: string, at: Date): string {
  return totpOf(secret).generate({ timestamp: at.getTime() })
}

export function qrOf(text: string): { size: number; path: string } {
  const code = generate(text)
  return { size: code.size, path: toSvgPath(code) }
}

// no letters or digits that are taken for others when written down: 32 of them, so ten are 50 bits
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Ten characters in two groups, as they are shown. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** As typed: in any case, with spaces or dashes anywhere. */
export function bareCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}

export function isAppCode(bare: string): boolean {
  return /^[0-9]{6}$/.test(bare)
}

function totpOf(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  })
}
