import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'
import type { AccountStatus } from '../roles.ts'
import type { SignInDevice } from '../sign-in-devices.ts'

/** Who connects, beside the cookie: the login key of the session, the page's build and the region. */
export const GatewayQuery = object({
  key: Type.Optional(Type.String({ maxLength: 64 })),
  commit: Type.Optional(Type.String({ maxLength: 64 })),
  region: Type.Optional(Type.String({ maxLength: 16 })),
})

/** What the gateway says. */
export type GatewayMessage =
  /** This login key is good; the page may have the device verified. */
  | { type: 'READY'; key: string }
  /** It is not, or not any more: nobody is signed in here. */
  | { type: 'INVALID_LS' }
  /** Somebody signed in to this account on that kind of device; the key is theirs. */
  | { type: 'DESKTOP' | 'MOBILE'; key: string; data: { device: SignInDevice; isKnown: boolean } }
  | { type: 'USER_ACCOUNT_SUSPEND'; data: AccountStatus }

/** What a page says: whether its login key is still good. The answer is READY or INVALID_LS. */
export interface GatewayQuestion {
  type: 'READY'
  key: string
  userId: string
}

export const verifyUserLogin = endpoint('POST /api/campus/verifyingUserLogin', {
  summary: 'Whether this browser is signed in as this person with this login key',
  access: 'learner',
  body: object({ lskey: Type.String({ maxLength: 64 }), userId: Type.String({ maxLength: 64 }) }),
  response: object({ success: Type.Boolean() }),
  errors: ['login_key_invalid'],
})
