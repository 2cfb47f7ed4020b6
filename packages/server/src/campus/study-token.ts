import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from '#kit/sealing.ts'

/** What the site said of a page at its last heartbeat. Moments are milliseconds. */
export interface StudyHeld {
  userId: string
  itemId: string
  /** When the page's first token was given, and this one. */
  beganAt: number
  at: number
  /** Seconds of films that were counted on this page. */
  films: number
}

const context = 'study heartbeat'

export function signStudy(sealer: Sealer, held: StudyHeld): string {
  const body = Buffer.from(JSON.stringify(held)).toString('base64url')
  return `${body}.${sealer.digest(body, context).toString('base64url')}`
}

/** Null when the signature is not this site's, or the token is for another person or item. */
export function readStudyToken(
  sealer: Sealer,
  token: string,
  { userId, itemId }: Pick<StudyHeld, 'userId' | 'itemId'>,
): StudyHeld | null {
  const [body = '', signature = ''] = token.split('.')
  const [given, right] = [Buffer.from(signature, 'base64url'), sealer.digest(body, context)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const held = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as StudyHeld
  return held.userId === userId && held.itemId === itemId ? held : null
}
