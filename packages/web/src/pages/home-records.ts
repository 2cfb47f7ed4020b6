import type { getPersonRecords } from '@lantern/contract/learning/my-learning.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { isRecentsClosed } from '#learning/index.ts'

/** The latest studied items. Null for a guest, who has no records, and where the block that shows them was closed. */
export async function readHomeRecords({ call }: Api, request: Request) {
  if (isRecentsClosed(request.headers.get('cookie'))) return null
  try {
    return await call<typeof getPersonRecords>('GET /api/learn/cn/record/person', { query: {} })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
