import { object, oneOf } from '@lantern/contract/endpoint.ts'
import { profileReviewed as reviewed } from '@lantern/contract/identity/events.ts'
import type { Services } from '#kit/services.ts'
import { notificationKind } from '../kind.ts'
import { notify } from '../notify.ts'

/** What a person wanted to show of themselves was looked at. */
export const profileReviewed = notificationKind({
  name: 'profile_reviewed',
  group: 'account',
  icon: 'profile',
  label: 'notifications.profile_reviewed',
  hint: 'notifications.profile_reviewed_hint',
  channels: { site: 'now', mail: 'now', push: 'off' },
  required: ['site'],
  isUrgent: false,
  payload: object({ decision: oneOf('approve', 'reject') }),
  write: ({ payload: { decision } }, { t }) => ({
    title: t(decision === 'approve' ? 'notifications.profile_approved' : 'notifications.profile_rejected'),
    body: t(decision === 'approve' ? 'notifications.profile_approved_body' : 'notifications.profile_rejected_body'),
    path: '/settings#tab_profile',
  }),
})

export function tellOfReviews(services: Services): void {
  services.stream.subscribe('notifications.profile_reviewed', [reviewed], async (batch, trx) => {
    for (const { payload } of batch) {
      const { userId, decision, askedAt } = payload
      const key = `profile_reviewed:${askedAt}`
      await notify(services, trx, profileReviewed, { people: [userId], key, payload: { decision } })
    }
  })
}
