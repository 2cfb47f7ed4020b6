import { promisify } from 'node:util'
import { gzip as packWithCallback } from 'node:zlib'
import {
  type ImageFormat,
  type ImageWidth,
  imageFormats,
  isImageWidth,
  originalTypes,
} from '@lantern/contract/media/image-url.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { openSharp } from '#kit/sharp.ts'
import { extensionOf, imageKey, imageLimits, packedDrawing } from './images.ts'

export interface ServedImage {
  bytes: Buffer
  contentType: string
  /** Drawings are text: they are kept packed too, and travel so to browsers that can unpack them. */
  packed: boolean
}

type ImageSize = { kind: 'original'; extension: string } | { kind: 'size'; width: ImageWidth; format: ImageFormat }

interface StoredImage {
  sha256: Buffer
  contentType: string
  animated: boolean
  width: number
  height: number
}

const pack = promisify(packWithCallback)
const inTheMaking = new Map<string, Promise<Buffer>>()
const knownImages = new Map<string, StoredImage>()
const mostKnown = 5_000
const mostAtOnce = 2
/** What pages scroll through at most; no browser shows more of one picture. */
const tallest = 16_000
const waiting: (() => void)[] = []
let running = 0

/** The original or one of the offered sizes; a size is made when it is first asked for and kept. */
export async function serveImage(
  services: Services,
  id: string,
  file: string,
  { gzip = false } = {},
): Promise<ServedImage> {
  const size = sizeOf(file)
  const image = size && (await findImage(services, id))
  if (!image) throw refuse('not_found')
  if (size.kind === 'original') {
    if (size.extension !== extensionOf(image.contentType)) throw refuse('not_found')
    const { contentType } = image
    if (!gzip || contentType !== originalTypes.svg) {
      return { bytes: await originalBytes(services, image), contentType, packed: false }
    }
    const make = async () => pack(await originalBytes(services, image), { level: 9 })
    return {
      bytes: await keptOrMade(services, imageKey(image.sha256, packedDrawing), contentType, make),
      contentType,
      packed: true,
    }
  }
  const key = imageKey(image.sha256, `${size.width}.${size.format}`)
  const contentType = originalTypes[size.format]
  return {
    bytes: await keptOrMade(services, key, contentType, () => resize(services, image, size)),
    contentType,
    packed: false,
  }
}

function sizeOf(file: string): ImageSize | null {
  const [, name = '', extension = ''] = /^(orig|\d{3,4})\.([a-z]{3,4})$/.exec(file) ?? []
  if (name === 'orig') return { kind: 'original', extension }
  const width = Number(name)
  const format = imageFormats.find((known) => known === extension)
  return format && isImageWidth(width) ? { kind: 'size', width, format } : null
}

async function findImage({ db }: Services, id: string): Promise<StoredImage | null> {
  const known = knownImages.get(id)
  if (known) return known
  const row = await db
    .selectFrom('images')
    .select(['sha256', 'content_type', 'animated', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { content_type: contentType, ...facts } = row
  const image = { ...facts, contentType }
  // an image never changes: forgetting all of them now and then is enough to stay small
  if (knownImages.size >= mostKnown) knownImages.clear()
  knownImages.set(id, image)
  return image
}

/** Ten visitors who ask for one new size at the same moment wait for the same work. */
async function keptOrMade(
  { storage }: Services,
  key: string,
  contentType: string,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const kept = await storage.get(key)
  if (kept) return kept
  const running = inTheMaking.get(key)
  if (running) return running
  const work = make()
    .then(async (bytes) => {
      await storage.put(key, bytes, contentType)
      return bytes
    })
    .finally(() => inTheMaking.delete(key))
  inTheMaking.set(key, work)
  return work
}

async function resize(
  services: Services,
  image: StoredImage,
  size: { width: ImageWidth; format: ImageFormat },
): Promise<Buffer> {
  const original = await originalBytes(services, image)
  const isDrawing = image.contentType === originalTypes.svg
  return inTurn(async () => {
    const sharp = await openSharp()
    const picture = sharp(original, {
      limitInputPixels: imageLimits.pixels,
      animated: image.animated && size.format === 'webp',
      ...(isDrawing && { density: densityFor(image, size.width) }),
    })
      .autoOrient()
      .resize({ width: size.width, height: tallest, fit: 'inside', withoutEnlargement: !isDrawing })
    return size.format === 'avif'
      ? picture.avif({ quality: 55, effort: 2 }).toBuffer()
      : picture.webp({ quality: 80, effort: 3 }).toBuffer()
  })
}

/** Drawings are set at the size they are wanted in, not blown up from a small one, nor in one that no machine holds. */
function densityFor({ width, height }: StoredImage, wanted: number): number {
  const wide = Math.min(wanted, (tallest * width) / height)
  return Math.min(100_000, Math.max(1, Math.ceil((72 * wide) / width)))
}

async function originalBytes({ storage }: Services, image: StoredImage): Promise<Buffer> {
  const bytes = await storage.get(imageKey(image.sha256))
  if (!bytes) throw refuse('not_found')
  return bytes
}

/** Encoding takes a core for a moment: pages must get their turn beside it. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((start) => waiting.push(start))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
