import type { FollowType } from '@lantern/contract/notifications/channels.ts'
import type { setFollow } from '@lantern/contract/notifications/following.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSignedInAct } from '#kit/require-login.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { BellIcon } from '#ui/icons.tsx'
import { useLoaded } from './use-loaded.ts'

interface FollowButtonProps {
  type: FollowType
  id: string
  followed: boolean
  /** The page's own action, for a press before or without script. */
  formAction: string
  /** What is asked for on this page together with the following may have changed with it. */
  onChange?: () => void
}

/** Asks to be told of new lessons of a person or a path. */
export function FollowButton({ type, id, followed, formAction, onChange }: FollowButtonProps) {
  const t = useMessages()
  const { user } = useSessionInActs()
  const [on, setOn] = useLoaded(followed)
  const [busy, setBusy] = useState(false)
  async function set(wanted: boolean) {
    setBusy(true)
    try {
      setOn((await call<typeof setFollow>('POST /api/learn/cn/follow', { body: { type, id, on: wanted } })).on)
      onChange?.()
    } catch (error) {
      toastFailure(error, t)
    }
    setBusy(false)
  }
  const followSignedIn = useSignedInAct(`follow ${id}`, () => void set(true))
  return (
    <form method="post" action={formAction}>
      <input type="hidden" name="act" value="follow" />
      <input type="hidden" name="on" value={String(!on)} />
      <Button
        type="submit"
        size="s"
        icon={<BellIcon className="icon-s" />}
        pressed={on}
        busy={busy}
        onClick={(event) => {
          event.preventDefault()
          if (user === null) followSignedIn()
          else void set(!on)
        }}
      >
        {t(on ? 'notifications.following' : 'notifications.follow')}
      </Button>
    </form>
  )
}
