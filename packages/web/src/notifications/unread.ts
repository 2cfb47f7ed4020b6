import type { countUnread, readNotifications } from '@lantern/contract/notifications/notifications.ts'
import type { notificationsTopic } from '@lantern/contract/notifications/topics.ts'
import { useSyncExternalStore } from 'react'
import { call } from '#kit/call.ts'
import { useSession } from '#kit/session.tsx'
import { useUpToDate } from '#kit/use-up-to-date.ts'

// How many notifications were not read: one number for the bell, its list and the page.

let unread = 0
const listeners = new Set<() => void>()

export function setUnread(count: number): void {
  unread = count
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The count, asked for when the page is at rest and again whenever it may be another. */
export function useUnread(): number {
  const { user } = useSession()
  useUpToDate<typeof notificationsTopic>(
    'notifications/:userId',
    user && { userId: user.id },
    () => void askForUnread(),
  )
  return useSyncExternalStore(
    subscribe,
    () => unread,
    () => 0,
  )
}

async function askForUnread(): Promise<void> {
  try {
    setUnread((await call<typeof countUnread>('GET /api/learn/cn/notification/unread')).unread)
  } catch {
    // the number that was known stays; what else is wrong is said where something is asked for
  }
}

/** Marks these as read, or all up to one. Throws ApiError. */
export async function markRead(which: { ids: string[] } | { upTo: string }): Promise<void> {
  const answer = await call<typeof readNotifications>('POST /api/learn/cn/notification/read', { body: which })
  setUnread(answer.unread)
}
