import { newId } from '@lantern/contract/ids.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { ProgramMissing, runProgram } from './ffmpeg.ts'
import { makeVideoJob } from './make-video.ts'
import { deleteEditions } from './video-files.ts'

export interface UploadedVideo {
  attachmentId: string
  ownerId: string
  name: string
  storageKey: string
}

/** An uploaded file is whole: from now on it is on its way to become a video. Answers the video's id. */
export async function startVideo(
  trx: Trx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  upload: UploadedVideo,
): Promise<string> {
  const now = clock.now()
  const id = newId('video', now.getTime())
  await trx
    .insertInto('videos')
    .values({
      id,
      owner_id: upload.ownerId,
      title: upload.name.replace(/\.[\w]{1,5}$/, '').slice(0, 255) || upload.name,
      source_key: upload.storageKey,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await trx.updateTable('attachments').set({ video_id: id }).where('id', '=', upload.attachmentId).execute()
  await jobs.send(trx, makeVideoJob, { id }, { key: id })
  return id
}

/**
 * Takes up every video that nobody works on: for the start of a worker, after a crash, or when ffmpeg has come. A video
 * that another worker has is left to it, and one that waits in the queue already is not put there again.
 */
export async function resumeVideos(services: Services): Promise<void> {
  const { db, jobs, clock, log, config } = services
  const waiting = await db
    .selectFrom('videos')
    .select('id')
    .where('state', '=', 'processing')
    .where((where) => where.or([where('worked_until', 'is', null), where('worked_until', '<', clock.now())]))
    .orderBy('created_at')
    .execute()
  const missing = await missingProgram(config.video)
  if (missing) {
    const words =
      'Videos wait until ffmpeg is installed (Debian: apt-get install ffmpeg) or FFMPEG_PATH and FFPROBE_PATH'
    log.warn(`${missing} is not there. ${words} say where it is; ${waiting.length} wait.`)
    return
  }
  for (const { id } of waiting) await jobs.send(db, makeVideoJob, { id }, { key: id })
}

/** The name of the program that is not there. */
async function missingProgram({ ffmpeg, ffprobe }: Services['config']['video']): Promise<string | null> {
  for (const program of [ffmpeg, ffprobe]) {
    try {
      await runProgram(program, ['-version'], { silentMs: 20_000, longestMs: 20_000 })
    } catch (error) {
      if (error instanceof ProgramMissing) return program
    }
  }
  return null
}

/** Its captions, positions and plays go with it; its source belongs to the upload. */
export async function deleteVideo(services: Pick<Services, 'db' | 'storage'>, id: string): Promise<void> {
  await services.db.deleteFrom('videos').where('id', '=', id).execute()
  await deleteEditions(services, id, [])
}
