import type { OutsideWay } from '@lantern/contract/identity/outside-ways.ts'
import type { SchoolFault } from '@lantern/contract/identity/school-sign-in.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { Refusal, type RefusalOptions } from '#kit/errors.ts'

/** A site that identifies people: one port for the identity provider and the chat app. */
export interface OutsideSource {
  way: OutsideWay
  /** The address at the other site where the visitor proves who they are. */
  start(departure: Departure): Promise<string>
  /** What the other site says about the visitor who came back. Throws a refusal when it cannot be believed or heard. */
  identify(arrival: Arrival): Promise<OutsideIdentity>
}

export interface Departure {
  state: string
  nonce: string
  codeVerifier: string
  /** Where the visitor is to come back to, on the host they know this site by. */
  callbackUrl: string
  locale: OfferedLocale
  registering: boolean
}

export interface Arrival {
  /** The address the visitor came back with. */
  url: URL
  state: string
  nonce: string
  codeVerifier: string
}

export interface OutsideIdentity {
  way: OutsideWay
  /** What the other site calls this person, for ever. */
  id: string
  name: string | null
  /** A phone the other site has checked to be theirs, and their account at the chat app: neither is taken over from it. */
  phone: string | null
  chatAppId: string | null
}

/** What another site said is not believed; `fault` is for the admin who sets it up. */
export class Unproved extends Refusal {
  readonly fault: SchoolFault

  constructor(
    fault: SchoolFault,
    options: RefusalOptions = {},
    code: 'identity_not_proved' | 'sign_in_cancelled' = 'identity_not_proved',
  ) {
    super(code, options)
    this.fault = fault
  }
}

/** A name from elsewhere, as far as it can be shown here. */
export function nameFrom(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const name = text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...name].slice(0, 70).join('') || null
}
