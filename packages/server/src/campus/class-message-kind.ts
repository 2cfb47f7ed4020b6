import { object } from '@lantern/contract/endpoint.ts'
import { Type } from 'typebox'
import { notificationKind } from '#notifications/index.ts'

/** A teacher sent a message to one's class. */
export const classMessaged = notificationKind({
  name: 'class_message',
  group: 'learning',
  icon: 'lesson',
  label: 'campus.kind_message',
  hint: 'campus.kind_message_hint',
  channels: { site: 'now', mail: 'now', push: 'now' },
  required: [],
  isUrgent: false,
  payload: object({
    classId: Type.String(),
    className: Type.String(),
    title: Type.String(),
    text: Type.String(),
    /** Empty: the account is gone. */
    sender: Type.String(),
  }),
  write: ({ payload: { classId, className, title, text, sender } }, { t }) => ({
    title: t('campus.told_message', { class: className, title }),
    body: sender === '' ? text : `${sender}: ${text}`,
    path: `/campus/class/${encodeURIComponent(classId)}`,
  }),
})
