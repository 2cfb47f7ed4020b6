import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { demoIdentityProvider } from './demo/identity-provider.ts'
import { openIdSource } from './openid-source.ts'
import type { Departure, OutsideSource } from './outside-source.ts'

const client = { clientId: 'lantern', clientSecret: 'a secret of thirty-two characters' }
const callbackUrl = 'https://learn.example.cn/u3d/oauth/unityId/callback'
const departure: Departure = {
  state: 'state-of-this-visit',
  nonce: 'nonce-of-this-visit',
  codeVerifier: 'v'.repeat(43),
  callbackUrl,
  locale: 'en_US',
  registering: false,
}

const stops: (() => void)[] = []
afterAll(() => {
  for (const stop of stops) stop()
})

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void, port = 0) {
  const server = createServer(handler)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  stops.push(stop)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

function sourceAt(issuer: string): OutsideSource {
  return openIdSource({ issuer, ...client, timeoutSeconds: 1, log: pino({ level: 'silent' }) })
}

test('a real provider over a real connection says who the person is, once for each code', async () => {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined
  const { url: issuer } = await listen((request, response) => void handle(request, response))
  const provider = demoIdentityProvider({
    issuer,
    ...client,
    redirectUri: callbackUrl,
    people: [{ id: 'dev-1', name: '秦小满', note: '', phone: '13800000001', chatAppId: 'union-1' }],
    interactionPath: (uid) => `/choose/${uid}`,
  })
  provider.proxy = false
  const callback = provider.callback()
  handle = (request, response) => {
    if (!request.url?.startsWith('/choose/')) return callback(request, response)
    return provider.interactionFinished(request, response, { login: { accountId: 'dev-1' } })
  }

  const source = sourceAt(issuer)
  const back = await visit(await source.start(departure))
  expect(back.searchParams.get('state')).toBe(departure.state)
  expect(back.searchParams.get('iss')).toBe(issuer)
  const arrival = { ...departure, url: back }
  expect(await source.identify(arrival)).toEqual({
    way: 'unityId',
    id: 'dev-1',
    name: '秦小满',
    phone: '13800000001',
    chatAppId: 'union-1',
  })
  await expect(source.identify(arrival)).rejects.toMatchObject({ code: 'identity_not_proved' })

  const other = { ...departure, url: await visit(await source.start(departure)), codeVerifier: 'w'.repeat(43) }
  await expect(source.identify(other)).rejects.toMatchObject({ code: 'identity_not_proved' })
})

/** A browser at the provider: keeps cookies, follows redirects, stops before it leaves. */
async function visit(start: string): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(start)
  while (!url.href.startsWith(callbackUrl)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    url = new URL(answer.headers.get('location') ?? '', url)
  }
  return url
}

interface Bends {
  discovery?: object
  claims?: object
  person?: object
  /** Signs the token with a key that the provider does not publish. */
  foreignKey?: boolean
  /** Takes over the answer of a path. */
  answer?: (path: string, response: ServerResponse) => boolean
}

/** A provider that says what it is told to: right in everything, but for what is bent. */
async function bentProvider(bends: Bends) {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let issuer = ''
  const { url, stop } = await listen((request, response) => {
    const path = new URL(request.url ?? '/', issuer).pathname
    if (bends.answer?.(path, response)) return
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: client.clientId, sub: 'dev-1', iat: now, exp: now + 300, nonce: departure.nonce }
    const answers: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['ES256'],
        ...bends.discovery,
      },
      '/keys': { keys: [{ ...own.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'k' }] },
      '/token': {
        access_token: 'token',
        token_type: 'Bearer',
        expires_in: 300,
        id_token: signed({ ...claims, ...bends.claims }, (bends.foreignKey ? foreign : own).privateKey),
      },
      '/me': { sub: 'dev-1', nickname: '陆星野', ...bends.person },
    }
    response.setHeader('content-type', 'application/json')
    response.statusCode = answers[path] ? 200 : 404
    response.end(JSON.stringify(answers[path] ?? {}))
  })
  issuer = url
  return { issuer, stop, source: sourceAt(issuer) }
}

function signed(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${part({ alg: 'ES256', kid: 'k', typ: 'JWT' })}.${part(claims)}`
  return `${body}.${sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

function arrival(query = 'code=c&state=state-of-this-visit') {
  return { ...departure, url: new URL(`${callbackUrl}?${query}`) }
}

const now = Math.floor(Date.now() / 1000)

test('the same provider, telling the truth, is believed; a clock a little off too', async () => {
  const { source } = await bentProvider({ claims: { exp: now - 20 } })
  expect(await source.identify(arrival())).toMatchObject({ id: 'dev-1', name: '陆星野', phone: null, chatAppId: null })
})

test('a phone is heard only where the provider has checked it', async () => {
  const unchecked = await bentProvider({ person: { phone_number: '+8613800000001', phone_number_verified: false } })
  expect(await unchecked.source.identify(arrival())).toMatchObject({ phone: null })
  const checked = await bentProvider({ person: { phone_number: '+86 138 0000 0001', phone_number_verified: true } })
  expect(await checked.source.identify(arrival())).toMatchObject({ phone: '13800000001' })
  const abroad = await bentProvider({ person: { phone_number: '+4915112345678', phone_number_verified: true } })
  expect(await abroad.source.identify(arrival())).toMatchObject({ phone: null })
})

const lies: Record<string, Bends> = {
  'names another issuer in its discovery': { discovery: { issuer: 'https://evil.example' } },
  'signs for another issuer': { claims: { iss: 'https://evil.example' } },
  'signs for another audience': { claims: { aud: 'another-client' } },
  'answers another nonce': { claims: { nonce: 'of-another-visit' } },
  'leaves out the nonce': { claims: { nonce: undefined } },
  'sends an expired token': { claims: { iat: now - 900, exp: now - 600 } },
  'sends a token from the future': { claims: { nbf: now + 600 } },
  'signs with a key that is not its own': { foreignKey: true },
  'names nobody': { claims: { sub: undefined } },
  'speaks of somebody else in userinfo': { person: { sub: 'dev-2' } },
  'sends no token': {
    answer: (path, response) => path === '/token' && sendJson(response, 200, { token_type: 'Bearer' }),
  },
  'refuses the code': {
    answer: (path, response) => path === '/token' && sendJson(response, 400, { error: 'invalid_grant' }),
  },
  'speaks no JSON': {
    answer: (path, response) => {
      if (path !== '/me') return false
      response.end('<html>')
      return true
    },
  },
}

for (const [name, bends] of Object.entries(lies)) {
  test(`a provider that ${name} proves nobody`, async () => {
    const { source } = await bentProvider(bends)
    await expect(source.identify(arrival())).rejects.toMatchObject({ code: 'identity_not_proved' })
  })
}

test('a return with another state, or from another issuer, proves nobody', async () => {
  const { source } = await bentProvider({ discovery: { authorization_response_iss_parameter_supported: true } })
  for (const query of [
    'code=c&state=another',
    'code=c',
    'code=c&state=state-of-this-visit&iss=https%3A%2F%2Fevil.example',
  ]) {
    await expect(source.identify(arrival(query))).rejects.toMatchObject({ code: 'identity_not_proved' })
  }
})

test('what the provider itself says in the return is told apart: cancelled, broken, refused', async () => {
  const { source } = await bentProvider({})
  const outcomes = {
    access_denied: 'sign_in_cancelled',
    temporarily_unavailable: 'provider_unavailable',
    invalid_scope: 'identity_not_proved',
  }
  for (const [error, code] of Object.entries(outcomes)) {
    await expect(source.identify(arrival(`error=${error}&state=state-of-this-visit`))).rejects.toMatchObject({ code })
  }
})

const outages: Record<string, Bends> = {
  'never answers': { answer: (path) => path !== '/.well-known/openid-configuration' },
  'is broken': { answer: (path, response) => path === '/token' && sendJson(response, 502, {}) },
  'is asked too often': { answer: (path, response) => path === '/token' && sendJson(response, 429, {}) },
}

for (const [name, bends] of Object.entries(outages)) {
  test(`a provider that ${name} is away, and says when to try again`, async () => {
    const { source } = await bentProvider(bends)
    await expect(source.identify(arrival())).rejects.toMatchObject({
      code: 'provider_unavailable',
      retryAfterSeconds: 10,
    })
  })
}

test('a provider that is down is away, and is found again as soon as it is back', async () => {
  const { issuer, stop } = await bentProvider({})
  stop()
  const source = sourceAt(issuer)
  await expect(source.start(departure)).rejects.toMatchObject({ code: 'provider_unavailable' })
  const { port } = new URL(issuer)
  await listen((_request, response) => {
    sendJson(response, 200, { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` })
  }, Number(port))
  expect(await source.start(departure)).toContain(`${issuer}/auth?`)
})

test('registering goes to the sign-up of a provider that has one', async () => {
  const { source } = await bentProvider({ discovery: { prompt_values_supported: ['none', 'create'] } })
  const url = new URL(await source.start({ ...departure, registering: true }))
  expect(url.searchParams.get('prompt')).toBe('create')
})

test('the secret goes the way that the provider takes it', async () => {
  const seen: string[] = []
  const answer = (methods: string[]) => ({
    discovery: { token_endpoint_auth_methods_supported: methods },
    answer: (path: string, response: ServerResponse) => {
      if (path === '/token') seen.push(response.req.headers.authorization?.split(' ')[0] ?? 'body')
      return false
    },
  })
  for (const methods of [['client_secret_basic', 'client_secret_post'], ['client_secret_post']]) {
    await (await bentProvider(answer(methods))).source.identify(arrival())
  }
  expect(seen).toEqual(['Basic', 'body'])
})

function sendJson(response: ServerResponse, status: number, body: object): true {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  return true
}
