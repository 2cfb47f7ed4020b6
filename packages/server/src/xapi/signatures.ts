import { createVerify, X509Certificate } from 'node:crypto'
import { readJson } from './read-json.ts'
import { isSameStatement } from './same-statement.ts'
import { fault, isObject } from './shape-rules.ts'
import { readStatements } from './statement-shape.ts'
import type { Attachment, Statement } from './statement-types.ts'
import type { XapiVersion } from './versions.ts'

/** The attachment is a JSON web signature of its statement (RFC 7515, compact form). */
export const signatureUsage = 'http://adlnet.gov/expapi/attachments/signature'

const hashes: Readonly<Record<string, string>> = { RS256: 'RSA-SHA256', RS384: 'RSA-SHA384', RS512: 'RSA-SHA512' }

/**
 * The signature has the form and the algorithm that xAPI asks for, signs this statement and, where it brings its
 * certificate, was made with its key. Whom the certificate belongs to is for readers to judge.
 */
export function requireSignature(
  signedStatement: Statement,
  { attachment, bytes, path }: { attachment: Attachment; bytes: Buffer; path: string },
  version: XapiVersion,
): void {
  const { contentType } = attachment
  if (!/^application\/octet-stream\s*(;|$)/i.test(contentType)) throw fault(`${path}.contentType`, 'enum')
  const [head = '', payload = '', signature = '', ...more] = bytes.toString('latin1').trim().split('.')
  if (signature === '' || more.length > 0) throw fault(path, 'pattern')
  const header = readPart(head, path)
  const hash = typeof header.alg === 'string' ? hashes[header.alg] : undefined
  if (!hash) throw fault(`${path}.alg`, 'enum')
  const [payloadStatement] = readStatements(readPart(payload, path), version)
  if (!payloadStatement || !isSameStatement(signedStatement, payloadStatement)) throw fault(path, 'invalid')
  const [certificate] = Array.isArray(header.x5c) ? (header.x5c as unknown[]) : []
  if (certificate === undefined) return
  const key = typeof certificate === 'string' ? keyOf(certificate) : null
  const isMadeWith = key && createVerify(hash).update(`${head}.${payload}`).verify(key, signature, 'base64url')
  if (!isMadeWith) throw fault(path, 'invalid')
}

function readPart(part: string, path: string): Readonly<Record<string, unknown>> {
  const value = readJson(Buffer.from(part, 'base64url'))
  if (!isObject(value)) throw fault(path, 'pattern')
  return value
}

function keyOf(certificate: string) {
  try {
    return new X509Certificate(Buffer.from(certificate, 'base64')).publicKey
  } catch {
    return null
  }
}
