import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { refuse } from '#kit/errors.ts'
import type { App } from '#kit/route.ts'
import { sendUnpacked } from '#media/index.ts'
import { keepCommitOnLeave, readCommitOnLeave } from './commit-on-leave.ts'

const require = createRequire(import.meta.url)
const libraries = {
  scorm_12: [require.resolve('scorm-again/scorm12/min'), 'Scorm12API'],
  scorm_2004: [require.resolve('scorm-again/scorm2004/min'), 'Scorm2004API'],
} as const

type Player = keyof typeof libraries

const hour = 3600
/** More no browser sends for a page that is gone. */
const mostBeaconBytes = 128 * 1024

/**
 * Packages and the player that they run in, on the origin of what people upload. Units of SCORM look for their API in the
 * window above, so player and packages are of one origin there; nothing of the site is (`069-course-packages.md`).
 */
export function packageFileRoutes(app: App): void {
  const { config, db, storage } = app.services
  const site = new URL(config.publicUrl).origin
  const own = `${config.userContentUrl ?? ''} blob: data:`
  const sandbox =
    'sandbox allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads allow-pointer-lock'
  const policy = [
    sandbox,
    `default-src ${own}`,
    `script-src ${own} 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
    `style-src ${own} 'unsafe-inline'`,
    // a unit of cmi5 talks to the record store of the site
    `connect-src ${own} ${site}/xapi/ ${site}/api/cmi5/`,
    `frame-src ${own} https:`,
    "object-src 'none'",
    "base-uri 'self'",
    `form-action ${own}`,
    `frame-ancestors 'self' ${site}`,
  ].join('; ')
  const options = { schema: { hide: true }, config: { onUserContentHost: true } }

  app.get<{ Params: { id: string; '*': string } }>('/package/:id/*', options, async (request, reply) => {
    // a worker would outlive the visit and see others
    if (request.headers['service-worker'] !== undefined) throw refuse('not_found')
    const file = await db
      .selectFrom('courseware_files')
      .selectAll()
      .where('version_id', '=', request.params.id)
      .where('path', '=', request.params['*'])
      .executeTakeFirst()
    if (!file) throw refuse('not_found')
    return sendUnpacked(storage, file, policy, request, reply)
  })

  app.post('/package-player/last', { ...options, bodyLimit: mostBeaconBytes }, async ({ body }, reply) => {
    await keepCommitOnLeave(app.services, readCommitOnLeave(body))
    return reply.status(204).send()
  })

  app.get<{ Params: { name: string } }>('/package-player/:name', options, (request, reply) => {
    const answer = playerFile(request.params.name, config.publicUrl)
    if (!answer) throw refuse('not_found')
    return reply
      .headers({
        'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src ${own}; frame-ancestors ${site}`,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': `public, max-age=${hour}`,
      })
      .type(answer.type)
      .send(answer.body)
  })
}

const files = new Map<string, { type: string; body: string }>()

/** The page of the player by its standard, and the files that it loads. Read once. */
function playerFile(name: string, publicUrl: string) {
  const key = `${publicUrl} ${name}`
  const known = files.get(key)
  if (known) return known
  const found = readPlayerFile(name, publicUrl)
  if (found) files.set(key, found)
  return found
}

function readPlayerFile(name: string, publicUrl: string): { type: string; body: string } | null {
  const script = 'text/javascript; charset=utf-8'
  if (name === 'player.js' || name === 'returned.js') return { type: script, body: own(name) }
  if (name === 'player.css') return { type: 'text/css; charset=utf-8', body: own('player.css') }
  if (name === 'returned') {
    const body = `<!doctype html><html data-site="${publicUrl}"><meta charset="utf-8"><title>cmi5</title><script src="/package-player/returned.js"></script></html>`
    return { type: 'text/html; charset=utf-8', body }
  }
  const standard = (Object.keys(libraries) as Player[]).find((one) => name === one || name === `${one}.js`)
  if (!standard) return null
  const [file, api] = libraries[standard]
  if (name !== standard) return { type: script, body: readFileSync(file, 'utf8') }
  const head = `<meta charset="utf-8"><title>SCORM</title><link rel="stylesheet" href="/package-player/player.css">`
  const scripts = `<script src="/package-player/${standard}.js"></script><script src="/package-player/player.js"></script>`
  return {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html data-api="${api}"><head>${head}</head><body>${scripts}</body></html>`,
  }
}

function own(name: string): string {
  return readFileSync(new URL(`./player/${name}`, import.meta.url), 'utf8')
}
