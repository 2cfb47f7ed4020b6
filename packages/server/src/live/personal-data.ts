import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const remindedPersonalData = {
  holds: ['live_reminders.user_id'],
  read: reminderData,
  erase: eraseReminders,
  merge: absorbReminders,
} satisfies PersonalData

/** Gives the reminders that one account asked for to another. */
async function absorbReminders(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    insert into live_reminders (user_id, item_id, asked_at, told_of)
    select ${into}, item_id, asked_at, told_of from live_reminders where user_id = ${from}
    on conflict do nothing`.execute(trx)
  await eraseReminders(trx, from)
}

async function eraseReminders(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('live_reminders').where('user_id', '=', userId).execute()
}

/** Which live sessions a person asked to be reminded of. */
async function reminderData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ entry: unknown }>`
    select jsonb_build_object('itemId', r.item_id, 'title', i.title, 'askedAt', r.asked_at) as entry
    from live_reminders r join items i on i.id = r.item_id
    where r.user_id = ${userId} order by r.asked_at, r.item_id`.execute(db)
  return { liveReminders: rows.map(({ entry }) => entry) }
}
