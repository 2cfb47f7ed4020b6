import { mayManageVideo } from '@lantern/contract/media/video-rules.ts'
import { mayAccess, type Viewer } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'

/** How a viewer meets a video in one part of the site: where they may read, only where they may not, or not at all. */
export type Shown = 'open' | 'closed' | 'nowhere'

/** One part of the site that shows videos. Those above this domain hand theirs in when the application is built. */
export type VideoPlace = (db: Db, viewer: Viewer, videoId: string) => Promise<Shown>

/** Everything above this domain that says who meets which video where. */
export interface VideoPlaces {
  shown: readonly VideoPlace[]
  /** Whether the video stands in a draft that this viewer works on. */
  isInOwnDraft(db: Db, viewer: Viewer, videoId: string): Promise<boolean>
}

const videoColumns = [
  'id',
  'owner_id',
  'title',
  'state',
  'is_private',
  'edition',
  'duration',
  'width',
  'height',
  'heights',
  'poster_image_id',
] as const

export async function findVideo(db: Db, id: string) {
  const row = await db.selectFrom('videos').select(videoColumns).where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse('not_found')
  return row
}

export type VideoRow = Awaited<ReturnType<typeof findVideo>>

export type Watching = 'may' | 'sign_in' | 'not_found'

/**
 * The one rule for videos, for their data and for every file of them. Owners watch theirs. A video that the site shows is
 * for viewers who may read one place where it is shown: admins of all content may read all but that of an
 * organisation. A private one needs a signed-in viewer; one that is shown nowhere yet is for the makers of
 * the item it will be shown in.
 */
export async function mayWatch(
  { db }: Pick<Services, 'db'>,
  places: VideoPlaces,
  viewer: Viewer,
  video: Pick<VideoRow, 'id' | 'owner_id' | 'is_private'>,
): Promise<Watching> {
  if (viewer.kind === 'user' && viewer.id === video.owner_id) return 'may'
  let found: Shown = 'nowhere'
  for (const place of places.shown) {
    const shown = await place(db, viewer, video.id)
    if (shown !== 'nowhere') found = shown
    if (shown === 'open') break
  }
  if (found === 'closed') return 'not_found'
  if (mayManageVideo(viewer, video.owner_id)) return 'may'
  if (found === 'nowhere' && !(await seesDrafts(db, places, viewer, video.id))) return 'not_found'
  return video.is_private && viewer.kind === 'guest' ? 'sign_in' : 'may'
}

/** Pages of editors are the work of all of them. */
async function seesDrafts(db: Db, places: VideoPlaces, viewer: Viewer, videoId: string): Promise<boolean> {
  return mayAccess(viewer, 'adminOrEditor') || places.isInOwnDraft(db, viewer, videoId)
}

export async function requireWatchable(
  services: Pick<Services, 'db'>,
  places: VideoPlaces,
  viewer: Viewer,
  id: string,
): Promise<VideoRow> {
  const video = await findVideo(services.db, id)
  const watching = await mayWatch(services, places, viewer, video)
  if (watching !== 'may') throw refuse(watching === 'sign_in' ? 'login_required' : 'not_found')
  return video
}
