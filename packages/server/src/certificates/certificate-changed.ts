import { nullable, object, oneOf } from '@lantern/contract/endpoint.ts'
import { Type } from 'typebox'
import { notificationKind } from '#notifications/index.ts'

/** One's own certificate was issued, or revoked. */
export const certificateChanged = notificationKind({
  name: 'certificate',
  group: 'learning',
  icon: 'lesson',
  label: 'certificates.kind',
  hint: 'certificates.kind_hint',
  channels: { site: 'now', mail: 'now', push: 'now' },
  required: [],
  isUrgent: false,
  payload: object({
    number: Type.String(),
    title: Type.String(),
    change: oneOf('issued', 'revoked'),
    reason: nullable(Type.String()),
  }),
  write: ({ payload: { number, title, change, reason } }, { t }) => ({
    title: t(`certificates.told_${change}`, { title }),
    body: reason ?? number,
    path: `/certificate/${number}`,
  }),
})
