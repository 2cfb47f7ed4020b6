import { object } from '@lantern/contract/endpoint.ts'
import { itemIdLink, submissionLink } from '@lantern/contract/links.ts'
import { type Static, Type } from 'typebox'
import { notificationKind, type Told } from '#notifications/index.ts'

const payload = object({
  name: Type.String(),
  messageId: Type.String(),
  /** The anchor of the step that it is about. */
  anchor: Type.Optional(Type.String()),
  /** The submission that it is about. */
  submissionId: Type.Optional(Type.String()),
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
  groupName: ({ item }, { t }) => t('community.notice_replies_in', { title: item?.title ?? '' }),
  write: (told, { t }) => ({
    title: t('community.notice_reply_title', { name: told.payload.name, count: told.count }),
    body: told.item?.title ?? null,
    path: pathOf(told),
  }),
})

/** To the makers of an item: there is a question about it. */
export const questionAsked = notificationKind({
  ...look,
  name: 'question_asked',
  label: 'community.notice_question',
  hint: 'community.notice_question_hint',
  groupName: ({ item }, { t }) => t('community.notice_questions_in', { title: item?.title ?? '' }),
  write: (told, { t }) => ({
    title: t('community.notice_question_title', { name: told.payload.name, count: told.count }),
    body: told.item?.title ?? null,
    path: told.count === 1 ? pathOf(told) : '/messages/waiting',
  }),
})

/** To a person who is mentioned in a message. */
export const messageMention = notificationKind({
  ...look,
  name: 'message_mention',
  label: 'community.notice_mention',
  hint: 'community.notice_mention_hint',
  groupName: ({ item }, { t }) => t('community.notice_mentions_in', { title: item?.title ?? '' }),
  write: (told, { t }) => ({
    title: t('community.notice_mention_title', { name: told.payload.name, count: told.count }),
    body: told.item?.title ?? null,
    path: pathOf(told),
  }),
})

/** To the author of a reply: it was marked as the one that helped. */
export const answerHelped = notificationKind({
  ...look,
  name: 'answer_helped',
  label: 'community.notice_helped',
  hint: 'community.notice_helped_hint',
  channels: { site: 'now', mail: 'off', push: 'off' },
  write: (told, { t }) => ({
    title: t('community.notice_helped_title', { name: told.payload.name }),
    body: told.item?.title ?? null,
    path: pathOf(told),
  }),
})

/** To the author of a submission: there is a comment on it. */
export const submissionComment = notificationKind({
  ...look,
  name: 'submission_comment',
  label: 'community.notice_submission',
  hint: 'community.notice_submission_hint',
  groupName: ({ item }, { t }) => t('community.notice_comments_in', { title: item?.title ?? '' }),
  write: (told, { t }) => ({
    title: t('community.notice_submission_title', { name: told.payload.name, count: told.count }),
    body: told.item?.title ?? null,
    path: pathOf(told),
  }),
})

function pathOf({ item, payload: { messageId, anchor, submissionId } }: Told<Static<typeof payload>>): string {
  if (submissionId !== undefined) return submissionLink(submissionId, messageId)
  return item ? itemIdLink(item, { messageId, step: anchor ?? null }) : '/notifications'
}
