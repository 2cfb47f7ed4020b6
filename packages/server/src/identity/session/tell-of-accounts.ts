import { accountChanged, sessionOpened, sessionsEnded } from '@lantern/contract/identity/events.ts'
import { accountTopic, classesTopic, organisationTopic } from '@lantern/contract/identity/topics.ts'
import type { Services } from '#kit/services.ts'

/** Open pages hear of sign-ins to their account, and whose session or rights are others now is looked at again. */
export function tellOfAccounts({ events, topics }: Services): void {
  topics.declare(accountTopic, {
    mayFollow: (viewer, { userId }) => viewer.id === userId,
    ofEveryone: ({ id }) => ({ userId: id }),
  })
  topics.declare(organisationTopic, {
    mayFollow: ({ memberships }, { organisationId }) =>
      memberships.some((membership) => membership.organisationId === organisationId),
  })
  topics.declare(classesTopic, { mayFollow: (viewer, { userId }) => viewer.id === userId })
  events.listen([sessionOpened], (opened) => {
    if (!opened) return
    const { userId, sessionId, deviceType, device, isKnown } = opened
    const type = deviceType === 'mobile' ? 'MOBILE' : 'DESKTOP'
    topics.tell(accountTopic, { userId }, { type, key: sessionId, data: { device, isKnown } })
  })
  events.listen([accountChanged, sessionsEnded], (account) => {
    if (!account) return
    topics.recheck(account.userId)
    if ('leftClass' in account && account.leftClass) {
      topics.tell(classesTopic, { userId: account.userId }, { type: 'CLASS_LEFT' })
    }
  })
}
