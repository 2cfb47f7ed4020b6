import { isWorthKeeping } from '@lantern/contract/media/video-rules.ts'
import type { WatchPosition } from '@lantern/contract/media/videos.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { readMoment } from '#kit/site-time.ts'
import type { Db } from '#kit/sql.ts'
import { requireWatchable, type VideoPlaces } from './may-watch.ts'

interface PositionRow {
  position: number
  rate: number
  at: Date
  ended: boolean
}

/** The viewer's position; null when they never began. */
export async function readWatched(db: Db, viewer: Viewer, videoId: string): Promise<WatchPosition | null> {
  if (viewer.kind === 'guest') return null
  const row = await db
    .selectFrom('watch_positions')
    .select(['position', 'rate', 'at', 'ended'])
    .where('user_id', '=', viewer.id)
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return row ? watchedOf(row) : null
}

function watchedOf({ position, rate, at, ended }: PositionRow): WatchPosition {
  return { position, rate, at: at.toISOString(), ...(ended && { ended }) }
}

/**
 * Keeps the viewer's position. The newest moment counts, from any device and in any order; a clock that
 * runs ahead counts as now, or it would win for ever. Nobody is brought back to the beginning: the first moments and
 * the last change nothing.
 */
export async function keepPosition(
  { db, clock }: Services,
  places: VideoPlaces,
  viewer: SignedIn,
  id: string,
  told: WatchPosition,
): Promise<{ watched: WatchPosition | null }> {
  const moment = readMoment(told.at)
  if (!moment) throw refuse('bad_request', { details: [{ field: 'at', message: 'media.time_unreadable' }] })
  const { duration } = await requireWatchable({ db }, places, viewer, id)
  const ended = told.ended === true
  if (!ended && !isWorthKeeping(told.position, duration)) return { watched: await readWatched(db, viewer, id) }
  const at = new Date(Math.min(moment.getTime(), clock.now().getTime()))
  await sql`
    insert into watch_positions as w (user_id, video_id, position, rate, at, ended)
    values (${viewer.id}, ${id}, ${ended ? 0 : told.position}, ${told.rate}, ${at}, ${ended})
    on conflict (user_id, video_id) do update
      set position = excluded.position, rate = excluded.rate, at = excluded.at, ended = excluded.ended
      where w.at <= excluded.at`.execute(db)
  return { watched: await readWatched(db, viewer, id) }
}

/** Counts a play once for each person and video. Guests have no name to count under. */
export async function countPlayOnce(
  services: Services,
  places: VideoPlaces,
  viewer: Viewer,
  id: string,
): Promise<{ counted: boolean }> {
  await requireWatchable(services, places, viewer, id)
  if (viewer.kind === 'guest') return { counted: false }
  const { rows } = await sql`
    with played as (
      insert into video_plays (user_id, video_id, played_at) values (${viewer.id}, ${id}, ${services.clock.now()})
      on conflict do nothing returning video_id
    )
    update videos v set play_count = v.play_count + 1 from played where v.id = played.video_id
    returning v.id`.execute(services.db)
  return { counted: rows.length > 0 }
}
