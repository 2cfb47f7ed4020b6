import { createHash, randomBytes } from 'node:crypto'
import { getWeixinShareConfig } from '@lantern/contract/catalog/sharing.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import { isOwnOrigin } from '#kit/own-origin.ts'
import { type App, httpRoute } from '#kit/route.ts'
import { weixinTickets } from './weixin-ticket.ts'

/** Signatures with which pages of this site set up their sharing in WeChat; there are none without the settings. */
export function sharingRoutes(app: App): void {
  const { services } = app
  const { config, log, clock } = services
  const account = config.weixinShare && {
    ...config.weixinShare,
    timeoutSeconds: config.providerTimeoutSeconds,
    log,
  }
  const ticketOf = account && weixinTickets(services, account)

  httpRoute(app, getWeixinShareConfig, async ({ query, request }) => {
    if (!account || !ticketOf) throw refuse('not_found')
    const url = signedUrl(query.url, request)
    const timestamp = Math.floor(clock.now().getTime() / 1000)
    const nonceStr = randomBytes(8).toString('hex')
    const text = `jsapi_ticket=${await ticketOf()}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`
    return { appId: account.appId, timestamp, nonceStr, signature: createHash('sha1').update(text).digest('hex') }
  })

  /** The address as it was given, since WeChat compares each byte. Only pages of this site speak in its name. */
  function signedUrl(url: string, { host }: Pick<FastifyRequest, 'host'>): string {
    const origin = URL.parse(url)?.origin
    if (!origin || !isOwnOrigin(config, { headers: { origin }, host })) {
      throw refuse('bad_request', { details: [{ field: 'url', message: `${config.publicUrl}/…` }] })
    }
    return url.replace(/#.*$/s, '')
  }
}
