import { open, readFile } from 'node:fs/promises'
import type { Picture } from '@lantern/contract/media/image-url.ts'
import type { Metadata, Sharp } from 'sharp'
import type { Services } from '#kit/services.ts'
import { openSharp } from '#kit/sharp.ts'
import { ImageRefusal, imageLimits, storeImage } from './images.ts'
import { beginsAsSvg } from './svg.ts'

/** No screen shows more; what is larger is kept in this size. */
const longestSide = 4096

const reading = { limitInputPixels: imageLimits.pixels, failOn: 'error' } as const

/**
 * Keeps the picture of a file: decoded and written anew, upright, so that nothing but the picture is kept of what came
 * (no place where it was taken, no second file behind it). Drawings are cleaned instead.
 */
export async function pictureOfFile(
  services: Pick<Services, 'db' | 'storage' | 'clock'>,
  path: string,
): Promise<Picture> {
  if (await isDrawing(path)) return storeImage(services, await readDrawing(path))
  const sharp = await openSharp()
  const metadata = await sharp(path, reading).metadata().catch(refused)
  const frames = metadata.pages ?? 1
  if (metadata.width * metadata.height * frames > imageLimits.pixels) throw new ImageRefusal('too_many_pixels')
  const animated = frames > 1 && (metadata.format === 'gif' || metadata.format === 'webp')
  const upright = sharp(path, { ...reading, animated }).autoOrient()
  const isTooLarge = !animated && Math.max(metadata.width, metadata.height) > longestSide
  const sized = isTooLarge ? upright.resize({ width: longestSide, height: longestSide, fit: 'inside' }) : upright
  const bytes = await written(sized, metadata).toBuffer().catch(refused)
  if (bytes.byteLength <= imageLimits.bytes) return storeImage(services, bytes)
  return storeImage(services, await sized.webp({ quality: 85, effort: 2 }).toBuffer())
}

function written(picture: Sharp, { format, compression }: Metadata): Sharp {
  if (format === 'jpeg') return picture.jpeg({ quality: 90 })
  if (format === 'png') return picture.png()
  if (format === 'gif') return picture.gif({ effort: 2 })
  if (format === 'webp') return picture.webp({ quality: 90, effort: 2 })
  if (format === 'heif' && compression === 'av1') return picture.avif({ quality: 70, effort: 2 })
  throw new ImageRefusal('not_an_image')
}

async function isDrawing(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return beginsAsSvg(buffer.subarray(0, bytesRead).toString('utf8'))
  } finally {
    await file.close()
  }
}

async function readDrawing(path: string): Promise<Buffer> {
  const file = await open(path)
  const { size } = await file.stat().finally(() => file.close())
  if (size > imageLimits.bytes) throw new ImageRefusal('too_large')
  return readFile(path)
}

function refused(cause: unknown): never {
  if (cause instanceof ImageRefusal) throw cause
  const message = cause instanceof Error ? cause.message : ''
  if (/pixel limit/i.test(message)) throw new ImageRefusal('too_many_pixels', { cause })
  throw new ImageRefusal(/unsupported|unknown/i.test(message) ? 'not_an_image' : 'damaged', { cause })
}
