import { muteTypes } from '@lantern/contract/notifications/channels.ts'
import type { readNotifications } from '@lantern/contract/notifications/notifications.ts'
import type { setMute } from '@lantern/contract/notifications/preferences.ts'
import type { Api } from '#kit/api.ts'

/** The forms of the page, with script and without: all that was shown is read, or something of an entry is muted. */
export async function actOnNotifications({ call }: Api, form: FormData): Promise<{ muted: boolean }> {
  const text = (name: string, length: number) => String(form.get(name) ?? '').slice(0, length)
  const of = muteTypes.find((one) => one === form.get('of'))
  const id = text('mute', 200)
  if (of && id) return call<typeof setMute>('POST /api/learn/cn/notification/mute', { body: { of, id, muted: true } })
  const body = { upTo: text('upTo', 40) }
  await call<typeof readNotifications>('POST /api/learn/cn/notification/read', { body })
  return { muted: false }
}
