import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { newOfPersonGroup } from './kinds/new-of-person.ts'

export const listenerPersonalData = {
  holds: [
    'notifications.user_id',
    'notifications.caused_by',
    'notification_preferences.user_id',
    'notification_hours.user_id',
    'notification_mutes.user_id',
    'notification_group_mutes.user_id',
    'person_follows.user_id',
    'person_follows.person_id',
    'item_follows.user_id',
    'person_blocks.user_id',
    'person_blocks.blocked_id',
    'push_subscriptions.user_id',
    'notification_deliveries.user_id',
  ],
  read: listenerData,
  erase: eraseListener,
  merge: absorbListener,
} satisfies PersonalData

const tables = [
  'notifications',
  'notification_preferences',
  'notification_hours',
  'notification_mutes',
  'notification_group_mutes',
  'person_follows',
  'item_follows',
  'person_blocks',
] as const

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
  await sql`
    insert into notification_group_mutes (user_id, group_key, kind, item_id, payload, muted_at)
    select ${into}, group_key, kind, item_id, payload, muted_at from notification_group_mutes where user_id = ${from}
    on conflict do nothing`.execute(trx)
  await renameGroup(trx, { from, into })
  await trx.updateTable('notifications').set({ caused_by: into }).where('caused_by', '=', from).execute()
  await absorbFollows(trx, { from, into })
  await absorbBlocks(trx, { from, into })
  await endFollowingOfBlocked(trx, into)
  await eraseListener(trx, from)
}

/** Moves notifications and mutes about new lessons of the merged account to the group of the kept account. */
async function renameGroup(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  const [before, after] = [newOfPersonGroup(from), newOfPersonGroup(into)]
  const renamed = sql`payload || ${JSON.stringify({ personId: into })}::jsonb`
  await sql`
    update notifications set group_key = ${after}, payload = ${renamed}
    where caused_by = ${from} and group_key = ${before}`.execute(trx)
  await sql`
    insert into notification_group_mutes (user_id, group_key, kind, item_id, payload, muted_at)
    select user_id, ${after}, kind, item_id, ${renamed}, muted_at from notification_group_mutes
    where group_key = ${before} and user_id <> ${into} on conflict do nothing`.execute(trx)
  await trx.deleteFrom('notification_group_mutes').where('group_key', '=', before).execute()
}

/** Nobody follows themselves, also when the other account was followed by this one. */
async function absorbFollows(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    insert into person_follows (user_id, person_id, followed_at)
    select ${into}, person_id, followed_at from person_follows where user_id = ${from} and person_id <> ${into}
    union all
    select user_id, ${into}, followed_at from person_follows where person_id = ${from} and user_id <> ${into}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into item_follows (user_id, item_id, followed_at)
    select ${into}, item_id, followed_at from item_follows where user_id = ${from}
    on conflict do nothing`.execute(trx)
}

/** Nobody blocks themselves, also when the other account was blocked by this one. */
async function absorbBlocks(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    insert into person_blocks (user_id, blocked_id, blocked_at)
    select ${into}, blocked_id, blocked_at from person_blocks where user_id = ${from} and blocked_id <> ${into}
    union all
    select user_id, ${into}, blocked_at from person_blocks where blocked_id = ${from} and user_id <> ${into}
    on conflict do nothing`.execute(trx)
}

/** As a block does when it is set: of one account a person may have blocked whom they followed with the other. */
async function endFollowingOfBlocked(trx: Trx, userId: string): Promise<void> {
  await sql`
    delete from person_follows f using person_blocks b
    where ${userId} in (f.user_id, f.person_id)
      and ((b.user_id, b.blocked_id) = (f.user_id, f.person_id)
        or (b.user_id, b.blocked_id) = (f.person_id, f.user_id) and f.followed_at <= b.blocked_at)`.execute(trx)
}

/** Browsers of the account hear of nothing more. */
async function eraseListener(trx: Trx, userId: string): Promise<void> {
  for (const table of [...tables, 'push_subscriptions'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await trx.deleteFrom('person_follows').where('person_id', '=', userId).execute()
  await trx.deleteFrom('person_blocks').where('blocked_id', '=', userId).execute()
  // what others were told stays, without the name
  await sql`
    update notifications set caused_by = null,
      payload = payload || case when payload ? 'name' then '{"name": ""}'::jsonb else '{}' end
    where caused_by = ${userId}`.execute(trx)
  await trx.deleteFrom('notification_group_mutes').where('group_key', '=', newOfPersonGroup(userId)).execute()
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
  const mutedGroups = await db
    .selectFrom('notification_group_mutes')
    .select(['kind', 'item_id as itemId', 'payload', 'muted_at as mutedAt'])
    .where('user_id', '=', userId)
    .orderBy('muted_at')
    .execute()
  const people = await db
    .selectFrom('person_follows')
    .select(['person_id as personId', 'followed_at as followedAt'])
    .where('user_id', '=', userId)
    .orderBy('followed_at')
    .execute()
  const paths = await db
    .selectFrom('item_follows')
    .select(['item_id as itemId', 'followed_at as followedAt'])
    .where('user_id', '=', userId)
    .orderBy('followed_at')
    .execute()
  const blocked = await db
    .selectFrom('person_blocks')
    .select(['blocked_id as personId', 'blocked_at as blockedAt'])
    .where('user_id', '=', userId)
    .orderBy('blocked_at')
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
    mutedNotificationGroups: mutedGroups,
    followedPeople: people,
    followedPaths: paths,
    blockedPeople: blocked,
    notifiedBrowsers: browsers,
  }
}
