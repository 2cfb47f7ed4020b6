import type { PreferencesWish } from '@lantern/contract/notifications/preferences.ts'
import type { Db, Trx } from '#kit/sql.ts'

/** Keeps what a person has chosen. What they may choose is for the caller to know. */
export async function saveSettings(
  db: Db | Trx,
  userId: string,
  settings: NonNullable<PreferencesWish['settings']>,
): Promise<void> {
  // of two for the same channel the later one counts
  const rows = [...new Map(settings.map((one) => [`${one.kind} ${one.channel}`, one])).values()]
  if (rows.length === 0) return
  await db
    .insertInto('notification_preferences')
    .values(rows.map((row) => ({ user_id: userId, ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'channel'])
        .doUpdateSet({ setting: (expression) => expression.ref('excluded.setting') }),
    )
    .execute()
}
