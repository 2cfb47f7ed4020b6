import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { kindGroups, muteTypes, notificationIcons } from './channels.ts'

/** What of an entry can be muted, by the name that the reader knows it by. */
const Mute = object({ of: oneOf(...muteTypes), id: Type.String(), name: Type.String() })
export type Mute = Static<typeof Mute>

/** One entry of the list, in words of the reader's language. */
export const Notification = object({
  id: Type.String(),
  kind: Type.String(),
  icon: oneOf(...notificationIcons),
  title: Type.String(),
  body: nullable(Type.String()),
  /** Where on the site it leads. */
  path: Type.String(),
  /** The narrowest first. */
  mutes: Type.Array(Mute),
  at: Type.String(),
  read: Type.Boolean(),
})
export type Notification = Static<typeof Notification>

export const listNotifications = endpoint('GET /api/learn/cn/notification/list', {
  summary: 'What the person was told, the newest first',
  access: 'learner',
  query: object({
    filter: Type.Optional(oneOf('all', 'unread')),
    /** Filter by one kind. */
    kind: Type.Optional(Type.String({ maxLength: 40 })),
    /** Goes on after this one. */
    before: Type.Optional(Type.String({ maxLength: 40 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  response: object({
    results: Type.Array(Notification),
    /** `before` of the next page; null at the end. */
    next: nullable(Type.String()),
    unread: Type.Integer(),
    /** Kinds that the person can be told of, for the filter. */
    kinds: Type.Array(object({ kind: Type.String(), group: oneOf(...kindGroups), label: Type.String() })),
  }),
})
export type NotificationList = Static<(typeof listNotifications)['shape']['response']>

export const getFeed = endpoint('GET /api/learn/cn/notification/feed', {
  summary: 'The newest unread notifications that are about learning, people, live sessions or own work',
  access: 'learner',
  response: object({
    results: Type.Array(Notification),
    /** How many there are, with those that are not in `results`. */
    total: Type.Integer(),
  }),
})
export type Feed = Static<(typeof getFeed)['shape']['response']>

export const countUnread = endpoint('GET /api/learn/cn/notification/unread', {
  summary: 'How many notifications were not read',
  access: 'learner',
  response: object({ unread: Type.Integer() }),
})

export const readNotifications = endpoint('POST /api/learn/cn/notification/read', {
  summary: 'Mark notifications as read: these, or all up to the newest that the person was shown',
  access: 'learner',
  body: object({
    ids: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 50 })),
    upTo: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: object({ unread: Type.Integer() }),
})
