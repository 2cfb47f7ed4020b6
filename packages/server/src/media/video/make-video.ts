import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { VideoFault } from '@lantern/contract/media/video-rules.ts'
import { NotYet } from '#kit/jobs.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { makePrivateFolder } from '#kit/storage.ts'
import { storeImage } from '../images.ts'
import { ProgramFailed, ProgramMissing, ProgramStopped, runProgram } from './ffmpeg.ts'
import { probeVideo, type VideoFacts, VideoRefusal } from './probe.ts'
import {
  folderOf,
  hlsArgs,
  masterPlaylist,
  plainArgs,
  plainRendition,
  posterArgs,
  type Rendition,
  renditionsOf,
} from './renditions.ts'
import { deleteEditions, editionPrefix, forgettingJob, videoFileTypes } from './video-files.ts'
import { requireWhole, secondsWritten } from './written-pieces.ts'

export const makeVideoJob = 'media.make_video'

/** A program that gave up so often over one file will not come round. */
const mostAttempts = 5

/** The process that makes a video says so this often; after three times of silence another may take it over. */
const signMs = 3_000

/** The work of a queue: one video at a time in each process. */
export function makeVideos(services: Services): void {
  services.jobs.define(
    makeVideoJob,
    async (batch, closing) => {
      for (const { id } of batch) if (typeof id === 'string') await makeVideo(services, id, closing)
    },
    { isLong: true, isKeyed: true },
  )
}

/**
 * Makes of an uploaded file what a page plays. What is made lies in a folder of its own until all of it is there, then
 * the row is switched to it: a reader never meets half a video, and a process that is killed leaves nothing that
 * counts. Throws when the work has to be done again; what cannot be helped is written down as the video's fault.
 */
export async function makeVideo(services: Services, id: string, closing: AbortSignal): Promise<void> {
  const claimed = await claim(services, id)
  if (!claimed) return requireNobodyAtIt(services, id)
  const folder = join(services.config.dataDir, 'tmp', 'videos', `${id}-${randomBytes(4).toString('hex')}`)
  const stopped = new AbortController()
  const signal = AbortSignal.any([closing, stopped.signal])
  let sign = Promise.resolve()
  const watch = setInterval(() => {
    sign = giveSign(services, id).then(
      (isThere) => (isThere ? undefined : stopped.abort()),
      (error: unknown) => services.log.warn({ err: error, id }, 'a sign of a video in the making was lost'),
    )
  }, signMs)
  const endSigns = () => {
    clearInterval(watch)
    return sign
  }
  try {
    await makePrivateFolder(folder)
    const made = await services.storage.withFile(claimed.source_key, (path) => make(services, id, path, folder, signal))
    if (!made) throw new VideoRefusal('media.video_fault_source_gone')
    await publish(services, id, folder, made)
  } catch (error) {
    // a sign that arrives later would claim what is given back
    await endSigns()
    await giveBack(services, id, claimed.attempts, error)
  } finally {
    await endSigns()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Null when it is done, gone, or another worker has it. */
async function claim({ db, clock }: Services, id: string) {
  const now = clock.now()
  return db
    .updateTable('videos')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      progress: 0,
      worked_until: new Date(now.getTime() + 3 * signMs),
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .where((where) => where.or([where('worked_until', 'is', null), where('worked_until', '<', now)]))
    .returning(['source_key', 'attempts'])
    .executeTakeFirst()
}

/** The process that makes the video may have been killed a moment ago: the job counts as done only when the video is. */
async function requireNobodyAtIt({ db }: Services, id: string): Promise<void> {
  const open = await db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .executeTakeFirst()
  if (open) throw new NotYet(`The video ${id} is being made by another process`)
}

/** False when nobody wants the video any more. */
async function giveSign({ db, clock }: Services, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('videos')
    .set({ worked_until: new Date(clock.now().getTime() + 3 * signMs) })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Made {
  facts: VideoFacts
  renditions: Rendition[]
  poster: string
}

async function make(
  services: Services,
  id: string,
  source: string,
  folder: string,
  signal: AbortSignal,
): Promise<Made> {
  const { ffmpeg, ffprobe, preset } = services.config.video
  const facts = await probeVideo(ffprobe, source, signal)
  const renditions = renditionsOf(facts)
  for (const rendition of renditions) await mkdir(join(folder, folderOf(rendition)), { recursive: true })
  const progress = progressWriter(services, id, facts.duration)
  const longestMs = Math.max(600_000, facts.duration * 60_000)
  const run = (args: string[], onLine: (line: string) => void) =>
    runProgram(ffmpeg, args, { signal, silentMs: 300_000, longestMs, onLine, cwd: folder })
  const heard = () => undefined
  await run(hlsArgs(source, facts, renditions, preset), progress.read)
  await requireLength(folder, renditions, facts)
  await run(plainArgs(plainRendition(renditions)), heard)
  await requireWhole(join(folder, 'video.mp4'))
  const poster = join(folder, 'poster.png')
  await run(posterArgs(source, posterSecond(facts.duration), poster), heard)
  // after the last picture there is none
  if (!existsSync(poster)) await run(posterArgs(source, 0, poster), heard)
  await writeFile(join(folder, 'master.m3u8'), masterPlaylist(renditions, facts.hasAudio))
  await progress.settled()
  return { facts, renditions, poster }
}

/** Late enough to show something, early enough to tell what it begins with. */
function posterSecond(duration: number): number {
  return Math.min(5, duration / 4)
}

/** Writes how far ffmpeg is, as it tells, when it is a whole percent further. */
function progressWriter({ db, log }: Services, id: string, duration: number) {
  let written = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    read(line: string) {
      const [, us] = /^out_time_us=(\d+)/.exec(line) ?? []
      // the rest is for what comes after the encoding
      const percent = Math.min(95, Math.floor((Number(us ?? 0) / 1e6 / duration) * 95))
      if (percent <= written) return
      written = percent
      last = db
        .updateTable('videos')
        .set({ progress: percent })
        .where('id', '=', id)
        .where('state', '=', 'processing')
        .execute()
        .catch((error: unknown) => log.warn({ err: error, id }, 'the progress of a video was not written'))
    },
    settled: () => last,
  }
}

/** A file that breaks off gives a shorter video than it promised, and no error. */
async function requireLength(folder: string, renditions: readonly Rendition[], facts: VideoFacts): Promise<void> {
  for (const rendition of renditions) {
    const seconds = await secondsWritten(join(folder, folderOf(rendition), 'index.m3u8'))
    if (seconds === 0) throw new VideoRefusal('media.video_fault_damaged')
    if (seconds < facts.duration * 0.9 - 2) throw new VideoRefusal('media.video_fault_cut_off')
  }
}

async function publish(services: Services, id: string, folder: string, made: Made): Promise<void> {
  const { db, storage, clock, jobs } = services
  const edition = randomBytes(6).toString('hex')
  const prefix = editionPrefix(id, edition)
  const image = await storeImage(services, await readFile(made.poster))
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const type = videoFileTypes[entry.name.split('.').at(-1) ?? '']
    if (!entry.isFile() || !type) continue
    await storage.putFile(`${prefix}${path.slice(folder.length + 1)}`, path, type)
  }
  const now = clock.now()
  const editionIn = async (at: Db | Trx) =>
    (await at.selectFrom('videos').select('edition').where('id', '=', id).executeTakeFirst())?.edition
  const { shown, before } = await inTransaction(db, async (trx) => {
    const before = await editionIn(trx)
    const { numUpdatedRows } = await trx
      .updateTable('videos')
      .set((row) => ({
        state: 'ready',
        progress: 100,
        fault: null,
        worked_until: null,
        edition,
        duration: made.facts.duration,
        width: made.facts.width,
        height: made.facts.height,
        heights: made.renditions.map(({ height }) => height),
        // a chosen picture stays
        poster_image_id: row.fn.coalesce('poster_image_id', row.val(image.id)),
        updated_at: now,
      }))
      .where('id', '=', id)
      .where('state', '=', 'processing')
      .executeTakeFirst()
    // another process has made the video meanwhile, or it was deleted
    if (numUpdatedRows === 0n) return { shown: await editionIn(trx), before }
    if (before) await jobs.send(trx, forgettingJob, { videoId: id, edition: before })
    return { shown: edition, before }
  })
  // all other editions were never shown: this one, or those of a process that was killed
  await deleteEditions(
    services,
    id,
    [shown, before].filter((kept) => typeof kept === 'string'),
  )
}

/** Says what became of it: failed for good, or to be tried again and why. */
async function giveBack(services: Services, id: string, attempts: number, error: unknown): Promise<void> {
  const { log } = services
  if (error instanceof VideoRefusal) {
    log.info({ id, fault: error.fault, err: error.cause }, 'an upload does not become a video')
    return settle(services, id, { state: 'failed', fault: error.fault })
  }
  if (error instanceof ProgramMissing) {
    // trying again at once would not bring it: the next start of a worker and the night do
    log.warn(error.message)
    return settle(services, id, { state: 'processing', fault: 'media.video_waits_program', attempts: 0 })
  }
  const isDiskFull =
    (error instanceof ProgramFailed && error.isDiskFull) ||
    (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
  const isOurs = error instanceof ProgramFailed && !isDiskFull
  if (isOurs && attempts >= mostAttempts) {
    log.error({ err: error, id }, 'a video could not be made')
    return settle(services, id, { state: 'failed', fault: 'media.video_fault_gave_up' })
  }
  // a program that was stopped says nothing about the file
  const stopped = error instanceof ProgramStopped || isDiskFull
  await settle(services, id, {
    state: 'processing',
    fault: isDiskFull ? 'media.video_waits_disk' : null,
    ...(stopped && { attempts: attempts - 1 }),
  })
  throw error
}

async function settle(
  { db, clock }: Services,
  id: string,
  outcome: { state: 'processing' | 'failed'; fault: VideoFault | null; attempts?: number },
): Promise<void> {
  await db
    .updateTable('videos')
    .set({ ...outcome, worked_until: null, updated_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .execute()
}
