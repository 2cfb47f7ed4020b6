import { Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

// Two-factor authentication: a code of an authenticator app (RFC 6238), or one of ten recovery codes.

/** Judged by the server; digits in groups are welcome. */
const Code = object({ code: Type.String({ maxLength: 40 }) })
const RecoveryCodes = Type.Array(Type.String())

export const getTwoFactor = endpoint('GET /api/learn/cn/auth/tfa', {
  summary: 'Whether this person has a second factor, and until when it counts as proved on this device',
  access: 'learner',
  response: object({
    mode: oneOf('off', 'notified', 'required'),
    enabled: Type.Boolean(),
    enabledAt: nullable(Type.String()),
    tfaEndTime: nullable(Type.String()),
    recoveryCodesLeft: Type.Integer(),
  }),
})

export const setUpTwoFactor = endpoint('POST /api/learn/cn/auth/tfa/setup', {
  summary: 'Begin: a secret for the authenticator app, in force once a code of it was confirmed',
  access: 'learner',
  /** `again` shows the secret that was begun with once more, as after a mistyped code. */
  body: object({ again: Type.Boolean() }),
  response: object({
    secret: Type.String(),
    uri: Type.String(),
    /** A square of `size` modules on each side, as the path of an SVG. */
    qr: object({ size: Type.Integer(), path: Type.String() }),
  }),
  errors: ['not_found', 'conflict'],
})

export const enableTwoFactor = endpoint('POST /api/learn/cn/auth/tfa/enable', {
  summary: 'Switch it on with a code of the app; the recovery codes are shown this once',
  access: 'learner',
  body: Code,
  response: object({ recoveryCodes: RecoveryCodes, tfaEndTime: Type.String() }),
  errors: ['not_found', 'conflict', 'tfa_code_invalid', 'rate_limited'],
})

export const passTwoFactor = endpoint('POST /api/learn/cn/auth/tfa/verify', {
  summary: 'Prove the second factor on this device, by a code of the app or a recovery code',
  access: 'learner',
  body: Code,
  response: object({ tfaEndTime: Type.String(), recoveryCodesLeft: Type.Integer() }),
  errors: ['not_found', 'tfa_code_invalid', 'rate_limited'],
})

export const renewRecoveryCodes = endpoint('POST /api/learn/cn/auth/tfa/recovery-codes', {
  summary: 'Ten new recovery codes; the old ones are worth nothing any more',
  access: 'learner',
  body: Code,
  response: object({ recoveryCodes: RecoveryCodes }),
  errors: ['not_found', 'tfa_code_invalid', 'rate_limited'],
})

export const disableTwoFactor = endpoint('POST /api/learn/cn/auth/tfa/disable', {
  summary: 'Switch it off, with a code',
  access: 'learner',
  body: Code,
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'tfa_code_invalid', 'rate_limited'],
})

export const checkRealName = endpoint('POST /api/learn/cn/auth/checkRealName', {
  summary: 'Prove the name by the number of the identity card; a no comes with its reason',
  access: 'learner',
  body: object({ idCard: Type.String({ maxLength: 40 }), name: Type.String({ maxLength: 100 }) }),
  response: object({ success: Type.Boolean(), description: nullable(Type.String()) }),
  errors: ['conflict', 'rate_limited', 'unavailable'],
})

export const deleteSuspendCache = endpoint('GET /api/suspendUserCache/delete', {
  summary: 'The notice of a suspended account was read: forget what is remembered of it',
  access: 'public',
  changesState: true,
  response: object({ success: Type.Boolean() }),
  errors: ['login_required'],
})
