import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mayManageVideo } from '@lantern/contract/media/video-rules.ts'
import type { MakersVideo } from '@lantern/contract/media/videos.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { type AsideWork, runAside, TooMuch } from '#kit/aside.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { storeImage } from '../images.ts'
import { readPictures } from '../pictures.ts'
import { ProgramMissing, ProgramStopped, runProgram } from './ffmpeg.ts'
import { makeVideoJob } from './make-video.ts'
import { requireWatchable, type VideoPlaces } from './may-watch.ts'
import type { ReadCaptions } from './read-captions.ts'
import { posterArgs } from './renditions.ts'
import { readSubtitles, stateOf } from './shown-video.ts'

/** The video, for a viewer who may change it; for one who may not even watch it, it does not exist. */
async function requireMade(services: Pick<Services, 'db'>, places: VideoPlaces, viewer: SignedIn, id: string) {
  const video = await requireWatchable(services, places, viewer, id)
  if (!mayManageVideo(viewer, video.owner_id)) throw refuse('forbidden')
  return video
}

export async function readMakersVideo(
  services: Services,
  places: VideoPlaces,
  viewer: SignedIn,
  id: string,
): Promise<{ video: MakersVideo }> {
  const { db } = services
  const video = await requireMade(services, places, viewer, id)
  const { progress, fault, play_count } = await db
    .selectFrom('videos')
    .select(['progress', 'fault', 'play_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const counts = await db
    .selectFrom('video_captions')
    .select(['language', sql<number>`regexp_count(vtt, ' --> ')`.as('cues')])
    .where('video_id', '=', id)
    .execute()
  const { image } = await readPictures(db, video.poster_image_id)
  return {
    video: {
      id,
      title: video.title,
      state: stateOf(video),
      progress,
      fault,
      isPrivate: video.is_private,
      duration: video.duration,
      width: video.width,
      height: video.height,
      heights: video.heights,
      poster: image,
      captions: (await readSubtitles(db, id)).map((subtitle) => ({
        ...subtitle,
        cues: counts.find(({ language }) => language === subtitle.language)?.cues ?? 0,
      })),
      playCount: play_count,
    },
  }
}

export interface VideoChange {
  title?: string
  isPrivate?: boolean
  posterSecond?: number
  posterImageId?: string
  defaultCaption?: string | null
}

export async function changeVideo(
  services: Services,
  places: VideoPlaces,
  viewer: SignedIn,
  id: string,
  change: VideoChange,
) {
  const { db, clock } = services
  const video = await requireMade(services, places, viewer, id)
  const posterId = await chosenPoster(services, video, change)
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('videos')
      .set({
        updated_at: clock.now(),
        ...(change.title !== undefined && { title: change.title }),
        ...(change.isPrivate !== undefined && { is_private: change.isPrivate }),
        ...(posterId !== undefined && { poster_image_id: posterId }),
      })
      .where('id', '=', id)
      .execute()
    if (change.defaultCaption === undefined) return
    await trx
      .updateTable('video_captions')
      .set({ is_default: sql`language = coalesce(${change.defaultCaption}, '')` })
      .where('video_id', '=', id)
      .execute()
  })
  return readMakersVideo(services, places, viewer, id)
}

async function chosenPoster(
  services: Services,
  video: { id: string; duration: number | null },
  { posterImageId, posterSecond }: VideoChange,
): Promise<string | undefined> {
  if (posterImageId !== undefined) {
    const image = await services.db.selectFrom('images').select('id').where('id', '=', posterImageId).executeTakeFirst()
    if (!image) throw refuse('not_found')
    return image.id
  }
  if (posterSecond === undefined) return undefined
  const { source_key } = await services.db
    .selectFrom('videos')
    .select('source_key')
    .where('id', '=', video.id)
    .executeTakeFirstOrThrow()
  const second = Math.min(posterSecond, Math.max(0, (video.duration ?? 0) - 0.1))
  const bytes = await services.storage.withFile(source_key, (path) => pictureAt(services, path, second))
  if (!bytes) throw refuse('not_found')
  return (await storeImage(services, bytes)).id
}

async function pictureAt({ config }: Services, path: string, second: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-poster-'))
  try {
    const out = join(folder, 'poster.png')
    await runProgram(config.video.ffmpeg, posterArgs(path, second, out), { silentMs: 20_000, longestMs: 25_000 })
    return await readFile(out)
  } catch (cause) {
    // the program did not run to its end: nothing is known of the file
    if (cause instanceof ProgramMissing || cause instanceof ProgramStopped) throw refuse('unavailable', { cause })
    throw refuse('upload_invalid_file', { cause })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A video that failed is tried again, as after a program was mended or a setting changed. */
export async function retryVideo(services: Services, places: VideoPlaces, viewer: SignedIn, id: string) {
  await requireMade(services, places, viewer, id)
  const { db, clock, jobs } = services
  await inTransaction(db, async (trx) => {
    const again = await trx
      .updateTable('videos')
      .set({ state: 'processing', fault: null, progress: 0, attempts: 0, worked_until: null, updated_at: clock.now() })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .returning('id')
      .executeTakeFirst()
    if (again) await jobs.send(trx, makeVideoJob, { id }, { key: id })
  })
  return readMakersVideo(services, places, viewer, id)
}

const readCaptions: AsideWork = { file: new URL('./read-captions.ts', import.meta.url), name: 'captions' }

/** The largest file takes some tenths of a second. */
const captionsDeadlineMs = 10_000

export async function saveCaptions(
  services: Services,
  places: VideoPlaces,
  viewer: SignedIn,
  id: string,
  { language, text, isDefault }: { language: string; text: string; isDefault?: boolean },
): Promise<{ video: MakersVideo; skipped: number }> {
  await requireMade(services, places, viewer, id)
  const options = { deadlineMs: captionsDeadlineMs, forWhom: viewer.id }
  const read = await runAside<ReadCaptions>(readCaptions, text, options).catch((cause: unknown): ReadCaptions => {
    if (cause instanceof TooMuch) return { fault: 'captions_too_large' }
    throw cause
  })
  if ('fault' in read) {
    throw refuse('bad_request', { details: [{ field: 'text', message: `media.${read.fault}` }] })
  }
  const { db, clock } = services
  await inTransaction(db, async (trx) => {
    // two files at once must not both become the default
    await sql`select from videos where id = ${id} for no key update`.execute(trx)
    if (isDefault) {
      await trx.updateTable('video_captions').set({ is_default: false }).where('video_id', '=', id).execute()
    }
    await sql`
      insert into video_captions as c (video_id, language, is_default, vtt, updated_at)
      values (${id}, ${language}, ${isDefault ?? false}, ${read.vtt}, ${clock.now()})
      on conflict (video_id, language) do update
        set vtt = excluded.vtt, updated_at = greatest(excluded.updated_at, c.updated_at + interval '1 ms'),
          is_default = ${isDefault === undefined ? sql`c.is_default` : sql`excluded.is_default`}`.execute(trx)
  })
  return { ...(await readMakersVideo(services, places, viewer, id)), skipped: read.skipped }
}

export async function deleteCaptions(
  services: Services,
  places: VideoPlaces,
  viewer: SignedIn,
  id: string,
  language: string,
) {
  await requireMade(services, places, viewer, id)
  await services.db.deleteFrom('video_captions').where('video_id', '=', id).where('language', '=', language).execute()
  return readMakersVideo(services, places, viewer, id)
}
