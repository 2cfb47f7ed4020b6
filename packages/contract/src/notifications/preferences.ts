import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { channels, followTypes, kindGroups, muteTypes, rhythms } from './channels.ts'

const ChannelName = oneOf(...channels)
const Setting = oneOf(...rhythms)
/** A time of day, as in 22:30. */
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

export const NotificationPreferences = object({
  kinds: Type.Array(
    object({
      kind: Type.String(),
      group: oneOf(...kindGroups),
      label: Type.String(),
      hint: Type.String(),
      /** The channels that carry it. */
      channels: Type.Array(object({ channel: ChannelName, setting: Setting, isRequired: Type.Boolean() })),
    }),
  ),
  /** An IANA time zone, in which quiet hours and digests are meant. */
  timeZone: Type.String(),
  /** Both null: there are no quiet hours. */
  quietFrom: nullable(Type.String()),
  quietUntil: nullable(Type.String()),
  /** Where mail goes, made short; null: no address is confirmed. */
  email: nullable(Type.String()),
  muted: Type.Array(
    object({ of: oneOf('group', 'item'), id: Type.String(), name: Type.String(), path: nullable(Type.String()) }),
  ),
  followed: Type.Array(
    object({ type: oneOf(...followTypes), id: Type.String(), name: Type.String(), path: Type.String() }),
  ),
  blocked: Type.Array(object({ id: Type.String(), name: Type.String() })),
})
export type NotificationPreferences = Static<typeof NotificationPreferences>

export const getPreferences = endpoint('GET /api/learn/cn/notification/preferences', {
  summary: 'How the person wants to be told of each kind of thing',
  access: 'learner',
  response: NotificationPreferences,
})

export const PreferencesWish = object({
  settings: Type.Optional(
    Type.Array(object({ kind: Type.String({ maxLength: 40 }), channel: ChannelName, setting: Setting }), {
      maxItems: 100,
    }),
  ),
  hours: Type.Optional(
    object({
      timeZone: Type.String({ minLength: 1, maxLength: 64 }),
      quietFrom: nullable(TimeOfDay),
      quietUntil: nullable(TimeOfDay),
    }),
  ),
})
export type PreferencesWish = Static<typeof PreferencesWish>

export const savePreferences = endpoint('POST /api/learn/cn/notification/preferences', {
  summary: 'Choose how to be told; what is not named stays as it is',
  access: 'learner',
  body: PreferencesWish,
  response: NotificationPreferences,
})

export const setMute = endpoint('POST /api/learn/cn/notification/mute', {
  summary: 'Be told nothing more of a group, an item or a kind, or be told of it again',
  access: 'learner',
  body: object({
    of: oneOf(...muteTypes),
    id: Type.String({ minLength: 1, maxLength: 200 }),
    muted: Type.Boolean(),
  }),
  response: object({ muted: Type.Boolean() }),
  errors: ['not_found'],
})

const Token = Type.String({ minLength: 1, maxLength: 400 })
/** The name of the kind whose mails it stops; null: of every kind that can be turned off. */
const Subscription = object({ label: nullable(Type.String()) })

export const readUnsubscribeLink = endpoint('GET /api/learn/cn/notification/unsubscribe', {
  summary: 'Which mails the link at the foot of a mail stops, without stopping them',
  access: 'public',
  query: object({ token: Token }),
  response: Subscription,
  errors: ['not_found'],
})

export const unsubscribe = endpoint('POST /api/learn/cn/notification/unsubscribe', {
  summary: 'Stop these mails, by the link alone',
  access: 'public',
  body: object({ token: Token }),
  response: Subscription,
  errors: ['not_found'],
})
