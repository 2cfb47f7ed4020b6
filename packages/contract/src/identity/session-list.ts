import { Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'
import { DeviceType, SignInDevice } from '../sign-in-devices.ts'

/** The session that asks. */
export const OwnLogin = object({
  /** What the realtime gateway is identified with, beside the cookie. */
  key: Type.String(),
  deviceType: DeviceType,
  /** The newest sign-in to this account from a device that was never seen before, until it is read. */
  notice: nullable(SignInDevice),
})

const SessionEntry = object({
  ...SignInDevice.properties,
  current: Type.Boolean(),
  lastSeenAt: Type.String(),
})

export const listSessions = endpoint('GET /api/learn/cn/session/list', {
  summary: 'Where this account is signed in, the session that asks first',
  access: 'learner',
  response: object({ sessions: Type.Array(SessionEntry) }),
})

export const revokeSession = endpoint('POST /api/learn/cn/session/revoke', {
  summary: 'End one session of this account; ending the one that asks is signing out',
  access: 'learner',
  body: object({ sessionId: Type.String({ maxLength: 64 }) }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found'],
})

export const revokeOtherSessions = endpoint('POST /api/learn/cn/session/revokeOthers', {
  summary: 'End every session of this account but the one that asks',
  access: 'learner',
  response: object({ ended: Type.Integer() }),
})

export const readSessionNotice = endpoint('POST /api/learn/cn/session/notice/read', {
  summary: 'What this device was told about its session was read: it is not told again',
  access: 'public',
  response: object({ success: Type.Boolean() }),
})
