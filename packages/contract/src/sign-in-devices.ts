import { type Static, Type } from 'typebox'
import { nullable, object, oneOf } from './endpoint.ts'

export const DeviceType = oneOf('desktop', 'mobile')
export type DeviceType = Static<typeof DeviceType>

/** Where a person signed in, in words that name a device. Unknown parts are null. */
export const SignInDevice = object({
  sessionId: Type.String(),
  deviceType: DeviceType,
  /** A model or a system: iPhone, Windows. */
  device: nullable(Type.String()),
  browser: nullable(Type.String()),
  ip: Type.String(),
  /** Two letters of ISO 3166. */
  country: nullable(Type.String()),
  at: Type.String(),
})
export type SignInDevice = Static<typeof SignInDevice>

export const EndReason = oneOf('signed_out', 'other_device', 'revoked', 'suspended', 'replaced', 'deleted')
export type EndReason = Static<typeof EndReason>

/** Told to the device whose session was ended, until it is read. */
export const EndedSession = object({
  reason: EndReason,
  at: Type.String(),
  /** With `other_device`: the device that took over. */
  by: nullable(SignInDevice),
})
export type EndedSession = Static<typeof EndedSession>
