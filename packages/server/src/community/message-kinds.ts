import { object } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { Type } from 'typebox'
import { notificationKind, type Told } from '#notifications/index.ts'

const payload = object({
  name: Type.String(),
  messageId: Type.String(),
  /** The anchor of the step that it is about. */
  anchor: Type.Optional(Type.String()),
})

const look = {
  group: 'community',
  icon: 'message',
  channels: { site: 'now', mail: 'daily', push: 'now' },
  required: [],
  isUrgent: false,
  payload,
} as const

/** To the author of a message: there is a reply to it. */
export const messageReply = notificationKind({
  ...look,
  name: 'message_reply',
  label: 'community.notice_reply',
  hint: 'community.notice_reply_hint',
  write: (told, { t }) => ({
    title: t('community.notice_reply_title', { name: told.payload.name, count: told.count }),
    body: told.item?.title ?? null,
    path: pathOf(told),
  }),
})

/** To a person who is mentioned in a message. */
export const messageMention = notificationKind({
  ...look,
  name: 'message_mention',
  label: 'community.notice_mention',
  hint: 'community.notice_mention_hint',
  write: (told, { t }) => ({
    title: t('community.notice_mention_title', { name: told.payload.name }),
    body: told.item?.title ?? null,
    path: pathOf(told),
  }),
})

function pathOf({ item, payload: { messageId, anchor } }: Told<{ messageId: string; anchor?: string }>): string {
  return item ? itemIdLink(item, { messageId, step: anchor ?? null }) : '/notifications'
}
