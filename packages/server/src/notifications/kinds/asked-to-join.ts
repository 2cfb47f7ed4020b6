import { object, oneOf } from '@lantern/contract/endpoint.ts'
import { accountChanged, askedToJoin as asked, sessionOpened } from '@lantern/contract/identity/events.ts'
import { memberRoles } from '@lantern/contract/roles.ts'
import { Type } from 'typebox'
import { openInvitations } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { notificationKind } from '../kind.ts'
import { notify } from '../notify.ts'

const roleKeys = {
  learner: 'campus.invited_as_learner',
  educator: 'campus.invited_as_educator',
  admin: 'campus.invited_as_admin',
} as const

/** An organisation invites a person; for people without an organisation this is the only way to the invitation. */
export const askedToJoin = notificationKind({
  name: 'asked_to_join',
  group: 'account',
  icon: 'people',
  label: 'notifications.asked_to_join',
  hint: 'notifications.asked_to_join_hint',
  channels: { site: 'now', mail: 'now', push: 'now' },
  required: ['site'],
  isUrgent: false,
  payload: object({ organisation: Type.String(), role: oneOf(...memberRoles) }),
  write: ({ payload: { organisation, role } }, { t }) => ({
    title: t('campus.invited_by', { name: organisation }),
    body: t(roleKeys[role]),
    path: '/campus/organisation',
  }),
})

/** A phone may be invited before it has an account: its owner is told at the first sign-in or when binding it. */
export function tellOfInvitations(services: Services): void {
  const whenAsked = [asked, sessionOpened, accountChanged]
  services.stream.subscribe('notifications.asked_to_join', whenAsked, async (batch, trx) => {
    const userIds = [...new Set(batch.map(({ payload }) => payload.userId))]
    for (const { userId, organisationId, name, role, invitedAt } of await openInvitations(trx, userIds)) {
      const key = `asked_to_join:${organisationId}:${invitedAt.getTime()}`
      const payload = { organisation: name, role }
      await notify(services, trx, askedToJoin, { people: [userId], key, payload })
    }
  })
}
