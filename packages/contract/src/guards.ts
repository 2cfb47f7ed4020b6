// What may stand between a person and an act. Pure: server and pages decide by the same function.

import type { ErrorCode } from './errors.ts'

/** In the order in which they are asked. All but the first are for people who are signed in. */
export const guardNames = ['login', 'phone', 'email', 'tfa', 'review', 'realName'] as const
export type Guard = (typeof guardNames)[number]

/** What others read has an author who can be reached and whose profile is fit to be shown beside it. */
export const publicWriting = ['phone', 'email', 'review'] as const satisfies readonly Guard[]

/** Who is paid is known by name. */
export const selling = ['realName'] as const satisfies readonly Guard[]

/** Without a second factor; with one that may be put off; with one that is asked for. */
export type TwoFactorMode = 'off' | 'notified' | 'required'

/** What has to be known of a person to say whether a guard lets them pass. */
export interface GuardFacts {
  signedIn: boolean
  /** Phones are bound and names are verified in China only: the global edition asks for neither. */
  edition: 'cn' | 'global'
  suspended: boolean
  hasPhone: boolean
  emailRequired: boolean
  /** For this person: see `twoFactorFor`. */
  twoFactor: TwoFactorMode
  /** Until when the second factor counts as proved on this device. */
  tfaEndTime: string | null
  needsReview: boolean
  isRealName: boolean
}

/** The guard that holds a person up, with what its dialog needs to know. */
export type GuardStop =
  | { guard: 'suspended' }
  | { guard: Exclude<Guard, 'tfa'> }
  | { guard: 'tfa'; mode: 'required' | 'notified' }

/** The first of the guards that this person does not pass, or null when the act may go on. */
export function firstStop(guards: readonly Guard[], facts: GuardFacts, now: Date): GuardStop | null {
  if (guards.length === 0) return null
  if (facts.suspended) return { guard: 'suspended' }
  if (!facts.signedIn) return { guard: 'login' }
  for (const guard of guardNames) {
    if (!guards.includes(guard)) continue
    if (guard === 'tfa') {
      const mode = twoFactorAskedFor(facts, now)
      if (mode) return { guard, mode }
    } else if (!passes[guard](facts)) return { guard }
  }
  return null
}

/**
 * What the site's setting means for one person. Who has switched it on is always asked, because a second factor that
 * can be skipped protects nobody; a site that has it off asks nobody.
 */
export function twoFactorFor(site: TwoFactorMode, switchedOn: boolean): TwoFactorMode {
  return site === 'notified' && switchedOn ? 'required' : site
}

const passes: Record<Exclude<Guard, 'tfa'>, (facts: GuardFacts) => boolean> = {
  login: (facts) => facts.signedIn,
  phone: (facts) => facts.hasPhone || facts.edition === 'global',
  email: (facts) => !facts.emailRequired,
  review: (facts) => !facts.needsReview,
  realName: (facts) => facts.isRealName || facts.edition === 'global',
}

function twoFactorAskedFor({ twoFactor, tfaEndTime }: GuardFacts, now: Date): 'required' | 'notified' | null {
  if (twoFactor === 'off') return null
  return tfaEndTime !== null && Date.parse(tfaEndTime) > now.getTime() ? null : twoFactor
}

/** What the server says when it is the one that holds up; a notice that may be skipped is the page's matter alone. */
export const refusalOf = {
  suspended: 'account_suspended',
  login: 'login_required',
  phone: 'phone_required',
  email: 'email_required',
  tfa: 'tfa_required',
  review: 'needs_review',
  realName: 'real_name_required',
} as const satisfies Record<GuardStop['guard'], ErrorCode>

/** The stop that a refusal of the server stands for, or null when it is about something else. */
export function stopOf(code: ErrorCode): GuardStop | null {
  for (const [guard, refusal] of Object.entries(refusalOf) as [GuardStop['guard'], ErrorCode][]) {
    if (refusal === code) return guard === 'tfa' ? { guard, mode: 'required' } : { guard }
  }
  return null
}
