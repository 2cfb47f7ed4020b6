import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const engagementPersonalData = {
  holds: ['engagement_events.user_id', 'time_spent.user_id'],
  read: engagementData,
  erase: eraseEngagement,
  merge: absorbEngagement,
} satisfies PersonalData

/** A person's analytics events, for the export of their data. */
async function engagementData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows: events } = await sql<{ entry: unknown }>`
    select jsonb_build_object('type', type, 'eventType', event_type, 'data', data, 'at', at) as entry
    from engagement_events where user_id = ${userId} order by id`.execute(db)
  const { rows: times } = await sql<{ entry: unknown }>`
    select jsonb_build_object('itemId', i.id, 'title', i.title, 'step', s.title, 'seconds', t.seconds,
      'lastAt', t.updated_at) as entry
    from time_spent t join items i on i.id = t.item_id left join sections s on s.id = t.section_id
    where t.user_id = ${userId} order by t.updated_at, i.id, t.section_id`.execute(db)
  return { engagement: events.map(({ entry }) => entry), timeSpent: times.map(({ entry }) => entry) }
}

/** Counts stay, without the person; times spent are deleted. */
async function eraseEngagement(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('engagement_events').set({ user_id: null }).where('user_id', '=', userId).execute()
  await trx.deleteFrom('time_spent').where('user_id', '=', userId).execute()
}

/** Merging accounts adds up their times. */
async function absorbEngagement(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('engagement_events').set({ user_id: into }).where('user_id', '=', from).execute()
  await sql`
    with gone as (delete from time_spent where user_id = ${from} returning *)
    insert into time_spent (user_id, item_id, section_id, seconds, updated_at)
    select ${into}, item_id, section_id, seconds, updated_at from gone order by item_id, section_id
    on conflict (user_id, item_id, section_id) do update
      set seconds = time_spent.seconds + excluded.seconds,
        updated_at = greatest(time_spent.updated_at, excluded.updated_at)`.execute(trx)
}
