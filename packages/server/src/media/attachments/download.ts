import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import type { ByteRange, Storage } from '#kit/storage.ts'
import type { AttachmentRow } from './attachments.ts'

/**
 * Sends a file to somebody who may have it: as something to save and never as a page of the site, in parts when parts
 * are asked for, as a stream from the store.
 */
export async function sendAttachment(
  storage: Storage,
  { id, name, storage_key: key, byte_size: size, content_type: contentType }: AttachmentRow,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!key) throw refuse('not_found')
  const etag = `"${id}"`
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeName(name)}`,
  })
  if (headers['if-none-match'] === etag) return reply.status(304).send()
  const isUnchanged = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = isUnchanged ? rangeOf(headers.range, size) : null
  if (range === 'impossible') return reply.status(416).header('content-range', `bytes */${size}`).send()
  const bytes = await storage.stream(key, range ?? undefined)
  if (!bytes) throw refuse('not_found')
  reply.type(contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType || 'application/octet-stream')
  if (!range) return reply.header('content-length', size).send(bytes)
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(bytes)
}

/** One range as browsers ask for it; several at once are answered with the whole. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'impossible' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'impossible' : { start, end }
}

function asciiName(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
