import type { rightsTopic } from '@lantern/contract/commerce/topics.ts'
import { useRevalidator } from 'react-router'
import { useSessionInActs } from '#kit/session.tsx'
import { useTopic } from '#kit/use-topic.ts'

/** On the page of what is not free: it is read again when the person's rights change, by a payment in another tab or a refund. */
export function useFollowedRights({ withPay, premium }: { withPay: boolean; premium: boolean }): void {
  const { user } = useSessionInActs()
  const { revalidate } = useRevalidator()
  const isFollowed = user !== null && (withPay || premium)
  useTopic<typeof rightsTopic>('rights/:userId', isFollowed ? { userId: user.id } : null, {
    onMessage: ({ type }) => void (type === 'RIGHTS' && revalidate()),
    onGap: () => void revalidate(),
  })
}
