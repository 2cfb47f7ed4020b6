import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { isHeldAlready } from '#kit/etag.ts'
import type { App } from '#kit/route.ts'
import { sharePicture } from '../share-pictures/share-picture.ts'
import { atomFeed, jsonFeed } from './feeds.ts'
import { robotsText } from './robots.ts'
import { type ReadListedPages, sitemapFile, sitemapIndex } from './sitemap.ts'

/**
 * What programs read of the site: its map, its feeds, and the pictures beside shared links. They are files and no calls:
 * the same for every visitor.
 */
export function crawlerRoutes(app: App, { listedPages }: { listedPages: ReadListedPages }): void {
  const { services } = app
  const hidden = { schema: { hide: true } }

  app.get('/robots.txt', hidden, (request, reply) =>
    sendText(request, reply, { type: 'text/plain', text: robotsText(services.config), seconds: 3600 }),
  )
  app.get('/sitemap.xml', hidden, async (request, reply) =>
    sendText(request, reply, { type: 'application/xml', text: await sitemapIndex(services), seconds: 600 }),
  )
  app.get<{ Params: { file: string } }>('/sitemap/:file', hidden, async ({ params }, reply) => {
    const pieces = sitemapFile(services, params.file, listedPages)
    if (!pieces) throw refuse('not_found')
    reply.header('cache-control', 'public, max-age=600').type('application/xml; charset=utf-8')
    return reply.send(Readable.from(pieces))
  })
  app.get('/feed.xml', hidden, async (request, reply) =>
    sendText(request, reply, {
      type: 'application/atom+xml',
      text: await atomFeed(services, request.locale),
      seconds: 300,
    }),
  )
  app.get('/feed.json', hidden, async (request, reply) =>
    sendText(request, reply, {
      type: 'application/feed+json',
      text: await jsonFeed(services, request.locale),
      seconds: 300,
    }),
  )
  app.get<{ Params: { id: string; file: string } }>('/media/share/:id/:file', hidden, async ({ params }, reply) => {
    const picture = await sharePicture(services, params.id, params.file)
    // the address changes with the item
    return reply.header('cache-control', 'public, max-age=86400').type('image/png').send(picture)
  })
}

interface Text {
  type: string
  text: string
  /** For how long it need not be asked for again. */
  seconds: number
}

function sendText(request: FastifyRequest, reply: FastifyReply, { type, text, seconds }: Text): FastifyReply {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.headers({ etag, 'cache-control': `public, max-age=${seconds}`, vary: 'accept-language, cookie' })
  if (isHeldAlready(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.type(`${type}; charset=utf-8`).send(text)
}
