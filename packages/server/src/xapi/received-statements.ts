import { createHash } from 'node:crypto'
import { refuse } from '#kit/errors.ts'
import { sha2ByDigits } from './formats.ts'
import { boundaryOf, type Part, readParts } from './multipart.ts'
import { readJson } from './read-json.ts'
import { fault } from './shape-rules.ts'
import { requireSignature, signatureUsage } from './signatures.ts'
import { readStatements } from './statement-shape.ts'
import type { Attachment, Statement } from './statement-types.ts'
import type { XapiVersion } from './versions.ts'

export interface ReceivedAttachment {
  sha2: string
  contentType: string
  bytes: Buffer
}

export interface Received {
  statements: Statement[]
  attachments: ReceivedAttachment[]
}

/**
 * Statements of a request with the attachments that came along. Each attachment has come, or says where it is; nothing
 * came that no statement names; and the bytes have the digest that was said.
 */
export function receiveStatements(
  { contentType, body }: { contentType: string; body: Buffer },
  version: XapiVersion,
): Received {
  const [first, ...parts] = partsOf(contentType, body)
  const statements = readStatements(readJson(first?.bytes ?? Buffer.alloc(0)), version)
  const came = new Map(parts.map((part) => attachmentOf(part)).map((one) => [one.sha2, one]))
  const named = statements.flatMap(namedAttachments)
  const used = new Set<string>()
  for (const { attachment, path, statement } of named) {
    const digest = attachment.sha2.toLowerCase()
    const received = came.get(digest)
    used.add(digest)
    if (!received && (attachment.fileUrl === undefined || attachment.usageType === signatureUsage)) {
      throw fault(path, 'required')
    }
    if (!received) continue
    received.contentType = attachment.contentType
    if (attachment.usageType === signatureUsage) {
      requireSignature(statement, { attachment, bytes: received.bytes, path }, version)
    }
  }
  if ([...came.keys()].some((digest) => !used.has(digest))) throw fault('body', 'invalid')
  return { statements, attachments: [...came.values()] }
}

function partsOf(contentType: string, body: Buffer): [Pick<Part, 'bytes'>, ...Part[]] {
  if (/^application\/json\s*(;|$)/i.test(contentType)) return [{ bytes: body }]
  const boundary = boundaryOf(contentType)
  if (boundary === null) throw fault('Content-Type', 'enum')
  const [first, ...rest] = readParts(body, boundary)
  if (!first || !/^application\/json\s*(;|$)/i.test(first.headers.get('content-type') ?? '')) {
    throw fault('Content-Type', 'enum')
  }
  return [first, ...rest]
}

function attachmentOf({ headers, bytes }: Part): ReceivedAttachment {
  const sha2 = headers.get('x-experience-api-hash')?.toLowerCase()
  if (sha2 === undefined) throw fault('X-Experience-API-Hash', 'required')
  if (headers.get('content-transfer-encoding')?.toLowerCase() !== 'binary') {
    throw fault('Content-Transfer-Encoding', 'required')
  }
  const algorithm = sha2ByDigits[sha2.length]
  if (!algorithm || createHash(algorithm).update(bytes).digest('hex') !== sha2) {
    throw refuse('bad_request', { details: [{ field: 'X-Experience-API-Hash', message: 'xapi.wrong_checksum' }] })
  }
  return { sha2, contentType: headers.get('content-type') ?? 'application/octet-stream', bytes }
}

function namedAttachments(statement: Statement, index: number) {
  const inside = statement.object.objectType === 'SubStatement' ? (statement.object.attachments ?? []) : []
  const place = (attachment: Attachment, path: string) => ({ attachment, path: `${index}.${path}`, statement })
  return [
    ...(statement.attachments ?? []).map((one, at) => place(one, `attachments.${at}`)),
    ...inside.map((one, at) => place(one, `object.attachments.${at}`)),
  ]
}
