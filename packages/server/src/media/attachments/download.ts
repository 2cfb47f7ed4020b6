import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import type { Storage } from '#kit/storage.ts'
import { sendStored } from '../send-stored.ts'
import type { AttachmentRow } from './attachments.ts'

/**
 * Sends a file to a viewer who may have it: as something to save and never as a page of the site, in parts when parts
 * are asked for, as a stream from the store.
 */
export async function sendAttachment(
  storage: Storage,
  { id, name, storage_key: key, byte_size: size, content_type: contentType }: AttachmentRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!key) throw refuse('not_found')
  reply.headers({
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeName(name)}`,
  })
  const file = { key, size, contentType: toSave(contentType), etag: `"${id}"` }
  return sendStored(storage, file, request, reply)
}

function toSave(contentType: string): string {
  return contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType || 'application/octet-stream'
}

function asciiName(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
