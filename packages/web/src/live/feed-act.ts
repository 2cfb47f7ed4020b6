import type { saveCalendarFeed } from '@lantern/contract/live/calendar.ts'
import type { Api } from '#kit/api.ts'

/** The calendar address's form as it is posted without script. */
export async function actOnFeedForm({ call }: Api, form: FormData): Promise<void> {
  const body = { on: form.get('on') === 'true' }
  await call<typeof saveCalendarFeed>('POST /api/learn/cn/liveSession/feed', { body })
}
