import { avatarMaxBytes, avatarSide, avatarTypes } from '@lantern/contract/identity/account-rules.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import { imageUrl } from '@lantern/contract/media/image-url.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { askForReview, countUse, pictureReviewOf } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { openSharp } from '#kit/sharp.ts'
import { inTransaction } from '#kit/sql.ts'
import { imageLimits, storeImage } from '#media/index.ts'

const picturesPerDay = 30

/**
 * Takes a new profile picture: decoded, cut to a square and written anew, so that nothing but the picture is kept of
 * what came (no place where it was taken, no second file behind it). Others see it once its review says so.
 */
export async function updateAvatar(services: Services, viewer: SignedIn, dataUrl: string) {
  const { db, clock, log, events } = services
  const now = clock.now()
  await countUse(db, { key: `avatar:${viewer.id}`, windowSeconds: 86_400, most: picturesPerDay }, now)
  const picture = await squareOf(bytesOf(dataUrl))
  let status: 'approved' | 'rejected' | 'needAdmin'
  try {
    status = await pictureReviewOf(services).review(picture)
  } catch (err) {
    log.warn({ err }, 'a profile picture could not be reviewed')
    return { avatar: await currentAvatar(db, viewer.id), status: 'requestFailed' as const }
  }
  if (status !== 'rejected') {
    const { id } = await storeImage(services, picture)
    const avatar = imageUrl(id, 200, 'webp')
    await inTransaction(db, async (trx) => {
      if (status === 'needAdmin') await askForReview(trx, viewer.id, { avatar }, now)
      else await trx.updateTable('users').set({ avatar }).where('id', '=', viewer.id).execute()
      await events.emit(trx, accountChanged, { userId: viewer.id })
    })
  }
  return { avatar: await currentAvatar(db, viewer.id), status }
}

function bytesOf(dataUrl: string): Buffer {
  const [, type = '', base64 = ''] = /^data:([a-z]+\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? []
  if (!avatarTypes.some((offered) => offered === type)) throw refuse('unsupported_type')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.byteLength > avatarMaxBytes) throw refuse('too_large')
  return bytes
}

async function squareOf(bytes: Buffer): Promise<Buffer> {
  const sharp = await openSharp()
  try {
    const options = { limitInputPixels: imageLimits.pixels, failOn: 'error' } as const
    const { format } = await sharp(bytes, options).metadata()
    // a drawing is a program: it may not come in under a photograph's name
    if (!['jpeg', 'png', 'webp', 'heif', 'gif'].includes(format)) throw refuse('unsupported_type')
    return await sharp(bytes, options)
      .autoOrient()
      .resize(avatarSide, avatarSide, { fit: 'cover', position: 'attention' })
      .webp({ quality: 86 })
      .toBuffer()
  } catch (cause) {
    throw refuse('unsupported_type', { cause })
  }
}

async function currentAvatar(db: Services['db'], userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('avatar').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.avatar
}
