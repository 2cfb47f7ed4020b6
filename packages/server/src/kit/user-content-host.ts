import type { IncomingMessage } from 'node:http'
import type { Config } from './config.ts'
import { isFromProxy } from './trusted-proxies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served on the origin of what people upload, and nowhere else. */
    onUserContentHost?: boolean
  }
}

/** Whether a request is for the origin of its own on which uploaded pages are. The port says nothing: one may be in front. */
export function isUserContentHost(
  { userContentHost, trustProxy }: Pick<Config, 'userContentHost' | 'trustProxy'>,
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
): boolean {
  if (userContentHost === undefined) return false
  const { headers } = request
  const forwarded = isFromProxy(trustProxy, request) ? [headers['x-forwarded-host']].flat().at(-1) : undefined
  // the last of several: what the nearest proxy wrote
  const host = (forwarded ?? headers.host ?? '').split(',').at(-1)?.trim().toLowerCase() ?? ''
  return host.replace(/:\d+$/, '') === userContentHost
}
