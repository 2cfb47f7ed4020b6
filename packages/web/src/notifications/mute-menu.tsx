import type { Mute, Notification } from '@lantern/contract/notifications/notifications.ts'
import type { setMute } from '@lantern/contract/notifications/preferences.ts'
import { useId } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { BellOffIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.ts'

/** What of an entry can be muted: its group, its item, its kind. With script it can be undone at once; without, the page says where. */
export function MuteMenu({ notification: { title, mutes } }: { notification: Pick<Notification, 'title' | 'mutes'> }) {
  const t = useMessages()
  const formId = useId()
  if (mutes.length === 0) return null
  async function set({ of, id, name }: Mute, muted: boolean) {
    try {
      await call<typeof setMute>('POST /api/learn/cn/notification/mute', { body: { of, id, muted } })
      if (!muted) toast({ tone: 'good', text: t('notifications.unmuted_named', { name }) })
      else
        toast({
          tone: 'good',
          text: t('notifications.muted_named', { name }),
          action: { label: t('notifications.undo'), onAct: () => void set({ of, id, name }, false) },
        })
    } catch (error) {
      toastFailure(error, t)
    }
  }
  const label = t('notifications.mute', { title })
  return (
    <>
      {mutes.map((mute) => (
        <form
          key={mute.of}
          id={`${formId}${mute.of}`}
          method="post"
          action="/notifications"
          onSubmit={(event) => {
            event.preventDefault()
            void set(mute, true)
          }}
        >
          <input type="hidden" name="of" value={mute.of} />
          <input type="hidden" name="mute" value={mute.id} />
        </form>
      ))}
      <Menu
        label={label}
        trigger={(trigger) => (
          <IconButton {...trigger} theme="bare" size="s" label={label} icon={<BellOffIcon className="icon-s" />} />
        )}
      >
        {mutes.map((mute) => (
          <MenuItem key={mute.of} form={`${formId}${mute.of}`}>
            {t('notifications.mute_named', { name: mute.name })}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
