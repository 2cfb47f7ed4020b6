import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { isHeldAlready } from '#kit/etag.ts'
import type { Storage } from '#kit/storage.ts'
import { acceptsEncoding } from '../accepts-encoding.ts'
import { sendStored } from '../send-stored.ts'
import type { UnpackedFile } from './unpack-archive.ts'

const oneYear = 31_536_000

/** A file of an archive that somebody uploaded, on the origin of its own, under this Content-Security-Policy. */
export async function sendUnpacked(
  storage: Storage,
  file: Omit<UnpackedFile, 'path' | 'content_encoding'> & { content_encoding: string | null },
  policy: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers } = request
  const encoding = file.content_encoding
  const isUnderstood = encoding === null || acceptsEncoding(headers['accept-encoding'], encoding)
  const etag = `"${file.storage_key.replaceAll('/', '-')}${isUnderstood ? '' : '-plain'}"`
  reply.headers(headersOfUnpacked(policy, etag))
  const { storage_key: key, byte_size: size, content_type: contentType } = file
  if (encoding === null) return sendStored(storage, { key, size, contentType, etag }, request, reply)
  if (isHeldAlready(headers['if-none-match'], etag)) return reply.status(304).send()
  const bytes = await storage.stream(key)
  if (!bytes) throw refuse('not_found')
  reply.type(contentType)
  if (!isUnderstood) return reply.send(unpacked(bytes, encoding))
  return reply.headers({ 'content-encoding': encoding, 'content-length': size }).send(bytes)
}

function unpacked(bytes: Readable, encoding: string): Readable {
  const plain = encoding === 'br' ? createBrotliDecompress() : createGunzip()
  bytes.on('error', (error) => plain.destroy(error))
  return bytes.pipe(plain)
}

/** What every file of an archive is answered with. */
export function headersOfUnpacked(policy: string, etag: string) {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    // a page without an origin is a stranger even to its own files
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': `public, max-age=${oneYear}, immutable`,
    vary: 'accept-encoding',
    etag,
  }
}
