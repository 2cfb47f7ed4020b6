import { originalTypes } from '@lantern/contract/media/image-url.ts'
import type { App } from '#kit/route.ts'
import { acceptsEncoding } from './accepts-encoding.ts'
import { serveImage } from './image-sizes.ts'

const oneYear = 31_536_000

/** Pictures are files, not calls: they have no JSON shape and never change under their address. */
export function mediaRoutes(app: App): void {
  app.get<{ Params: { id: string; file: string } }>(
    '/media/images/:id/:file',
    { schema: { hide: true } },
    async ({ params, headers }, reply) => {
      const gzip = acceptsEncoding(headers['accept-encoding'], 'gzip')
      const { bytes, contentType, packed } = await serveImage(app.services, params.id, params.file, { gzip })
      if (packed) reply.header('content-encoding', 'gzip')
      reply.header('cache-control', `public, max-age=${oneYear}, immutable`)
      reply.header('x-content-type-options', 'nosniff')
      if (contentType === originalTypes.svg) {
        reply.header('vary', 'accept-encoding')
        // opened on its own, a drawing is a document: it may style itself and nothing else
        reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
      }
      return reply.type(contentType).send(bytes)
    },
  )
}
