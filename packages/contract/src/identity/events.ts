import { Type } from 'typebox'
import { object, oneOf } from '../endpoint.ts'
import { event } from '../event.ts'
import { memberRoles } from '../roles.ts'
import { DeviceType, SignInDevice } from '../sign-in-devices.ts'

/**
 * Groups, suspension, names, classes or bindings of an account changed, and with them rights or public details.
 * `leftClass`: the person was taken out of a class.
 */
export const accountChanged = event(
  'account_changed',
  'account/:userId',
  object({ userId: Type.String(), leftClass: Type.Optional(Type.Boolean()) }),
)

/**
 * A sign-in on a device; `isKnown` when this account was seen on it before, `isOnly` when no other session of the
 * account is remembered.
 */
export const sessionOpened = event(
  'session_opened',
  'account/:userId',
  object({
    userId: Type.String(),
    sessionId: Type.String(),
    deviceType: DeviceType,
    device: SignInDevice,
    isKnown: Type.Boolean(),
    isOnly: Type.Boolean(),
  }),
)

/** These sessions are over: signed out, ended from another device, or by the site. */
export const sessionsEnded = event(
  'sessions_ended',
  'account/:userId',
  object({ userId: Type.String(), sessionIds: Type.Array(Type.String()), reason: Type.String() }),
)

/** A review of a profile change has an outcome; `askedAt` is the time of the request. */
export const profileReviewed = event(
  'profile_reviewed',
  'account/:userId',
  object({ userId: Type.String(), decision: oneOf('approve', 'reject'), askedAt: Type.String() }),
)

/** An organisation asks the owner of this account to join. */
export const askedToJoin = event('asked_to_join', 'account/:userId', object({ userId: Type.String() }))

/** A person joined an organisation, has another role in it, or left it. Written by the database beside the membership. */
export const membershipChanged = event(
  'membership_changed',
  'organisation/:organisationId',
  object({
    organisationId: Type.String(),
    userId: Type.String(),
    change: oneOf('joined', 'changed', 'left'),
    role: oneOf(...memberRoles),
  }),
)

/** A person was put into a class or taken out of it. Written by the database beside the place. */
export const classPlaceChanged = event(
  'class_place_changed',
  'organisation/:organisationId',
  object({
    organisationId: Type.String(),
    classId: Type.String(),
    userId: Type.String(),
    change: oneOf('joined', 'left'),
  }),
)

/** A class was made, renamed, put away or taken up again. Written by the database beside the class. */
export const classChanged = event(
  'class_changed',
  'organisation/:organisationId',
  object({ organisationId: Type.String(), classId: Type.String() }),
)
