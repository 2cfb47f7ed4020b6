import { refuse } from '#kit/errors.ts'
import type { App } from '#kit/route.ts'
import { sendUnpacked } from './send-unpacked.ts'

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
      const { params } = request
      const file = await db
        .selectFrom('webgl_files as f')
        .innerJoin('attachments as a', 'a.id', 'f.attachment_id')
        .select(['f.storage_key', 'f.byte_size', 'f.content_type', 'f.content_encoding'])
        .where('f.attachment_id', '=', params.id)
        .where('f.path', '=', params['*'])
        .where('a.state', '=', 'ready')
        .executeTakeFirst()
      if (!file) throw refuse('not_found')
      return sendUnpacked(storage, file, policy, request, reply)
    },
  )
}
