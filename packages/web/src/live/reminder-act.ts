import type { setReminder } from '@lantern/contract/live/reminders.ts'
import type { Api } from '#kit/api.ts'

/** The reminder's form as it is posted without script. */
export async function actOnReminderForm({ call }: Api, form: FormData): Promise<void> {
  const body = { id: String(form.get('remind') ?? '').slice(0, 80), on: form.get('on') === 'true' }
  await call<typeof setReminder>('POST /api/learn/cn/liveSession/reminder', { body })
}
