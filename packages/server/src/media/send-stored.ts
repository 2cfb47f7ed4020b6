import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { isHeldAlready } from '#kit/etag.ts'
import type { ByteRange, Storage } from '#kit/storage.ts'

interface StoredFile {
  key: string
  size: number
  contentType: string
  etag: string
}

/** Sends a file as a stream from the store: whole, or the part of it that is asked for. */
export async function sendStored(
  storage: Storage,
  { key, size, contentType, etag }: StoredFile,
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({ etag, 'accept-ranges': 'bytes' })
  if (isHeldAlready(headers['if-none-match'], etag)) return reply.status(304).send()
  const isUnchanged = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = isUnchanged ? rangeOf(headers.range, size) : null
  if (range === 'outside') return reply.status(416).header('content-range', `bytes */${size}`).send()
  const bytes = await storage.stream(key, range ?? undefined)
  if (!bytes) throw refuse('not_found')
  reply.type(contentType)
  if (!range) return reply.header('content-length', size).send(bytes)
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(bytes)
}

/** One range, as browsers and players ask for it; several at once, or words that are none, get the whole file. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'outside' | null {
  const [found, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (found === undefined || (from === '' && to === '')) return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size || (from === '' && Number(to) === 0)) return 'outside'
  return start > end ? null : { start, end }
}
