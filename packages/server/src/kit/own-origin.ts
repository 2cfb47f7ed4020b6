import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'

/**
 * Whether a request comes from a page of this site. Cookies come along from any page, and browsers say from which. A
 * program that is no browser says nothing, and has nobody's cookies.
 */
export function isOwnOrigin(
  { publicUrl, isPublicUrlGiven }: Pick<Config, 'publicUrl' | 'isPublicUrlGiven'>,
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
): boolean {
  const { origin } = headers
  if (origin === undefined || origin === publicUrl) return true
  if (isPublicUrlGiven || !URL.canParse(origin)) return false
  const from = new URL(origin)
  // the same port may be written or left out
  return from.host === URL.parse(`${from.protocol}//${host}`)?.host
}
