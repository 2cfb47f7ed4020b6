import type { Picture } from '@lantern/contract/media/image-url.ts'
import { mayAccess, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'
import { picturesById } from '#media/index.ts'
import { imageIdsIn } from './message-html.ts'
import { readStanding } from './moderation/standing.ts'

/** The pictures that a text names and its writer has uploaded. Those of others become links. */
export async function ownPicturesIn(db: Db | Trx, content: string, writerId: string): Promise<Map<string, Picture>> {
  const named = [...imageIdsIn(content)]
  if (named.length === 0) return new Map()
  const { rows } = await sql<{ image_id: string }>`
    select distinct image_id from attachments
    where owner_id = ${writerId} and image_id = any(${named}::text[])`.execute(db)
  return picturesById(db, new Set(rows.map(({ image_id }) => image_id)))
}

/** Pictures are shown for people whom the community knows: a limit of new members, which ends by itself. */
export async function mayShowPictures(
  db: Db | Trx,
  viewer: SignedIn,
  { isMaker, now }: { isMaker: boolean; now: Date },
): Promise<boolean> {
  return isMaker || mayAccess(viewer, 'moderator') || (await readStanding(db, viewer.id, now)) !== 'new'
}
