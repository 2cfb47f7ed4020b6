import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

const Token = Type.String({ maxLength: 200 })

export const addEmail = endpoint('POST /api/learn/cn/email', {
  summary: 'Send a link to an address; every address gets the same answer',
  access: 'learner',
  guards: ['tfa'],
  body: object({ email: Type.String({ maxLength: 320 }), redirectTo: Type.Optional(Type.String({ maxLength: 2000 })) }),
  response: object({ email: Type.String(), resendSeconds: Type.Integer(), expiresInHours: Type.Integer() }),
  errors: ['rate_limited', 'mail_failed'],
})

export const readEmailLink = endpoint('GET /api/learn/cn/email/link', {
  summary: 'What a link from a mail is about, without using it up',
  access: 'public',
  query: object({ token: Token }),
  response: object({ email: Type.String(), name: Type.String() }),
  errors: ['email_link_invalid'],
})

export const confirmEmail = endpoint('POST /api/learn/cn/email/confirm', {
  summary: 'Use the link from a mail: its address belongs to the account from now on',
  access: 'public',
  body: object({ token: Token }),
  response: object({ email: Type.String(), redirectTo: Type.String() }),
  errors: ['email_link_invalid', 'rate_limited'],
})
