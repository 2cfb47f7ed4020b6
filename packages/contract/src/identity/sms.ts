import { Type } from 'typebox'
import { endpoint, object, oneOf } from '../endpoint.ts'

export const SmsType = oneOf('main_login', 'learn')

/** Trimmed and judged by the server: what is wrong comes back as `details`. */
const Mobile = Type.String({ maxLength: 40 })
const Code = Type.String({ maxLength: 40 })

export const sendSmsCode = endpoint('POST /api/learn/cn/sms/signUp', {
  summary: 'Send a sign-in code to a phone; known and unknown phones get the same answer',
  access: 'public',
  body: object({ smsType: SmsType, mobile: Mobile }),
  response: object({ success: Type.Boolean(), resendSeconds: Type.Integer(), expiresInSeconds: Type.Integer() }),
  errors: ['rate_limited', 'sms_failed', 'captcha_required', 'captcha_invalid'],
})

export const signInBySms = endpoint('POST /api/learn/cn/sms/login', {
  summary: 'Sign in with the code; the first time makes the account',
  access: 'public',
  body: object({ smsType: SmsType, code: Code, mobile: Mobile }),
  response: object({
    userStatus: oneOf('new', 'exist'),
    user: object({ id: Type.String(), phone: Type.String() }),
    cookie: object({ Name: Type.String(), Value: Type.String() }),
  }),
  errors: ['sms_code_invalid', 'account_suspended', 'rate_limited', 'captcha_required', 'captcha_invalid'],
})

export const readOutbox = endpoint('GET /api/dev/outbox', {
  summary: 'What would have gone out by SMS or mail; demo mode only',
  access: 'demoOnly',
  query: object({ to: Type.String({ minLength: 1, maxLength: 254 }) }),
  response: object({
    messages: Type.Array(
      object({
        channel: oneOf('sms', 'mail'),
        to: Type.String(),
        code: Type.Union([Type.String(), Type.Null()]),
        text: Type.String(),
        sentAt: Type.String(),
      }),
    ),
  }),
})
