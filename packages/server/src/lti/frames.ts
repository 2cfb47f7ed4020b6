import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostCookie } from '#kit/host-cookie.ts'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { framedCookie } from './departures.ts'

const context = 'lti:frame'

/** Answers that this request makes a part of a frame. */
const framedBy = new WeakMap<FastifyReply, readonly string[]>()

/** From now on this browser shows the site in a frame of these origins, inside of that platform alone. */
export function openFrame(services: Services, reply: FastifyReply, origins: readonly string[]): void {
  const said = Buffer.from(origins.join(' ')).toString('base64url')
  const mark = services.sealer.digest(said, context).toString('base64url')
  reply.setCookie(frameCookie(services), `${said}.${mark}`, framedCookie)
  allowFrame(reply, origins)
}

/** This answer alone. */
export function allowFrame(reply: FastifyReply, origins: readonly string[]): void {
  framedBy.set(reply, origins)
}

/**
 * What is answered inside such a frame may be shown there, and its cookies stay there. Everywhere else, and for everybody
 * who did not come by a launch, no other site may frame a page.
 */
export function serveFrames(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const origins = framedBy.get(reply) ?? originsOf(app.services, request)
    if (!origins) return payload
    reply.removeHeader('x-frame-options')
    const allowed = `frame-ancestors ${["'self'", ...origins].join(' ')}`
    const policy = reply.getHeader('content-security-policy')
    reply.header(
      'content-security-policy',
      typeof policy === 'string' ? policy.replace(/frame-ancestors [^;]*/, () => allowed) : allowed,
    )
    const cookies = [reply.getHeader('set-cookie') ?? []].flat()
    if (cookies.length > 0) {
      reply.removeHeader('set-cookie')
      for (const cookie of cookies) reply.header('set-cookie', insideFrame(String(cookie)))
    }
    return payload
  })
}

function insideFrame(cookie: string): string {
  const kept = cookie.split('; ').filter((part) => !/^(SameSite=|Secure$|Partitioned$)/i.test(part))
  return [...kept, 'SameSite=None', 'Secure', 'Partitioned'].join('; ')
}

function originsOf(services: Services, request: FastifyRequest): readonly string[] | null {
  const [said = '', mark = ''] = request.cookies?.[frameCookie(services)]?.split('.') ?? []
  if (said === '') return null
  const given = Buffer.from(mark, 'base64url')
  const right = services.sealer.digest(said, context)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return Buffer.from(said, 'base64url').toString('utf8').split(' ')
}

function frameCookie({ config }: Services): string {
  return hostCookie(config, 'lantern_frame')
}
