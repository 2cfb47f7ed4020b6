import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { isHeldAlready } from '#kit/etag.ts'
import type { App } from '#kit/route.ts'
import { sendStored } from '../send-stored.ts'
import { requireWatchable, type VideoPlaces } from './may-watch.ts'
import { editionPrefix, videoFileTypes } from './video-files.ts'

const oneYear = 31_536_000

/** What an edition consists of; no other name reaches the storage. */
const editionFile = /^([0-9a-f]{12})\/(master\.m3u8|video\.mp4|\d{2,4}p\/(index\.m3u8|init\.mp4|\d{5}\.m4s))$/
const captionFile = /^captions\/([A-Za-z-]{2,16})\.vtt$/

type FileRequest = FastifyRequest<{ Params: { id: string; '*': string } }>

/**
 * The files of a video. Who may watch is asked for each of them. A file of an edition never changes, so a browser keeps
 * it; caches that several people share must not, as the next one may have no right to it.
 */
export function serveVideos(app: App, places: VideoPlaces): void {
  app.get<{ Params: { id: string; '*': string } }>(
    '/media/videos/:id/*',
    { schema: { hide: true } },
    async (request, reply) => {
      const { id, '*': file } = request.params
      const edition = editionFile.exec(file)
      const language = captionFile.exec(file)?.[1]
      if (!edition && language === undefined) throw refuse('not_found')
      const video = await requireWatchable(app.services, places, request.viewer, id)
      reply.header('x-content-type-options', 'nosniff')
      if (language !== undefined) return sendCaptions(app, request, reply, id, language)
      if (video.edition !== edition?.[1]) throw refuse('not_found')
      return sendFile(app, request, reply, editionPrefix(id, video.edition) + edition[2])
    },
  )
}

async function sendCaptions(app: App, request: FileRequest, reply: FastifyReply, id: string, language: string) {
  const row = await app.services.db
    .selectFrom('video_captions')
    .select('vtt')
    .where('video_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  const tag = `"${createHash('sha256').update(row.vtt).digest('base64url').slice(0, 22)}"`
  reply.header('cache-control', 'private, no-cache').header('etag', tag)
  if (isHeldAlready(request.headers['if-none-match'], tag)) return reply.status(304).send()
  return reply.type(videoFileTypes.vtt ?? 'text/vtt').send(row.vtt)
}

async function sendFile({ services }: App, request: FileRequest, reply: FastifyReply, key: string) {
  reply.header('cache-control', `private, max-age=${oneYear}, immutable`)
  const size = await services.storage.size(key)
  if (size === null) throw refuse('not_found')
  const contentType = videoFileTypes[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const etag = `"${key.split('/').slice(2).join('.')}"`
  return sendStored(services.storage, { key, size, contentType, etag }, request, reply)
}
