import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ScriptPlace } from './content-policy.ts'

/** A page as it was asked for. */
export interface PageRequest {
  /** Goes along with the calls that are made for it; absent where it is made for everybody. */
  id?: string
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
  locale: OfferedLocale
  ip: string
  viewer: Viewer
}

/** A finished page. */
export interface RenderedPage {
  status: number
  headers: Record<string, string>
  cookies: readonly string[]
  body: Buffer
  /** The scripts that the site itself wrote into the page; none where it is no page. */
  scripts?: readonly ScriptPlace[]
}

export function pageRequestOf(request: FastifyRequest): PageRequest {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers[name] = value
    else if (value) headers[name] = value.join(', ')
  }
  return {
    id: request.id,
    url: request.url,
    method: request.method,
    headers,
    body: request.method === 'POST' ? String(request.body ?? '') : undefined,
    locale: request.locale,
    ip: request.ip,
    viewer: request.viewer,
  }
}

/**
 * Pages that are kept for all guests are answered elsewhere, so this one is for who asked: page, data of a page or
 * redirect, no cache in between keeps it, and one that would is told by what it differs.
 */
export function answerPage({ status, headers, cookies, body }: RenderedPage, reply: FastifyReply): FastifyReply {
  reply.status(status).headers({ ...headers, 'cache-control': 'private, no-store', vary: 'accept-language, cookie' })
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  return reply.send(body)
}
