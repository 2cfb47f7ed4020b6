import { Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'

const Export = object({
  id: Type.String(),
  requestedAt: Type.String(),
  readyAt: nullable(Type.String()),
  failedAt: nullable(Type.String()),
  expiresAt: Type.String(),
  byteSize: nullable(Type.Integer()),
})

export const getAccountSafety = endpoint('GET /api/learn/cn/account/safety', {
  summary: 'How this account is protected and what is bound to it',
  access: 'learner',
  response: object({
    phone: nullable(Type.String()),
    email: nullable(Type.String()),
    emailConfirmedAt: nullable(Type.String()),
    /** An address whose link has not been used yet. */
    pendingEmail: nullable(Type.String()),
    isRealName: Type.Boolean(),
    tfaEnabledAt: nullable(Type.String()),
    /** Newest first; what has expired is gone. */
    export: nullable(Export),
  }),
})

export const requestExport = endpoint('POST /api/learn/cn/account/export', {
  summary: 'Collect everything the site knows of this person in one file',
  access: 'learner',
  guards: ['tfa'],
  response: object({ export: Export }),
  errors: ['rate_limited'],
})

export const deleteAccount = endpoint('POST /api/learn/cn/account/delete', {
  summary: 'Empty this account for good',
  access: 'learner',
  guards: ['tfa'],
  body: object({ confirmation: Type.String({ maxLength: 100 }), code: Type.String({ maxLength: 40 }) }),
  response: object({ success: Type.Boolean() }),
  errors: ['sms_code_invalid', 'sign_in_again', 'rate_limited', 'bad_request', 'last_admin'],
})
