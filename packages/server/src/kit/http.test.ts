import { itemChanged } from '@lantern/contract/catalog/events.ts'
import { saveClass } from '@lantern/contract/identity/organisations.ts'
import { sendSmsCode } from '@lantern/contract/identity/sms.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { createHttpApp } from './http.ts'

const site = await testSite()
const english = { 'accept-language': 'en' }

test('whatever does not say that it is for everybody is kept by no cache', async () => {
  const ada = await site.learner()
  const silent: string[] = []
  for (const address of site.app.answered) {
    if (!address.startsWith('GET /') || address.includes('*')) continue
    const { headers } = await ada.inject({ method: 'GET', url: address.slice(4).replace(/:\w+/g, 'x') })
    if (!/\bpublic\b|no-store|private, no-cache/.test(String(headers['cache-control']))) silent.push(address)
  }
  expect(silent).toEqual([])
})

test('a body is too large for its endpoint before anybody reads it', async () => {
  const guest = site.guest()
  const { csrfToken } = (await guest.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
  const learner = await site.learner()
  const own = (await learner.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
  const ask = (person: typeof guest, path: string, token: string, payload: string) =>
    person.inject({
      method: 'POST',
      url: `${path}?_csrf=${token}`,
      headers: { 'content-type': 'application/json' },
      payload,
    })
  const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, 0])))
  for (const payload of ['['.repeat(1_000_000), keys]) {
    for (const answer of [
      await ask(guest, '/api/changeLanguage', csrfToken, payload),
      await ask(learner, '/api/learn/cn/updateUserBasicInfo', own.csrfToken, payload),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large'])
    }
  }
})

test('a token is of one session: what an attacker got for a cookie that they plant is worth nothing beside another session', async () => {
  const attacker = site.guest()
  const { csrfToken } = (await attacker.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
  const victim = await site.learner()
  // as another site of the same domain could
  victim.cookies.lantern_csrf = attacker.cookies.lantern_csrf ?? ''
  const signOut = (token: string) => victim.inject({ method: 'POST', url: `/api/auth/logout?_csrf=${token}` })
  expect((await signOut(csrfToken)).json()).toMatchObject({ code: 'csrf_invalid' })
  const own = (await victim.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>().csrfToken
  expect((await signOut(own)).statusCode).toBe(200)
})

test('what changes something comes from a page of this site, whatever token it brings', async () => {
  const origins: [string | undefined, number][] = [
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost:81', 403],
    ['http://localhost:80', 200],
    [undefined, 200],
  ]
  for (const [origin, status] of origins) {
    const ada = await site.learner()
    const { csrfToken } = (await ada.inject({ method: 'GET', url: '/api/session' })).json<{ csrfToken: string }>()
    const headers = { host: 'localhost:80', ...(origin !== undefined && { origin }) }
    const answer = await ada.inject({ method: 'POST', url: `/api/auth/logout?_csrf=${csrfToken}`, headers })
    expect([origin, answer.statusCode]).toEqual([origin, status])
  }
})

test('over TLS the cookies that open something are of this host alone, and no other site of the domain plants one', async () => {
  const secure = await testSite({ PUBLIC_URL: 'https://learn.example' }, { beside: site })
  const guest = secure.guest()
  await guest.inject({ method: 'GET', url: '/api/session' })
  expect(Object.keys(guest.cookies)).toEqual(['__Host-lantern_csrf'])
  const ada = await secure.learner()
  expect(Object.keys(ada.cookies)).toEqual(['__Host-lantern_session'])
  const planted = { lantern_session: ada.cookies['__Host-lantern_session'] ?? '' }
  const answer = await secure.inject({ method: 'GET', url: '/api/session', cookies: planted })
  expect(answer.json().user).toBeNull()
})

test('health answers without a database and readiness with one', async () => {
  expect((await site.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
  expect((await site.inject({ method: 'GET', url: '/readyz' })).json()).toEqual({ status: 'ready' })
})

test('metrics are for this machine only', async () => {
  expect((await site.inject({ method: 'GET', url: '/metrics' })).body).toContain('http_request_duration_seconds')
  const outside = await site.inject({ method: 'GET', url: '/metrics', remoteAddress: '203.0.113.9' })
  expect(outside.statusCode).toBe(404)
})

test('who came by TLS once comes by nothing else, and a site without it says nothing of that', async () => {
  const secure = await testSite({ PUBLIC_URL: 'https://lantern.example' })
  for (const url of ['/healthz', '/api/session', '/api/none']) {
    const { headers } = await secure.inject({ method: 'GET', url })
    expect(headers['strict-transport-security'], url).toBe('max-age=31536000')
    expect((await site.inject({ method: 'GET', url })).headers, url).not.toHaveProperty('strict-transport-security')
  }
})

test('an event reaches listeners when its transaction commits and not when it rolls back', async () => {
  const heard: string[] = []
  site.services.events.listen([itemChanged], (payload) => heard.push(payload?.itemId ?? 'gap'))
  await site.db.transaction().execute((trx) => site.services.events.emit(trx, itemChanged, { itemId: 'kept' }))
  await site.db
    .transaction()
    .execute(async (trx) => {
      await site.services.events.emit(trx, itemChanged, { itemId: 'lost' })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await site.settle()
  expect(heard).toEqual(['kept'])
})

test('a change without the CSRF token is refused, with it goes on [PLAT-030]', async () => {
  const bare = await site.inject({
    method: 'POST',
    url: sendSmsCode.path,
    payload: { smsType: 'main_login', mobile: '13912345678' },
  })
  expect(bare.statusCode).toBe(403)
  expect(bare.json().code).toBe('csrf_invalid')
  const { status } = await site.guest().call(sendSmsCode, { body: { smsType: 'main_login', mobile: '13912345678' } })
  expect(status).toBe(200)
})

test('an unknown field, a wrong type and a missing field are named, in the language of the visitor [PLAT-032]', async () => {
  const guest = site.guest()
  const wrong = await guest.call(sendSmsCode, {
    body: { smsType: 'main_login', mobile: 13912345678, extra: 1 } as never,
  })
  expect(wrong.status).toBe(400)
  expect(wrong.result.code).toBe('bad_request')
  expect(wrong.result.details?.map(({ field }) => field).sort()).toEqual(['extra', 'mobile'])
  const missing = await guest.call(sendSmsCode, { body: { smsType: 'main_login' } as never })
  expect(missing.result.details).toEqual([{ field: 'mobile', message: '这一项必填。' }])

  const token = (await guest.inject({ method: 'GET', url: '/api/session' })).json().csrfToken
  const inEnglish = await guest.inject({
    method: 'POST',
    url: `${sendSmsCode.path}?_csrf=${token}`,
    payload: {},
    headers: english,
  })
  expect(inEnglish.json().message).toBe('Something is not right. Please check the marked fields.')
})

test('what may not be empty and is says that it is required, not how many characters', async () => {
  const admin = await site.user({ member: 'admin' })
  const { status, result } = await admin.call(saveClass, { params: { id: 'og_school' }, body: { name: '' } })
  expect([status, result.details]).toEqual([400, [{ field: 'name', message: '这一项必填。' }]])
})

test('an address that cannot be read gets the one shape of failure, in the language of the visitor', async () => {
  for (const url of ['/tutorial/%E0%A4%A', '/api/learn/tutorial/%FF/extends']) {
    const answer = await site.inject({ method: 'GET', url, headers: english })
    expect([answer.statusCode, answer.json()], url).toEqual([
      400,
      { code: 'bad_request', message: 'Something is not right. Please check the marked fields.' },
    ])
  }
})

test('broken JSON, a foreign content type and an endless body get the one shape of failure', async () => {
  const guest = site.guest()
  const token = (await guest.inject({ method: 'GET', url: '/api/session' })).json().csrfToken
  const post = (payload: string, type: string) =>
    guest.inject({
      method: 'POST',
      url: `${sendSmsCode.path}?_csrf=${token}`,
      payload,
      headers: { 'content-type': type },
    })
  expect((await post('{"a":', 'application/json')).json().code).toBe('bad_request')
  expect((await post('<a/>', 'application/xml')).json().code).toBe('unsupported_type')
  expect((await post(`{"a":"${'x'.repeat(2_000_000)}"}`, 'application/json')).json().code).toBe('too_large')
})

test('what is too large is told so, although it is still being sent', async () => {
  const app = await createHttpApp(site.services, {
    resolveViewer: async () => ({ kind: 'guest' }),
    sessionMark: () => 'none',
  })
  app.post('/take', () => 'taken')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  for (let time = 0; time < 5; time++) {
    const body = JSON.stringify('字'.repeat(3_000_000))
    const answer = await fetch(`${origin}/take`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([answer.status, (await answer.json()).code]).toEqual([413, 'too_large'])
  }
  await app.close()
})

test('a failure is logged with its path, and without the tokens behind it; half a sign in JSON is no failure of ours', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const app = await createHttpApp(
    { ...site.services, log },
    { resolveViewer: async () => ({ kind: 'guest' }), sessionMark: () => 'none' },
  )
  app.get('/breaks', () => {
    throw new Error('broken')
  })
  app.get('/keeps', () => sql`select ${'"\\ud800"'}::jsonb`.execute(site.db))
  expect((await app.inject('/breaks?code=secret')).json().code).toBe('internal')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', path: '/breaks', msg: 'request failed' })
  expect(lines[0]).not.toContain('secret')
  const half = await app.inject('/keeps')
  expect([half.statusCode, half.json().code]).toEqual([400, 'bad_request'])
  await app.close()
})

test('an address of five megabytes is refused before it costs anything', async () => {
  const answer = await site.inject({ method: 'GET', url: `/api/learn/search?k=${'x'.repeat(5_000_000)}` })
  expect(answer.statusCode).toBe(413)
  expect(answer.json().code).toBe('too_large')
})

test('the contract is published as OpenAPI 3.1 with every endpoint in it', async () => {
  const document = (await site.inject({ method: 'GET', url: '/api/openapi.json' })).json()
  expect(document.openapi).toBe('3.1.0')
  for (const { path, method } of site.app.endpoints) {
    const templated = path.replace(/:(\w+)/g, '{$1}')
    expect(document.paths[templated]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
  }
  const answers = document.paths['/api/session'].get.responses
  expect(answers['200'].content['application/json'].schema.properties).toHaveProperty('csrfToken')
  expect(answers['400'].content['application/json'].schema.properties).toHaveProperty('code')
  expect((await site.inject({ method: 'GET', url: '/api/docs' })).statusCode).toBe(200)
})
