import { imageFolder } from '@lantern/contract/media/image-url.ts'
import { sql } from 'kysely'
import { requireFilesMayGo } from '#kit/files-stay.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { deleteImage } from '#media/index.ts'
import { usesOf } from './attachment-uses.ts'

const forgettingJob = 'media.forget_picture'

/** A picture is kept once for everybody who uploaded the same; it goes when the last of them lets it go. */
export function forgetPictures(services: Services): void {
  services.jobs.define(forgettingJob, async (batch) => {
    await requireFilesMayGo(services.db)
    for (const { id } of batch) {
      if (typeof id === 'string' && !(await isNeeded(services.db, id))) await deleteImage(services, id)
    }
  })
}

/** For a transaction in which an upload goes. */
export async function letGoOfPicture(jobs: Services['jobs'], trx: Trx, imageId: string | null): Promise<void> {
  if (imageId !== null) await jobs.send(trx, forgettingJob, { id: imageId })
}

async function isNeeded(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (select from attachments where image_id = ${id})
      or exists (select from videos where poster_image_id = ${id})
      or exists (select from users where ${showsPicture(id)})
      or exists (select from profile_reviews where ${showsPicture(id)}) as needed`.execute(db)
  return rows[0]?.needed === true || (await usesOf(db, { id, image_id: null, video_id: null })).length > 0
}

/** An avatar in any size of the picture: a range of the index `users_avatar`, whose end is the character after `/`. */
function showsPicture(id: string) {
  const folder = imageFolder(id)
  return sql`avatar collate "C" >= ${`${folder}/`} and avatar collate "C" < ${`${folder}0`}`
}
