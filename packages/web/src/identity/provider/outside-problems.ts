import type { MessageKey } from '#kit/messages.tsx'

const known = {
  sign_in_cancelled: 'identity.problem_sign_in_cancelled',
  identity_not_proved: 'identity.problem_identity_not_proved',
  authorization_expired: 'identity.problem_authorization_expired',
  provider_unavailable: 'identity.problem_provider_unavailable',
  school_account_taken: 'identity.problem_school_account_taken',
  rate_limited: 'identity.problem_rate_limited',
} as const satisfies Record<string, MessageKey>

/** Why signing in through another site failed, by the code that the server puts into the address. */
export function outsideProblemKey(code: string): MessageKey {
  return Object.hasOwn(known, code) ? known[code as keyof typeof known] : 'identity.problem_other'
}
