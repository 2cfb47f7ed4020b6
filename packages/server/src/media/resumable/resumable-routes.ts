import { defaultLocale } from '@lantern/contract/locales.ts'
import { attachmentKinds, learnerKinds, resumableUploadPath } from '@lantern/contract/media/upload-rules.ts'
import { mayAccess } from '@lantern/contract/roles.ts'
import { Server, type ServerOptions } from '@tus/server'
import { Metadata } from '@tus/utils'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '#kit/errors.ts'
import { type App, requireAccess } from '#kit/route.ts'
import { isDiskFull } from '#kit/storage.ts'
import { type AttachmentRow, requireOwnAttachment } from '../attachments/attachments.ts'
import { beginUpload } from '../attachments/begin-upload.ts'
import { finishUpload } from '../attachments/finish-upload.ts'
import { uploadLocker } from './upload-lock.ts'
import { type UploadStore, uploadStoreOf } from './upload-store.ts'

type OneUpload = { Params: { id: string } }

/**
 * Uploads by the tus protocol: an upload is announced, its bytes come in as many pieces as the network makes of them,
 * and its announcer may continue where it stopped, from any device. Who may, how large and how much is decided here;
 * the protocol itself is the library's.
 */
export async function resumableRoutes(app: App, countUpload: (userId: string) => Promise<void>): Promise<void> {
  const { services } = app
  const store = await uploadStoreOf(services)
  const announced = new WeakMap<object, string>()
  const protocol = new Server(protocolOptions(app, store, announced))

  await app.register(async (scope) => {
    // the bytes are the protocol's: they go past the framework into the store
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', async (request) => requireAccess(request.viewer, 'learner'))
    const changing = { schema: { hide: true }, preValidation: app.csrfProtection }

    scope.post(resumableUploadPath, changing, async (request, reply) => {
      const wish = wishOf(request)
      const ownerId = ownerOf(request)
      await countUpload(ownerId)
      const isLearner = !isAuthor(request)
      const row = await beginUpload(services, { ...wish, ownerId, isLearner })
      announced.set(request.raw, store.nameOf(row.id))
      await handOver(protocol, request, reply)
      if (reply.raw.statusCode >= 400) await forget(row)
    })

    scope.head<OneUpload>(`${resumableUploadPath}/:id`, { schema: { hide: true } }, async (request, reply) => {
      const row = await requireOwnAttachment(services.db, ownerOf(request), request.params.id)
      if (await isWhole(row)) {
        const length = String(row.byte_size)
        return reply
          .headers({ 'tus-resumable': '1.0.0', 'upload-offset': length, 'upload-length': length })
          .header('cache-control', 'no-store')
          .send()
      }
      return handOver(protocol, request, reply)
    })

    scope.patch<OneUpload>(`${resumableUploadPath}/:id`, changing, async (request, reply) => {
      const row = await requireUnfinished(request)
      // it was begun by an author who is none any more
      if (!isAuthor(request) && !learnerKinds.includes(row.kind)) throw refuse('forbidden')
      await handOver(protocol, request, reply)
      await noteProgress(row, Number(reply.raw.getHeader('upload-offset')))
    })

    scope.delete<OneUpload>(`${resumableUploadPath}/:id`, changing, async (request, reply) => {
      const row = await requireUnfinished(request)
      if (!(await forget(row))) throw refuse('conflict')
      return reply.status(204).header('tus-resumable', '1.0.0').send()
    })
  })

  async function requireUnfinished(request: FastifyRequest<OneUpload>): Promise<AttachmentRow> {
    const row = await requireOwnAttachment(services.db, ownerOf(request), request.params.id)
    if (row.state !== 'uploading') throw refuse('conflict')
    return row
  }

  /** Everything came, though the answer that said so may have been lost, or the process with it. */
  async function isWhole(row: AttachmentRow): Promise<boolean> {
    if (row.state !== 'uploading') return true
    const found = await store.offset(row.id)
    if (found?.offset !== row.byte_size) return false
    await finishUpload(services, row.id, store.received(row.id))
    return true
  }

  async function noteProgress(row: AttachmentRow, offset: number): Promise<void> {
    if (!Number.isFinite(offset)) return
    const progress = Math.min(99, Math.floor((offset * 100) / row.byte_size))
    await services.db
      .updateTable('attachments')
      .set({ progress, updated_at: services.clock.now() })
      .where('id', '=', row.id)
      .where('state', '=', 'uploading')
      .execute()
  }

  /** False when it has become whole meanwhile: then it is a file, and goes as one. */
  async function forget({ id }: AttachmentRow): Promise<boolean> {
    const gone = await services.db
      .deleteFrom('attachments')
      .where('id', '=', id)
      .where('state', '=', 'uploading')
      .returning('id')
      .executeTakeFirst()
    if (gone) await store.drop(id)
    return gone !== undefined
  }
}

function protocolOptions(
  { services }: App,
  store: UploadStore,
  announced: WeakMap<object, string>,
): ServerOptions & { datastore: UploadStore['dataStore'] } {
  return {
    path: resumableUploadPath,
    datastore: store.dataStore,
    locker: uploadLocker(services, store.idOf),
    allowedOrigins: [],
    disableTerminationForFinishedUploads: true,
    namingFunction(request) {
      const raw = request.runtime?.node?.req
      const name = raw && announced.get(raw)
      if (!name) throw new Error('An upload came that was not announced')
      return name
    },
    generateUrl: (_request, { path, id }) => `${path}/${store.idOf(id)}`,
    getFileIdFromRequest: (request) => {
      const id = new URL(request.url).pathname.split('/').at(-1)
      return id && store.nameOf(id)
    },
    async onUploadFinish(_request, { id }) {
      const attachmentId = store.idOf(id)
      await finishUpload(services, attachmentId, store.received(attachmentId))
      return {}
    },
    async onResponseError(_request, error) {
      const refusal = refusalOf(error)
      if (!refusal) return undefined
      const { code, status } = refusal
      return {
        status_code: status,
        body: JSON.stringify({ code, message: services.text(defaultLocale, `error.${code}`) }),
      }
    },
  }

  function refusalOf(error: unknown): Refusal | null {
    if (error instanceof Refusal) return error
    // what has come stays: the browser goes on where it stopped as soon as there is room
    if (isDiskFull(error)) return refuse('disk_full', { cause: error })
    if (error instanceof Error) services.log.error({ err: error }, 'an upload failed')
    return null
  }
}

/** From here on the protocol answers. What the site says in every head it says in these too. */
async function handOver(protocol: Server, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
  await protocol.handle(request.raw, reply.raw)
}

function ownerOf({ viewer }: FastifyRequest): string {
  if (viewer.kind !== 'user') throw refuse('login_required')
  return viewer.id
}

function isAuthor({ viewer }: FastifyRequest): boolean {
  return mayAccess(viewer, 'author')
}

function wishOf({ headers }: FastifyRequest) {
  const length = headers['upload-length']
  const given = [headers['upload-metadata'] ?? ''].flat()[0]
  const byteSize = typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : null
  if (byteSize === null)
    throw refuse('bad_request', { details: [{ field: 'Upload-Length', message: 'shape.required' }] })
  const { kind: kindGiven, name, filename, fingerprint } = metadataOf(given)
  const kind = attachmentKinds.find((known) => known === kindGiven)
  if (!kind) throw refuse('bad_request', { details: [{ field: 'kind', message: 'shape.required' }] })
  return { kind, name: name ?? filename ?? '', byteSize, fingerprint: fingerprint ?? '' }
}

function metadataOf(header: string | undefined): Record<string, string | null> {
  try {
    return header ? Metadata.parse(header) : {}
  } catch (cause) {
    throw refuse('bad_request', { cause, details: [{ field: 'Upload-Metadata', message: 'shape.pattern' }] })
  }
}
