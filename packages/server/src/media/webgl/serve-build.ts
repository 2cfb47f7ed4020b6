import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { refuse } from '#kit/errors.ts'
import { isHeldAlready } from '#kit/etag.ts'
import type { App } from '#kit/route.ts'
import { acceptsEncoding } from '../accepts-encoding.ts'
import { sendStored } from '../send-stored.ts'

const oneYear = 31_536_000

/**
 * The files of unpacked builds, on the origin of their own and nowhere else. A page there runs, and that is all: it has
 * no origin, so no cookies, no storage and nobody's session, whichever way it was opened.
 */
export function buildRoutes(app: App): void {
  const { config, db, storage } = app.services
  const origin = config.userContentUrl ?? ''
  const own = `${origin} blob: data:`
  const policy = [
    'sandbox allow-scripts allow-pointer-lock',
    `default-src ${own}`,
    `script-src ${own} 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
    `style-src ${own} 'unsafe-inline'`,
    `worker-src ${own}`,
    "object-src 'none'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')

  // loaders ask with headers of their own, for which a browser wants leave first
  app.options('/webgl/:id/*', { schema: { hide: true }, config: { onUserContentHost: true } }, (_request, reply) =>
    reply
      .status(204)
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': '*',
        'access-control-max-age': '7200',
      })
      .send(),
  )

  app.get<{ Params: { id: string; '*': string } }>(
    '/webgl/:id/*',
    { schema: { hide: true }, config: { onUserContentHost: true } },
    async (request, reply) => {
      const { params, headers } = request
      const file = await db
        .selectFrom('webgl_files as f')
        .innerJoin('attachments as a', 'a.id', 'f.attachment_id')
        .select(['f.storage_key', 'f.byte_size', 'f.content_type', 'f.content_encoding'])
        .where('f.attachment_id', '=', params.id)
        .where('f.path', '=', params['*'])
        .where('a.state', '=', 'ready')
        .executeTakeFirst()
      if (!file) throw refuse('not_found')
      const encoding = file.content_encoding
      const isUnderstood = encoding === null || acceptsEncoding(headers['accept-encoding'], encoding)
      const etag = `"${file.storage_key.replaceAll('/', '-')}${isUnderstood ? '' : '-plain'}"`
      reply.headers({
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
      })
      const { storage_key: key, byte_size: size, content_type: contentType } = file
      if (encoding === null) return sendStored(storage, { key, size, contentType, etag }, request, reply)
      if (isHeldAlready(headers['if-none-match'], etag)) return reply.status(304).send()
      const bytes = await storage.stream(key)
      if (!bytes) throw refuse('not_found')
      reply.type(contentType)
      if (!isUnderstood) return reply.send(unpacked(bytes, encoding))
      return reply.headers({ 'content-encoding': encoding, 'content-length': size }).send(bytes)
    },
  )
}

function unpacked(bytes: Readable, encoding: string): Readable {
  const plain = encoding === 'br' ? createBrotliDecompress() : createGunzip()
  bytes.on('error', (error) => plain.destroy(error))
  return bytes.pipe(plain)
}
