import { refuse } from '#kit/errors.ts'
import { fault } from './shape-rules.ts'

/** Bytes of statements, of a form or of a document in one request. */
export const mostJsonBytes = 4 * 1024 * 1024

const deepest = 64

/** JSON of a request. What is nested deeper than any statement is refused before it is parsed: it would take seconds. */
export function readJson(bytes: Buffer): unknown {
  if (bytes.byteLength > mostJsonBytes) throw refuse('too_large')
  if (isDeeperThan(bytes, deepest)) throw fault('body', 'invalid')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw fault('body', 'invalid')
  }
}

function isDeeperThan(bytes: Buffer, most: number): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isInText) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) isInText = false
    } else if (byte === 0x22) isInText = true
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > most) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}
