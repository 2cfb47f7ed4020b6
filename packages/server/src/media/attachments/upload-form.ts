import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { uploadAttachment } from '@lantern/contract/media/attachments.ts'
import {
  type AttachmentKind,
  attachmentKinds,
  learnerFileBytes,
  likelyKind,
  mostBytes,
  oversizeFault,
} from '@lantern/contract/media/upload-rules.ts'
import { mayAccess } from '@lantern/contract/roles.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { type App, httpRoute } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { makePrivateFolder } from '#kit/storage.ts'
import { fileReceivedAt, receivingFolder } from '../resumable/upload-store.ts'
import { fileName, findAttachment, showAttachment, usedBytes } from './attachments.ts'
import { beginUpload, quotaOf, uploadFault } from './begin-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { removeAttachment } from './remove-attachment.ts'

/** Small files in one request: the form fields `file` and `kind`. Nothing of a refused one is left behind. */
export async function uploadFormRoute(app: App, countUpload: (userId: string) => Promise<void>): Promise<void> {
  await app.register(multipart, { limits: { files: 1, fields: 5, fieldSize: 300, parts: 6, fileSize: Infinity } })

  httpRoute(app, uploadAttachment, async ({ services, viewer, query, request }) => {
    await countUpload(viewer.id)
    const isLearner = !mayAccess(viewer, 'author')
    // asked before a byte is kept; what is kept is counted again under its owner's lock
    const room = quotaOf(services.config, { isLearner }) - (await usedBytes(services.db, viewer.id))
    const { path, name, byteSize, kind } = await receive(services, request, { kind: query.kind, room, isLearner })
    const file = fileReceivedAt(services.storage, path)
    let id: string | undefined
    try {
      id = (await beginUpload(services, { ownerId: viewer.id, isLearner, kind, name, byteSize })).id
      await finishUpload(services, id, file)
    } catch (error) {
      // nobody can go on with it: it goes whole
      const row = id && (await findAttachment(services.db, id))
      if (row) await removeAttachment(services, row)
      throw error
    } finally {
      await file.drop()
    }
    const { url, contentType } = await showAttachment(services, viewer.id, id)
    return { attachmentId: id, url, contentType }
  })
}

interface Received {
  path: string
  name: string
  byteSize: number
  kind: AttachmentKind
}

async function receive(
  { config }: Services,
  request: FastifyRequest,
  wish: { kind: AttachmentKind | undefined; room: number; isLearner: boolean },
): Promise<Received> {
  if (!request.isMultipart()) throw refuse('unsupported_type')
  let { kind } = wish
  let received: Omit<Received, 'kind'> | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file' || received) throw refuse('bad_request')
        const announcedBytes = Number(request.headers['content-length'] ?? 0)
        received = await spool(config, part, { ...wish, kind, announcedBytes })
      } else if (part.fieldname === 'kind') {
        kind = attachmentKinds.find((known) => known === part.value)
        if (!kind) throw refuse('bad_request', { details: [{ field: 'kind', message: 'shape.enum' }] })
      }
    }
    if (!received) throw refuse('bad_request', { details: [{ field: 'file', message: 'shape.required' }] })
    return { ...received, kind: kind ?? likelyKind(received.name) }
  } catch (error) {
    if (received) await rm(received.path, { force: true })
    // the reader of forms says with a plain error what is no form, or breaks off
    const isNoForm = error instanceof Error && !('code' in error)
    throw isNoForm ? refuse('bad_request', { cause: error }) : error
  }
}

/** The form around the file is a few hundred bytes. */
const mostFormBytes = 4096

interface Expected {
  kind: AttachmentKind | undefined
  /** Bytes of the whole request; 0 without a Content-Length. */
  announcedBytes: number
  isLearner: boolean
  /** What its owner has left. */
  room: number
}

/** Writes the file beside the store while it comes, and stops as soon as it is more than it may be. */
async function spool(
  config: Services['config'],
  part: MultipartFile,
  { kind: kindSoFar, announcedBytes, room, isLearner }: Expected,
): Promise<Omit<Received, 'kind'>> {
  const name = fileName(part.filename)
  // a field after the file may still change the kind: until then the most that any kind allows
  const most = isLearner ? learnerFileBytes : mostBytes(kindSoFar ?? 'asset')
  const oversize = isLearner ? 'upload_too_large_for_learners' : oversizeFault(kindSoFar ?? 'asset')
  const fault = kindSoFar && uploadFault({ isLearner, kind: kindSoFar, name, byteSize: 1 })
  if (fault) throw refuse(fault)
  if (announcedBytes > most + mostFormBytes) throw refuse(oversize)
  if (announcedBytes > room + mostFormBytes) throw refuse('upload_quota_exceeded')
  const folder = receivingFolder(config)
  await makePrivateFolder(folder)
  const path = join(folder, `form-${randomUUID()}`)
  let byteSize = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      byteSize += chunk.length
      if (byteSize > most) done(refuse(oversize))
      else if (byteSize > room) done(refuse('upload_quota_exceeded'))
      else done(null, chunk)
    },
  })
  try {
    await pipeline(part.file, counted, createWriteStream(path))
    return { path, name, byteSize }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
