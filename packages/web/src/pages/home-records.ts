import type { listDue } from '@lantern/contract/campus/assignments.ts'
import type { getPersonRecords } from '@lantern/contract/learning/my-learning.ts'
import type { getFeed } from '@lantern/contract/notifications/notifications.ts'
import type { listOwnPaths } from '@lantern/contract/paths/paths.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { isRecentsClosed } from '#learning/index.ts'

/** What a member was told and has not read; null for a guest. */
export async function readHomeFeed({ call }: Api) {
  return orForGuest(call<typeof getFeed>('GET /api/learn/cn/notification/feed'))
}

/** Learning paths that a member is on; null for a guest. */
export async function readOwnPaths({ call }: Api) {
  return orForGuest(call<typeof listOwnPaths>('GET /api/learn/cn/path/mine'))
}

/** Open assignments of a member's classes; null for a guest. */
export async function readDue({ call }: Api) {
  return orForGuest(call<typeof listDue>('GET /api/campus/assignment/due'))
}

/**
 * The latest studied items; with ids, the marks of those items come along. Null for a guest, who has no records, and where
 * the block that shows them was closed.
 */
export async function readHomeRecords({ call }: Api, request: Request, marks?: readonly string[]) {
  if (isRecentsClosed(request.headers.get('cookie'))) return null
  return orForGuest(
    call<typeof getPersonRecords>('GET /api/learn/cn/record/person', {
      query: marks ? { marks: JSON.stringify(marks) } : {},
    }),
  )
}

async function orForGuest<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
