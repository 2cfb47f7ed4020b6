import type { getSession } from '@lantern/contract/identity/session.ts'
import type { classesTopic, organisationTopic } from '@lantern/contract/identity/topics.ts'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChangeSession, useSession } from '#kit/session.tsx'
import { hasTyped } from '#kit/typed.ts'
import { useTopic } from '#kit/use-topic.ts'
import { toast } from '#ui/toast.ts'

/**
 * A membership, or a place in a class, that ends while a page is open: the page says so and is read again, with the
 * rights that are left. Where something is typed it stays as it is, and what is sent is refused in words.
 */
export function WatchMemberships() {
  const { user, memberships } = useSession()
  if (!user || memberships.length === 0) return null
  return (
    <>
      {memberships.map(({ organisationId }) => (
        <WatchMembership key={organisationId} organisationId={organisationId} />
      ))}
      <WatchClasses userId={user.id} />
    </>
  )
}

function WatchClasses({ userId }: { userId: string }) {
  const t = useMessages()
  const seeOwn = useSeeOwn()
  const readAgain = useReadAgain()
  useTopic<typeof classesTopic>(
    'classes/:userId',
    { userId },
    {
      onMessage: () => {
        toast({ tone: 'info', text: t('identity.class_left'), action: seeOwn })
        void readAgain()
      },
    },
  )
  return null
}

function WatchMembership({ organisationId }: { organisationId: string }) {
  const t = useMessages()
  const seeOwn = useSeeOwn()
  const readAgain = useReadAgain()
  const changeSession = useChangeSession()
  const { state } = useTopic<typeof organisationTopic>('organisation/:organisationId', { organisationId })
  const onEnded = useEffectEvent(async () => {
    const session = await call<typeof getSession>('GET /api/session').catch(() => null)
    // a topic ends for other reasons too, as with the session
    if (!session?.user || session.memberships.some((one) => one.organisationId === organisationId)) return
    toast({ tone: 'info', text: t('identity.membership_ended'), action: seeOwn })
    changeSession(() => ({ memberships: session.memberships }))
    await readAgain()
  })
  useEffect(() => {
    if (state === 'ended') void onEnded()
  }, [state])
  return null
}

/** Not where something is typed, which would go with a page that is not there any more. */
function useReadAgain() {
  const { revalidate } = useRevalidator()
  return async () => hasTyped() || revalidate()
}

/** With an act a message stays, also over the page that is not there any more. */
function useSeeOwn() {
  const t = useMessages()
  const navigate = useNavigate()
  return { label: t('identity.membership_ended_see'), onAct: () => void navigate('/campus/organisation') }
}
