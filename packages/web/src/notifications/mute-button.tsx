import type { savePreferences } from '@lantern/contract/notifications/preferences.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { BellOffIcon } from '#ui/icons.tsx'
import { toast } from '#ui/toast.ts'

/** Turns a kind of notifications off on the site; mail and browser go on as they were chosen. */
export function MuteButton({ kind, label }: { kind: string; label: string }) {
  const t = useMessages()
  const [busy, setBusy] = useState(false)
  async function set(setting: 'off' | 'now') {
    setBusy(true)
    try {
      const body = { settings: [{ kind, channel: 'site' as const, setting }] }
      await call<typeof savePreferences>('POST /api/learn/cn/notification/preferences', { body })
      if (setting === 'now') toast({ tone: 'good', text: t('notifications.kind_on', { kind: label }) })
      else
        toast({
          tone: 'good',
          text: t('notifications.kind_off', { kind: label }),
          action: { label: t('notifications.undo'), onAct: () => void set('now') },
        })
    } catch (error) {
      toastFailure(error, t)
    }
    setBusy(false)
  }
  return (
    <IconButton
      theme="bare"
      size="s"
      label={t('notifications.mute_kind', { kind: label })}
      icon={<BellOffIcon />}
      busy={busy}
      onClick={() => void set('off')}
    />
  )
}
