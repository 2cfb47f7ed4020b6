import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const appId = 'wx0000000000000002'
const appSecret = 'local-weixin-secret'
const lifetimeSeconds = 7200

export interface LocalWeixin {
  /** Of a site whose pages set up their sharing here. */
  settings: Record<string, string>
  /** How many tickets it has given. */
  given(): number
  /** What the next calls meet: `busy` and `wrong secret` are answers, `silent` is none. */
  fail(fault: 'busy' | 'wrong secret' | 'silent' | null): void
  close(): Promise<void>
}

/**
 * WeChat's official accounts as a site sees them: a stable access token, a ticket for it, and the check of a signature that
 * WeChat's browser asks for before a page may set up anything (`/mp/jsapi_preverify`).
 */
export async function localWeixin(port = 0): Promise<LocalWeixin> {
  const tokens = new Set<string>()
  const tickets: string[] = []
  let fault: Parameters<LocalWeixin['fail']>[0] = null

  function answer(path: string, query: URLSearchParams, body: string): object {
    if (fault === 'busy') return { errcode: -1, errmsg: 'system error' }
    if (path === '/cgi-bin/stable_token') return tokenFor(body)
    if (path === '/cgi-bin/ticket/getticket') return ticketFor(query)
    if (path === '/mp/jsapi_preverify') return preverify(query)
    return { errcode: 43_004, errmsg: 'unknown path' }
  }

  function tokenFor(body: string): object {
    const { grant_type: grant, appid, secret } = JSON.parse(body) as Record<string, string>
    if (grant !== 'client_credential') return { errcode: 40_002, errmsg: 'invalid grant_type' }
    if (appid !== appId) return { errcode: 40_013, errmsg: 'invalid appid' }
    if (secret !== appSecret || fault === 'wrong secret') return { errcode: 40_125, errmsg: 'invalid appsecret' }
    const token = randomBytes(24).toString('base64url')
    tokens.add(token)
    return { access_token: token, expires_in: lifetimeSeconds }
  }

  function ticketFor(query: URLSearchParams): object {
    if (query.get('type') !== 'jsapi') return { errcode: 40_097, errmsg: 'invalid type' }
    if (!tokens.has(query.get('access_token') ?? '')) return { errcode: 40_001, errmsg: 'invalid credential' }
    tickets.push(randomBytes(24).toString('base64url'))
    return { errcode: 0, errmsg: 'ok', ticket: tickets.at(-1), expires_in: lifetimeSeconds }
  }

  /** The newest ticket and the one before it count, as WeChat has it for the minutes of a renewal. */
  function preverify(query: URLSearchParams): object {
    if (query.get('appid') !== appId) return { errcode: 40_013, errmsg: 'invalid appid' }
    const fits = tickets.slice(-2).some((ticket) => {
      const fields = ['noncestr', 'timestamp', 'url'].map((name) => `${name}=${query.get(name)}`)
      const digest = createHash('sha1')
        .update([`jsapi_ticket=${ticket}`, ...fields].join('&'))
        .digest('hex')
      return digest === query.get('signature')
    })
    return fits ? { errcode: 0, errmsg: 'ok' } : { errcode: 63_002, errmsg: 'invalid signature' }
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = addressOf(request)
    const body = await text(request)
    if (fault === 'silent') return
    response.setHeader('content-type', 'text/plain')
    response.end(JSON.stringify(answer(pathname, searchParams, body)))
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { WEIXIN_SHARE_APP_ID: appId, WEIXIN_SHARE_APP_SECRET: appSecret, WEIXIN_API_URL: url },
    given: () => tickets.length,
    fail: (next) => {
      fault = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function addressOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://local')
}
