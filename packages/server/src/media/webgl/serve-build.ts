import { readFileSync } from 'node:fs'
import { buildPaths, isolationReport } from '@lantern/contract/media/build-addresses.ts'
import type { FastifyReply } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { escapeHtml } from '#kit/escape-html.ts'
import type { App } from '#kit/route.ts'
import type { Db } from '#kit/sql.ts'
import { sendIsolatedPage } from './isolated-page.ts'
import { sendUnpacked } from './send-unpacked.ts'

/**
 * A page that answers with these has threads and shared memory. The first alone does it in a frame, where a browser knows it;
 * the other two in a window of its own (`094-isolation-of-builds.md`).
 */
const isolation = {
  'document-isolation-policy': 'isolate-and-require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
} as const

const script = readFileSync(new URL('./threads.js', import.meta.url), 'utf8').replace('lantern-build', isolationReport)
const scriptPath = `${buildPaths.isolated}threads.js`

interface OfBuild {
  Params: { id: string; '*': string }
}

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
  const options = { schema: { hide: true }, config: { onUserContentHost: true } }

  for (const folder of [buildPaths.plain, buildPaths.isolated]) {
    // loaders ask with headers of their own, for which a browser wants leave first
    app.options(`${folder}:id/*`, options, (_request, reply) => giveLeave(reply))
  }

  app.get<OfBuild>('/webgl/:id/*', options, async (request, reply) =>
    sendUnpacked(storage, await requireFile(db, request.params), policy, request, reply),
  )

  app.get<OfBuild>('/webgl-isolated/:id/*', options, async (request, reply) => {
    const file = await requireFile(db, request.params)
    reply.headers(isolation)
    const isPage = file.content_type.startsWith('text/html') && file.content_encoding === null
    if (isPage && file.byte_size <= mostOfPage) {
      return sendIsolatedPage(storage, file, { policy, scriptUrl: `${origin}${scriptPath}` }, request, reply)
    }
    return sendUnpacked(storage, file, policy, request, reply)
  })

  app.get('/webgl-isolated/threads.js', options, (_request, reply) =>
    reply
      .headers({
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=3600',
      })
      .type('text/javascript; charset=utf-8')
      .send(script),
  )

  // a browser may refuse an opener's policy to a page without an origin: the window is a page of the site's around it
  app.get<OfBuild>('/webgl-window/:id/*', options, async (request, reply) => {
    const { id, '*': path } = request.params
    await requireFile(db, request.params)
    const address = `${origin}${buildPaths.isolated}${id}/${path.split('/').map(encodeURIComponent).join('/')}`
    return reply
      .headers({
        ...isolation,
        'content-security-policy': `default-src 'none'; frame-src ${origin}; style-src 'unsafe-inline'; frame-ancestors 'none'`,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'public, max-age=3600',
      })
      .type('text/html; charset=utf-8')
      .send(windowOf(address))
  })
}

/** Larger pages go as they are: no engine writes any. */
const mostOfPage = 4 * 1024 ** 2

function windowOf(address: string): string {
  const style = 'html,body,iframe{margin:0;width:100%;height:100%;border:0;display:block;background:#000}'
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>WebGL</title>
<style>${style}</style><iframe src="${escapeHtml(address)}" title="WebGL" sandbox="allow-scripts allow-pointer-lock"
allow="cross-origin-isolated; fullscreen; autoplay; gamepad" referrerpolicy="no-referrer"></iframe>`
}

function giveLeave(reply: FastifyReply): FastifyReply {
  return reply
    .status(204)
    .headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
      'access-control-max-age': '7200',
    })
    .send()
}

async function requireFile(db: Db, params: OfBuild['Params']) {
  const file = await db
    .selectFrom('webgl_files as f')
    .innerJoin('attachments as a', 'a.id', 'f.attachment_id')
    .select(['f.storage_key', 'f.byte_size', 'f.content_type', 'f.content_encoding'])
    .where('f.attachment_id', '=', params.id)
    .where('f.path', '=', params['*'])
    .where('a.state', '=', 'ready')
    .executeTakeFirst()
  if (!file) throw refuse('not_found')
  return file
}
