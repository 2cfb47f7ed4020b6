import type { setReminder } from '@lantern/contract/live/reminders.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useStartSignIn } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { BellIcon } from '#ui/icons.tsx'

interface ReminderButtonProps {
  session: { id: string; slug: string; title: string }
  /** Whether the person will be reminded, as the page knew it. */
  on: boolean
  size?: 's' | 'm'
}

/** Asks to be reminded before a session begins. Without script its form posts to the page of the session. */
export function ReminderButton({ session: { id, slug, title }, on: onBefore, size = 'm' }: ReminderButtonProps) {
  const t = useMessages()
  const { user } = useSession()
  const startSignIn = useStartSignIn()
  const [on, setOn] = useState(onBefore)
  const [busy, setBusy] = useState(false)
  async function toggle() {
    const wanted = !on
    setOn(wanted)
    setBusy(true)
    try {
      const body = { id, on: wanted }
      setOn((await call<typeof setReminder>('POST /api/learn/cn/liveSession/reminder', { body })).on)
    } catch (error) {
      setOn(!wanted)
      toastFailure(error, t)
    }
    setBusy(false)
  }
  const word = t(on ? 'live.reminding' : 'live.remind')
  return (
    <form method="post" action={`/liveSession/${encodeURIComponent(slug)}`}>
      <input type="hidden" name="remind" value={id} />
      <input type="hidden" name="on" value={String(!on)} />
      <Button
        type="submit"
        size={size}
        pressed={on}
        busy={busy}
        icon={<BellIcon className="icon-s" />}
        aria-label={t('live.remind_of', { word, title })}
        onClick={(event) => {
          event.preventDefault()
          if (user) void toggle()
          else startSignIn()
        }}
      >
        {word}
      </Button>
    </form>
  )
}
