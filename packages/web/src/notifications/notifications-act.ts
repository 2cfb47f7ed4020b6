import type { readNotifications } from '@lantern/contract/notifications/notifications.ts'
import type { Api } from '#kit/api.ts'

/** What the form of the page does, with script and without: all that was shown is read. */
export async function actOnNotifications({ call }: Api, form: FormData): Promise<{ unread: number }> {
  const upTo = String(form.get('upTo') ?? '').slice(0, 40)
  return call<typeof readNotifications>('POST /api/learn/cn/notification/read', { body: { upTo } })
}
