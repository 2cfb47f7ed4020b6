import { nullable, object, oneOf } from '@lantern/contract/endpoint.ts'
import { Type } from 'typebox'
import { notificationKind } from '#notifications/index.ts'

/** One's own certificate was issued or revoked, or an appeal against that was answered. */
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
    change: oneOf('issued', 'revoked', 'restored', 'kept'),
    reason: nullable(Type.String()),
  }),
  write: ({ payload: { number, title, change, reason } }, { t }) => ({
    title: t(`certificates.told_${change}`, { title }),
    body: reason ?? number,
    path: `/certificate/${number}`,
  }),
})

/** An appeal against a revocation, told to the people who may decide it. */
export const certificateAppealed = notificationKind({
  name: 'certificate_appeal',
  group: 'learning',
  icon: 'shield',
  label: 'certificates.appeal_kind',
  hint: 'certificates.appeal_kind_hint',
  channels: { site: 'now', mail: 'now' },
  required: ['site'],
  isUrgent: false,
  payload: object({ number: Type.String(), title: Type.String() }),
  write: ({ payload: { number, title } }, { t }) => ({
    title: t('certificates.told_appealed', { title }),
    body: number,
    path: `/certificate/${number}#appeal`,
  }),
})
