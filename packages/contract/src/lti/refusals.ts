import { type Static, Type } from 'typebox'
import { object, oneOf } from '../endpoint.ts'

/** The last message of a platform or a tool that was not taken, and what of it does not fit what its admin entered. */
export const LtiRefusal = object({
  at: Type.String(),
  reason: oneOf('issuer', 'client', 'deployment', 'keys', 'signature', 'clock', 'address', 'message'),
})
export type LtiRefusal = Static<typeof LtiRefusal>
