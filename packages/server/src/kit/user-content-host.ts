import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from './config.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served on the origin of what people upload, and nowhere else. */
    onUserContentHost?: boolean
  }
}

/** Whether a request is for the origin of its own on which uploaded pages are. The port says nothing: one may be in front. */
export function isUserContentHost(
  { userContentUrl, trustProxy }: Pick<Config, 'userContentUrl' | 'trustProxy'>,
  headers: IncomingHttpHeaders,
): boolean {
  if (userContentUrl === undefined) return false
  const forwarded = trustProxy ? [headers['x-forwarded-host']].flat()[0] : undefined
  const host = (forwarded ?? headers.host ?? '').split(',')[0]?.trim().toLowerCase() ?? ''
  return host.replace(/:\d+$/, '') === new URL(userContentUrl).hostname
}
