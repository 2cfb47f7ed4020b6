import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { saveLtiPlatform } from '@lantern/contract/lti/platforms.ts'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterUse } from '#testing/after-use.ts'
import type { Person, TestSite } from '#testing/site.ts'
import { claimBase } from '../claims.ts'

const clientId = 'lantern-client'

export interface PlayedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

type Answer = { status: number; body: unknown; headers?: Record<string, string> }

/** A learning platform that is a site of its own: it has keys, signs launches, and answers what the tool asks it for. */
export async function playPlatform(answer: (request: PlayedRequest) => Answer | null = () => null) {
  let keys = [await makeKey('key-1')]
  const asked: PlayedRequest[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const played = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(pieces).toString('utf8'),
    }
    const known = played.path === '/jwks' ? { status: 200, body: { keys: keys.map(({ jwk }) => jwk) } } : null
    asked.push(played)
    const { status, body, headers }: Answer = known ?? answer(played) ?? { status: 404, body: {} }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterUse(() => new Promise((done) => server.close(done)))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    asked,
    /** The old key is gone at once. */
    async rotate() {
      const [old] = keys
      keys = [await makeKey(`key-${keys[0]?.kid}-next`)]
      return old
    },
    async sign(claims: JWTPayload, key = keys[0]) {
      if (!key) throw new Error('The platform has no key')
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(key.privateKey)
    },
    /** Registers it with an organisation, as its admin does. */
    async register(admin: Person, organisationId: string, more: { clientId?: string; deploymentIds?: string[] } = {}) {
      const { result } = await admin.call(saveLtiPlatform, {
        params: { id: organisationId },
        body: {
          name: '教学平台',
          issuer,
          clientId,
          authUrl: `${issuer}/auth`,
          tokenUrl: `${issuer}/token`,
          jwksUrl: `${issuer}/jwks`,
          deploymentIds: ['1'],
          ...more,
        },
      })
      return result
    },
  }
}

export type PlayedPlatform = Awaited<ReturnType<typeof playPlatform>>

async function makeKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

export type PlayedKey = Awaited<ReturnType<typeof makeKey>>

/** A browser that is sent back and forth: it keeps cookies, and says whether it shows the site in a frame. */
export function browserAt(site: TestSite, cookies: Record<string, string> = {}) {
  const jar = { ...cookies }
  const headersOf = (isFramed: boolean) => ({
    accept: 'text/html',
    'sec-fetch-dest': isFramed ? 'iframe' : 'document',
    'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0',
  })
  async function visit(
    url: string,
    { isFramed = false, form }: { isFramed?: boolean; form?: Record<string, string> } = {},
  ) {
    const { pathname, search } = new URL(url, site.services.config.publicUrl)
    const answer = await site.inject({
      method: form ? 'POST' : 'GET',
      url: `${pathname}${search}`,
      cookies: jar,
      headers: {
        ...headersOf(isFramed),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://learn.example' }),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') delete jar[name]
      else jar[name] = value
    }
    return answer
  }
  return { jar, visit }
}

export interface Opening {
  subject?: string
  name?: string
  roles?: string[]
  path?: string
  isFramed?: boolean
  /** Told apart from what is right. */
  claims?: JWTPayload
  key?: PlayedKey
  /** How far the platform's clock is off. */
  clockSeconds?: number
}

/** Somebody presses a link at the platform: as far as the answer to the token. */
export async function openFrom(
  site: TestSite,
  platform: PlayedPlatform,
  registered: { id: string },
  browser: ReturnType<typeof browserAt>,
  opening: Opening = {},
) {
  const { isFramed = false } = opening
  const { token, state } = await tokenFor(site, platform, registered, browser, opening)
  return browser.visit(`/lti/launch/${registered.id}`, { isFramed, form: { id_token: token, state } })
}

/** The same, up to the token that the platform posts. */
export async function tokenFor(
  site: TestSite,
  platform: PlayedPlatform,
  registered: { id: string },
  browser: ReturnType<typeof browserAt>,
  opening: Opening,
) {
  const { path = '/', isFramed = false } = opening
  const target = `${site.services.config.publicUrl}${path}`
  const start = { iss: platform.issuer, login_hint: 'hint', target_link_uri: target, client_id: clientId }
  const left = await browser.visit(`/lti/login/${registered.id}?${new URLSearchParams(start)}`, { isFramed })
  const asked = new URL(String(left.headers.location)).searchParams
  const token = await launchToken(site, platform, { ...opening, nonce: asked.get('nonce') ?? '' })
  return { token, state: asked.get('state') ?? '', asked }
}

/** What the platform signs for a departure with this nonce. */
export async function launchToken(
  site: TestSite,
  platform: PlayedPlatform,
  {
    subject = 'person-1',
    name = '江照',
    roles,
    path = '/',
    claims,
    key,
    clockSeconds = 0,
    nonce,
  }: Opening & { nonce: string },
): Promise<string> {
  const target = `${site.services.config.publicUrl}${path}`
  const now = Math.floor(site.clock.now().getTime() / 1000) + clockSeconds
  return platform.sign(
    {
      iss: platform.issuer,
      aud: clientId,
      sub: subject,
      name,
      nonce,
      iat: now,
      exp: now + 60,
      [`${claimBase}version`]: '1.3.0',
      [`${claimBase}message_type`]: 'LtiResourceLinkRequest',
      [`${claimBase}deployment_id`]: '1',
      [`${claimBase}target_link_uri`]: target,
      [`${claimBase}resource_link`]: { id: 'link-1', title: '第一盏灯' },
      [`${claimBase}roles`]: roles ?? ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
      ...claims,
    },
    key,
  )
}
