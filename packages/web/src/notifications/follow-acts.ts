import type { FollowType } from '@lantern/contract/notifications/channels.ts'
import type { getFollow, setFollow } from '@lantern/contract/notifications/following.ts'
import { ApiError } from '#kit/api.ts'
import type { Call } from '#kit/request.ts'

interface Target {
  type: FollowType
  id: string
}

/** Whether the visitor follows; a guest follows nothing. */
export async function readFollowed(call: Call, query: Target): Promise<boolean> {
  try {
    return (await call<typeof getFollow>('GET /api/learn/cn/follow', { query })).on
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false
    throw error
  }
}

/** The form of `FollowButton`, as it is posted before and without script. */
export async function followByForm(call: Call, target: Target, form: FormData): Promise<void> {
  await call<typeof setFollow>('POST /api/learn/cn/follow', { body: { ...target, on: form.get('on') === 'true' } })
}
