import { object } from '@lantern/contract/endpoint.ts'
import { submissionLink } from '@lantern/contract/links.ts'
import { Type } from 'typebox'
import { notificationKind } from '#notifications/index.ts'

const look = { group: 'community', icon: 'message', required: [], isUrgent: false } as const

/** To a learner who has not done their share and had nothing to look at: there is a submission now. */
export const peerWork = notificationKind({
  ...look,
  name: 'peer_work',
  channels: { site: 'now', mail: 'daily', push: 'now' },
  payload: object({ slug: Type.String() }),
  label: 'community.notice_peer_work',
  hint: 'community.notice_peer_work_hint',
  groupName: ({ item }, { t }) => t('community.notice_peer_work_in', { title: item?.title ?? '' }),
  write: ({ payload: { slug }, item }, { t }) => ({
    title: t('community.notice_peer_work_title'),
    body: item?.title ?? null,
    path: `/tutorial/${encodeURIComponent(slug)}/peer-feedback`,
  }),
})

/** To the author of a submission: another learner gave feedback. */
export const peerFeedbackReceived = notificationKind({
  ...look,
  name: 'peer_feedback',
  channels: { site: 'now', mail: 'daily', push: 'now' },
  payload: object({ submissionId: Type.String() }),
  label: 'community.notice_peer',
  hint: 'community.notice_peer_hint',
  groupName: ({ item }, { t }) => t('community.notice_peer_in', { title: item?.title ?? '' }),
  write: ({ payload: { submissionId }, item, count }, { t }) => ({
    title: t('community.notice_peer_title', { count }),
    body: item?.title ?? null,
    path: submissionLink(submissionId),
  }),
})

/** To the makers of an item: nobody has said anything about a submission for days. */
export const peerEducators = notificationKind({
  ...look,
  name: 'peer_educators',
  channels: { site: 'now', mail: 'daily' },
  payload: object({ itemId: Type.String() }),
  label: 'community.notice_alone',
  hint: 'community.notice_alone_hint',
  groupName: ({ item }, { t }) => t('community.notice_alone_in', { title: item?.title ?? '' }),
  write: ({ payload: { itemId }, item, count }, { t }) => ({
    title: t('community.notice_alone_title', { count }),
    body: item?.title ?? null,
    path: `/creator/submissions/${encodeURIComponent(itemId)}`,
  }),
})
