import { Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { outsideWays } from './outside-ways.ts'
import { User } from './session.ts'
import { SmsType } from './sms.ts'

/** Trimmed and judged by the server: what is wrong comes back as `details`. */
const Mobile = Type.String({ maxLength: 40 })
const Code = Type.String({ maxLength: 40 })
const Text = Type.String({ maxLength: 2000 })
const Cookie = object({ Name: Type.String(), Value: Type.String() })

/** How the person signs in: by the phone alone, or by another identity bound to the account. */
const LoginType = oneOf('phone', ...outsideWays)

export const verifyPhone = endpoint('POST /api/learn/cn/sms/verify', {
  summary: 'Prove a phone by its code. Another phone than the bound one takes its place',
  access: 'learner',
  guards: ['tfa'],
  body: object({ smsType: SmsType, code: Code, mobile: Mobile }),
  response: object({ success: Type.Boolean(), phone: Type.String() }),
  errors: ['sms_code_invalid', 'phone_taken', 'phone_proof_required', 'rate_limited'],
})

export const verifyPhoneIsBound = endpoint('POST /api/learn/cn/sms/verifyPhoneIsBound', {
  summary: 'Whether an account has this phone; answered only to who holds it',
  access: 'learner',
  body: object({ smsType: SmsType, code: Code, mobile: Mobile }),
  response: object({ exist: Type.Boolean() }),
  errors: ['sms_code_invalid', 'rate_limited'],
})

/** The account that has the phone already, as it is shown before one goes over to it. */
export const ExistingAccount = object({
  id: Type.String(),
  name: Type.String(),
  avatar: nullable(Type.String()),
})

export const bindPhone = endpoint('POST /api/learn/cn/sms/bind', {
  summary: 'Bind a phone; when another account has it, say what is in that account',
  access: 'learner',
  guards: ['tfa'],
  body: object({ smsType: SmsType, code: Code, mobile: Mobile }),
  response: object({
    exist: Type.Boolean(),
    user: ExistingAccount,
    collectedCount: Type.Optional(Type.Integer()),
    completedCount: Type.Optional(Type.Integer()),
    purchasedCount: Type.Optional(Type.Integer()),
    loginType: Type.Optional(LoginType),
  }),
  errors: ['sms_code_invalid', 'phone_proof_required', 'rate_limited'],
})

export const replaceAndSignIn = endpoint('POST /api/learn/cn/sms/replacement/login', {
  summary: 'Take everything of this account over to the one that has the phone, and go on as that one',
  access: 'learner',
  guards: ['tfa'],
  body: object({
    replaceUserId: Type.String({ maxLength: 100 }),
    currentUserId: Type.String({ maxLength: 100 }),
    mobile: Mobile,
    smsType: SmsType,
    /** Second-factor code of the account that is kept, where it has one: of its app, or a recovery code. */
    tfaCode: Type.Optional(Code),
  }),
  response: object({ cookie: Cookie, user: object({ id: Type.String(), phone: Type.String() }) }),
  errors: [
    'phone_proof_required',
    'account_suspended',
    'other_account_tfa_required',
    'tfa_code_invalid',
    'rate_limited',
  ],
})

export const updateUserBasicInfo = endpoint('POST /api/learn/cn/updateUserBasicInfo', {
  summary: 'Change what the profile says; `status` is the outcome of the review of the words',
  access: 'learner',
  body: object({
    fullName: Text,
    description: Text,
    phone: Type.Optional(Mobile),
    title: Type.Optional(Text),
  }),
  response: object({
    user: User,
    status: oneOf('approved', 'rejected', 'needAdmin'),
    blockTextList: Type.Array(Type.String()),
  }),
  errors: ['profile_update_time_limit'],
})

export const updateUserAvatar = endpoint('POST /api/learn/cn/updateUserAvatar', {
  summary: 'Change the picture, sent as a data URL; `status` is the outcome of its review',
  access: 'learner',
  bodyLimit: 4 * 1024 * 1024,
  body: object({ avatar: Type.String({ maxLength: 4 * 1024 * 1024 }) }),
  response: object({
    avatar: nullable(Type.String()),
    status: oneOf('approved', 'rejected', 'needAdmin', 'requestFailed'),
  }),
  errors: ['too_large', 'unsupported_type', 'rate_limited'],
})

export const getProfile = endpoint('GET /api/learn/cn/account/profile', {
  summary: 'One’s own profile, to be changed',
  access: 'learner',
  response: object({
    fullName: Type.String(),
    title: Type.String(),
    description: Type.String(),
    avatar: nullable(Type.String()),
    nextUpdateProfileTime: nullable(Type.String()),
    waitsForReview: Type.Boolean(),
  }),
})
