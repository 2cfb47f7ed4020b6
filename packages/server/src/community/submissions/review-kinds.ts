import { object } from '@lantern/contract/endpoint.ts'
import { submissionLink } from '@lantern/contract/links.ts'
import { Type } from 'typebox'
import { notificationKind } from '#notifications/index.ts'

/** To the author of a submission: an educator has reviewed it. */
export const submissionReviewed = notificationKind({
  name: 'submission_reviewed',
  group: 'community',
  icon: 'message',
  channels: { site: 'now', mail: 'now', push: 'now' },
  required: [],
  isUrgent: false,
  payload: object({ name: Type.String(), submissionId: Type.String(), hasText: Type.Boolean() }),
  label: 'community.notice_reviewed',
  hint: 'community.notice_reviewed_hint',
  groupName: ({ item }, { t }) => t('community.notice_reviews_in', { title: item?.title ?? '' }),
  write: ({ payload, item }, { t }) => ({
    title: t(payload.hasText ? 'community.notice_feedback_title' : 'community.notice_reviewed_title', {
      name: payload.name,
    }),
    body: item?.title ?? null,
    path: submissionLink(payload.submissionId),
  }),
})
