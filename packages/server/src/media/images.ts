import { createHash } from 'node:crypto'
import { newId } from '@lantern/contract/ids.ts'
import {
  imageFormats,
  imageWidths,
  type OriginalExtension,
  originalTypes,
  type Picture,
} from '@lantern/contract/media/image-url.ts'
import { sql } from 'kysely'
import type { Metadata } from 'sharp'
import type { Services } from '#kit/services.ts'
import { openSharp } from '#kit/sharp.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { beginsAsSvg, sanitizeSvg } from './svg.ts'
import { forgettingJob } from './video/video-files.ts'

export const imageLimits = { bytes: 20 * 1024 * 1024, pixels: 60_000_000, side: 16_000 } as const

export type ImageFault = 'too_large' | 'too_many_pixels' | 'not_an_image' | 'damaged'

/** The bytes cannot be kept as a picture. */
export class ImageRefusal extends Error {
  readonly fault: ImageFault

  constructor(fault: ImageFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

/** Keeps a picture, its type told by its bytes, and answers with the one already kept when the bytes are known. */
export async function storeImage(
  { db, storage, clock }: Pick<Services, 'db' | 'storage' | 'clock'>,
  bytes: Uint8Array,
): Promise<Picture> {
  if (bytes.byteLength > imageLimits.bytes) throw new ImageRefusal('too_large')
  if (bytes.byteLength === 0) throw new ImageRefusal('not_an_image')
  const { original, ...facts } = await readImage(bytes)
  const sha256 = createHash('sha256').update(original).digest()
  const known = await findByHash(db, sha256)
  if (known) return known
  return inTransaction(db, async (trx) => {
    await lockFiles(trx, sha256)
    const stored = await findByHash(trx, sha256)
    if (stored) return stored
    await storage.put(imageKey(sha256), original, originalTypes[facts.extension])
    const { extension, ...shape } = facts
    const image = { id: newId('image', clock.now().getTime()), content_type: originalTypes[extension], ...shape }
    await trx
      .insertInto('images')
      .values({ ...image, sha256, byte_size: original.byteLength, created_at: clock.now() })
      .execute()
    return { ...image, extension }
  })
}

/**
 * Removes a picture; its files go by a job, with every size that was made of it. That nothing shows it any more was asked
 * before.
 */
export async function deleteImage({ db, jobs }: Pick<Services, 'db' | 'jobs'>, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const image = await trx.deleteFrom('images').where('id', '=', id).returning('sha256').executeTakeFirst()
    if (image) await jobs.send(trx, forgettingJob, { picture: image.sha256.toString('hex') })
  })
}

/** Deletes the files of a picture, unless the same picture was stored again meanwhile. */
export async function deleteImageFiles({ db, storage }: Pick<Services, 'db' | 'storage'>, sha256: Buffer) {
  await inTransaction(db, async (trx) => {
    await lockFiles(trx, sha256)
    if (await findByHash(trx, sha256)) return
    await storage.delete(imageKey(sha256))
    await storage.delete(imageKey(sha256, packedDrawing))
    for (const width of imageWidths) {
      for (const format of imageFormats) await storage.delete(imageKey(sha256, `${width}.${format}`))
    }
  })
}

/** Who writes or deletes the files of a picture holds it until the row says the same. */
async function lockFiles(trx: Trx, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`picture:${sha256.toString('hex')}`}, 0))`.execute(trx)
}

/** What is kept of a drawing beside it, for browsers that unpack: a fifth of its bytes. */
export const packedDrawing = 'gz'

/** Files are named by what is in them: storing twice writes the same file twice. */
export function imageKey(sha256: Buffer, size?: string): string {
  const name = sha256.toString('hex')
  return `images/${name.slice(0, 2)}/${name}${size ? `.${size}` : ''}`
}

async function findByHash(db: Db | Trx, sha256: Buffer): Promise<Picture | null> {
  const row = await db
    .selectFrom('images')
    .select(['id', 'content_type', 'width', 'height', 'animated'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row ? { ...row, extension: extensionOf(row.content_type) } : null
}

export function extensionOf(contentType: string): OriginalExtension {
  for (const [extension, type] of Object.entries(originalTypes)) {
    if (type === contentType) return extension as OriginalExtension
  }
  throw new Error(`An image of type ${contentType} was stored`)
}

interface ImageFacts {
  original: Uint8Array
  extension: OriginalExtension
  width: number
  height: number
  animated: boolean
}

async function readImage(bytes: Uint8Array): Promise<ImageFacts> {
  const original = isSvg(bytes) ? cleanSvg(bytes) : bytes
  // 20 MiB, loaded with the first picture: here and wherever else pictures are worked on
  const sharp = await openSharp()
  const metadata = await sharp(original, { limitInputPixels: imageLimits.pixels })
    .metadata()
    .catch((cause: unknown) => {
      const tooMany = cause instanceof Error && /pixel limit/i.test(cause.message)
      throw new ImageRefusal(tooMany ? 'too_many_pixels' : 'not_an_image', { cause })
    })
  const extension = formatOf(metadata)
  // a drawing in a disguise, which nobody has cleaned
  if (extension === 'svg' && original === bytes) throw new ImageRefusal('not_an_image')
  const { width, height } = metadata.autoOrient
  if (Math.max(width, height) > imageLimits.side || width * height > imageLimits.pixels) {
    throw new ImageRefusal('too_many_pixels')
  }
  // a header alone says nothing about the rest of the file
  await sharp(original, { limitInputPixels: imageLimits.pixels, failOn: 'error' })
    .resize(8)
    .raw()
    .toBuffer()
    .catch((cause: unknown) => {
      throw new ImageRefusal('damaged', { cause })
    })
  return { original, extension, width, height, animated: (metadata.pages ?? 1) > 1 }
}

function isSvg(bytes: Uint8Array): boolean {
  return beginsAsSvg(Buffer.from(bytes.subarray(0, 4096)).toString('utf8'))
}

function cleanSvg(bytes: Uint8Array): Uint8Array {
  const clean = sanitizeSvg(Buffer.from(bytes).toString('utf8'))
  if (clean === null) throw new ImageRefusal('damaged')
  return Buffer.from(clean)
}

function formatOf({ format, compression }: Metadata): OriginalExtension {
  if (format === 'jpeg') return 'jpg'
  if (format === 'heif' && compression === 'av1') return 'avif'
  if (format === 'png' || format === 'webp' || format === 'gif' || format === 'svg') return format
  throw new ImageRefusal('not_an_image')
}
