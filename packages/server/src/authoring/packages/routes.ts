import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as exchange from '@lantern/contract/authoring/exchange.ts'
import { mostBytes, oversizeFault } from '@lantern/contract/media/upload-rules.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import { type App, requireAccess, route } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { withWorkingFolder } from '#kit/working-folders.ts'
import { requireOwnAttachment, requireRoom } from '#media/index.ts'
import { importPackage } from './import-package.ts'
import { previewOfPackage, writePackage } from './write-package.ts'

type Query = { translations?: string; dryRun?: string; publish?: string; campus?: string; copies?: string }

/** Packages are files and not calls: they come and go as streams. */
export async function packageRoutes(app: App): Promise<void> {
  const { services } = app
  route(app, exchange.importPackage, async ({ body: { attachmentId, ...options }, viewer, locale }) => {
    const { storage_key: key } = await requireOwnAttachment(services.db, viewer.id, attachmentId)
    const report =
      key &&
      (await services.storage.withFile(key, (path) => importPackage(services, viewer, { path, locale, ...options })))
    if (!report) throw refuse('not_found')
    return report
  })
  route(app, exchange.previewPackage, ({ params: { id }, query: { translations }, viewer }) =>
    previewOfPackage(services, viewer, { id, translations }),
  )

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/zip', (_request, payload, done) => done(null, payload))
    scope.addHook('onRequest', async (request) => requireAccess(request.viewer, 'author'))

    scope.get<{ Params: { id: string }; Querystring: Query }>(
      '/api/learn/creator/package/:id',
      { schema: { hide: true } },
      async ({ params, query, viewer }, reply) => {
        const wish = { id: params.id, translations: query.translations === 'true' }
        const { name, stream } = await writePackage(services, viewer as SignedIn, wish)
        reply.header(
          'content-disposition',
          `attachment; filename="package.zip"; filename*=UTF-8''${encodeURIComponent(name)}`,
        )
        return reply.type('application/zip').send(stream)
      },
    )

    scope.post<{ Querystring: Query }>(
      '/api/learn/creator/package',
      { schema: { hide: true }, preValidation: app.csrfProtection },
      async ({ headers, body, query, viewer, locale }) => {
        if (!isStream(body)) throw refuse('unsupported_type')
        await requireTakeable(services, headers['content-length'])
        return withWorkingFolder(services, 'package', async (folder) => {
          const path = join(folder, 'package.zip')
          await pipeline(body, createWriteStream(path))
          return importPackage(services, viewer as SignedIn, {
            path,
            locale,
            dryRun: query.dryRun === 'true',
            publish: query.publish === 'true',
            campus: query.campus === 'true',
            copies: query.copies === 'true',
          })
        })
      },
    )
  })
}

function isStream(body: unknown): body is Readable {
  return body !== null && typeof body === 'object' && 'pipe' in body
}

/** No byte is taken of what is too large, has no room, or does not say how large it is. A larger one is imported by command. */
async function requireTakeable(services: Services, length: string | undefined): Promise<void> {
  if (length === undefined) {
    throw refuse('bad_request', { details: [{ field: 'Content-Length', message: 'shape.required' }] })
  }
  const byteSize = Number(length)
  if (byteSize > mostBytes('asset')) throw refuse(oversizeFault('asset'))
  await requireRoom(services, byteSize)
}
