import type { getBlock, setBlock } from '@lantern/contract/notifications/blocks.ts'
import { ApiError } from '#kit/api.ts'
import type { Call } from '#kit/request.ts'

/** Whether the visitor has blocked this person; a guest has blocked nobody. */
export async function readBlocked(call: Call, id: string): Promise<boolean> {
  try {
    return (await call<typeof getBlock>('GET /api/learn/cn/block', { query: { id } })).on
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false
    throw error
  }
}

/** The form of `PersonMenu`, as it is posted before and without script. */
export async function blockByForm(call: Call, id: string, form: FormData): Promise<void> {
  await call<typeof setBlock>('POST /api/learn/cn/block', { body: { id, on: form.get('on') === 'true' } })
}
