import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const viewerPersonalData = {
  holds: ['videos.owner_id', 'video_plays.user_id', 'watch_positions.user_id'],
  read: async (db, userId) => ({ watchedVideos: await viewerData(db, userId) }),
  erase: eraseViewer,
  merge: absorbViewer,
} satisfies PersonalData

/** Gives where one viewer was, what they played and the videos they uploaded to another; the newer position counts. */
async function absorbViewer(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    insert into watch_positions as w (user_id, video_id, position, rate, at, ended)
    select ${into}, video_id, position, rate, at, ended from watch_positions where user_id = ${from}
    on conflict (user_id, video_id) do update
      set position = excluded.position, rate = excluded.rate, at = excluded.at, ended = excluded.ended
      where w.at < excluded.at`.execute(trx)
  await sql`
    with moved as (
      insert into video_plays as p (user_id, video_id, played_at)
      select ${into}, video_id, played_at from video_plays where user_id = ${from} order by video_id
      on conflict (user_id, video_id) do update set played_at = least(p.played_at, excluded.played_at)
      returning p.video_id, p.xmax <> 0 as had
    )
    update videos v set play_count = greatest(0, v.play_count - 1)
    from moved where v.id = moved.video_id and moved.had`.execute(trx)
  for (const table of ['watch_positions', 'video_plays'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', from).execute()
  }
  await trx.updateTable('videos').set({ owner_id: into }).where('owner_id', '=', from).execute()
}

/** Deletes a person's watch history, and takes it out of the counts. */
async function eraseViewer(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('watch_positions').where('user_id', '=', userId).execute()
  await sql`
    with gone as (delete from video_plays where user_id = ${userId} returning video_id)
    update videos v set play_count = greatest(0, v.play_count - 1) from gone where v.id = gone.video_id`.execute(trx)
}

/** A person's watch history, for the export of their data. */
async function viewerData(db: Db, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ entry: unknown }>`
    select jsonb_build_object('videoId', v.id, 'title', v.title, 'position', w.position, 'speed', w.rate, 'at', w.at,
      'watchedToTheEnd', coalesce(w.ended, false), 'firstPlayedAt', p.played_at) as entry
    from videos v
    left join watch_positions w on w.video_id = v.id and w.user_id = ${userId}
    left join video_plays p on p.video_id = v.id and p.user_id = ${userId}
    where w.user_id is not null or p.user_id is not null
    order by coalesce(w.at, p.played_at)`.execute(db)
  return rows.map(({ entry }) => entry)
}
