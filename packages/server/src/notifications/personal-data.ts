import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const listenerPersonalData = {
  holds: [
    'notifications.user_id',
    'notification_preferences.user_id',
    'notification_hours.user_id',
    'notification_mutes.user_id',
    'push_subscriptions.user_id',
    'notification_deliveries.user_id',
  ],
  read: listenerData,
  erase: eraseListener,
  merge: absorbListener,
} satisfies PersonalData

const tables = ['notifications', 'notification_preferences', 'notification_hours', 'notification_mutes'] as const

/** Gives what one account was told, and how it wanted to be told, to another; where both have chosen, the other's counts. */
async function absorbListener(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    delete from notifications n using notifications kept
    where n.user_id = ${from} and kept.user_id = ${into} and kept.idempotency_key = n.idempotency_key`.execute(trx)
  await trx.updateTable('notifications').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.updateTable('notification_deliveries').set({ user_id: into }).where('user_id', '=', from).execute()
  await sql`
    insert into notification_preferences (user_id, kind, channel, setting)
    select ${into}, kind, channel, setting from notification_preferences where user_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into notification_hours (user_id, time_zone, quiet_from, quiet_until)
    select ${into}, time_zone, quiet_from, quiet_until from notification_hours where user_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into notification_mutes (user_id, item_id, muted_at)
    select ${into}, item_id, muted_at from notification_mutes where user_id = ${from}
    on conflict do nothing`.execute(trx)
  await eraseListener(trx, from)
}

/** Nothing of it is of use to others. Browsers of the account hear of nothing more. */
async function eraseListener(trx: Trx, userId: string): Promise<void> {
  for (const table of [...tables, 'push_subscriptions'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}

/** What a person was told and how they want to be told, by file. Keys of their browsers are not in it. */
async function listenerData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const told = await db
    .selectFrom('notifications')
    .select(['kind', 'item_id as itemId', 'payload', 'created_at as toldAt', 'read_at as readAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const preferences = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'channel', 'setting'])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .orderBy('channel')
    .execute()
  const hours = await db
    .selectFrom('notification_hours')
    .select(['time_zone as timeZone', 'quiet_from as quietFrom', 'quiet_until as quietUntil'])
    .where('user_id', '=', userId)
    .execute()
  const mutes = await db
    .selectFrom('notification_mutes')
    .select(['item_id as itemId', 'muted_at as mutedAt'])
    .where('user_id', '=', userId)
    .orderBy('muted_at')
    .execute()
  const browsers = await db
    .selectFrom('push_subscriptions')
    .select(['created_at as since'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return {
    notifications: told,
    notificationPreferences: preferences,
    notificationHours: hours,
    notificationMutes: mutes,
    notifiedBrowsers: browsers,
  }
}
