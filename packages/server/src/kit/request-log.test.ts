import type { AddressInfo } from 'node:net'
import { createToken } from '@lantern/contract/identity/tokens.ts'
import { afterAll, expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { buildApp } from '../app.ts'
import { inProcessCalls } from '../pages/in-process-calls.ts'
import { createPages } from '../pages.ts'
import { createHttpApp } from './http.ts'

// a site with pages, reached over the network, and its log; what would render the pages is not there

const lines: Record<string, unknown>[] = []
const site = await testSite({ LOG_LEVEL: 'info' }, { logTo: { write: (line) => void lines.push(JSON.parse(line)) } })
const pages = createPages(site.services, {
  mode: 'production',
  serveFiles: () => Promise.resolve(),
  load: () => Promise.reject(new Error('there are no built pages here')),
})
const app = await buildApp(site.services, { pages: pages.register, front: pages.front })
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

async function lineOf(path: string, init: RequestInit = {}) {
  lines.length = 0
  const answer = await fetch(origin + path, init)
  const body = await answer.text()
  const requests = () => lines.filter(({ msg }) => msg === 'request')
  await expect.poll(requests).toHaveLength(1)
  return { answer, body, line: requests()[0] ?? {}, all: lines.splice(0) }
}

test('each request is one line with its id, route, status and time, and names nobody', async () => {
  const person = await site.learner({ name: 'Ada Lovelace', phone: '13912340000' })
  const cookie = `lantern_session=${person.cookies.lantern_session}`
  const headers = { cookie, 'user-agent': 'a browser of Ada', 'x-forwarded-for': '203.0.113.9' }
  const { line, answer, all } = await lineOf('/api/learn/cn/record/list?userId=13912340000&code=4711', { headers })
  expect(Object.keys(line).sort()).toEqual([
    'hostname',
    'id',
    'level',
    'method',
    'ms',
    'msg',
    'pid',
    'route',
    'status',
    'time',
  ])
  expect(line).toMatchObject({ method: 'GET', route: '/api/learn/cn/record/list', status: answer.status })
  expect(line.id).toBe(answer.headers.get('x-request-id'))
  expect(JSON.stringify(all)).not.toMatch(/Ada|1391234|4711|203\.0|127\.0/)
})

test('the id that a proxy gave is taken over, and one that is no id is not', async () => {
  const given = 'b7f0c3.1-9a:2/x=='
  const { line, answer } = await lineOf('/api/session', { headers: { 'x-request-id': given } })
  expect([line.id, answer.headers.get('x-request-id')]).toEqual([given, given])
  for (const wrong of ['two words', 'x'.repeat(200), '{"level":60}']) {
    const { line, answer } = await lineOf('/api/session', { headers: { 'x-request-id': wrong } })
    expect(line.id).toMatch(/^[\da-f-]{36}$/)
    expect(answer.headers.get('x-request-id')).toBe(line.id)
  }
})

test('the calls of a page have the id of the page, and no lines of their own', async () => {
  const inside = await createHttpApp(site.services, {
    resolveViewer: async () => ({ kind: 'guest' }),
    sessionMark: () => 'guest',
  })
  inside.get('/who', ({ id }) => ({ id }))
  await inside.ready()
  lines.length = 0
  const page = { url: '/', method: 'GET', headers: {}, body: undefined, locale: 'zh_CN', ip: '127.0.0.1' } as const
  const { send } = inProcessCalls(inside, { ...page, id: 'page-7', viewer: { kind: 'guest' } })
  expect(JSON.parse((await send({ method: 'GET', path: '/who', body: undefined })).text)).toEqual({ id: 'page-7' })
  expect(lines).toEqual([])
  await inside.close()
})

test.each([
  ['GET', '/api/no/such/call', 404, 'not_found'],
  ['POST', '/api/no/such/call', 404, 'not_found'],
  ['DELETE', '/api/session', 405, 'method_not_allowed'],
  ['GET', '/api', 404, 'not_found'],
  ['GET', '/api/learn/cn?k=1', 404, 'not_found'],
  ['PUT', '/tutorial/x', 404, 'not_found'],
])('%s %s is answered in the one shape of failure, without a stack in the log', async (method, path, status, code) => {
  const { answer, body, line, all } = await lineOf(path, { method, headers: { 'accept-language': 'en' } })
  expect(answer.status).toBe(status)
  expect(JSON.parse(body)).toEqual({ code, message: expect.stringMatching(/^(Not found|This address)/) })
  expect(all).toEqual([line])
})

test('a failure is logged with the id of its request, and without the values of the row that PostgreSQL names', async () => {
  const failing = await createHttpApp(site.services, {
    resolveViewer: async () => ({ kind: 'guest' }),
    sessionMark: () => 'guest',
  })
  const ada = await site.learner({ phone: '13912340001' })
  const again = { id: 'u_again', name: 'Eve', slug: 'u_again', phone: '13912340001' }
  failing.get('/twice', () => site.db.insertInto('users').values(again).execute())
  lines.length = 0
  await failing.inject({ method: 'GET', url: '/twice', headers: { 'x-request-id': 'call-9' } })
  expect(ada.id).not.toBe('')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ id: 'call-9', msg: 'request failed' })
  expect(JSON.stringify(lines[0])).toContain('users_phone')
  expect(JSON.stringify(lines[0])).not.toContain('13912340001')
  await failing.close()
})

test('figures tell pages by their pattern, calls, files and what pages ask inside the process apart', async () => {
  for (const path of [
    '/tutorial/light',
    '/tutorial/shadow?x=1',
    '/u/u_1.data',
    '/api/session',
    '/robots.txt',
    '/healthz',
  ]) {
    await (await fetch(origin + path)).text()
  }
  await app.inject('/api/session')
  const counted = async () => {
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    return metrics
      .split('\n')
      .flatMap((line) => /^(?:http_request|inside_call)_duration_seconds_count(.*)/.exec(line)?.[1] ?? [])
  }
  await expect
    .poll(counted)
    .toEqual(
      expect.arrayContaining([
        '{kind="page",method="GET",route="/tutorial/:slug",status="500"} 2',
        '{kind="page_data",method="GET",route="/u/:userId",status="500"} 1',
        expect.stringContaining('{kind="call",method="GET",route="/api/session",status="200"}'),
        '{kind="file",method="GET",route="*.txt",status="200"} 1',
        '{kind="machine",method="GET",route="/healthz",status="200"} 1',
        '{method="GET",route="/api/session",status="200"} 1',
      ]),
    )
})

test('an unknown address of the API answers in the shape of an error, and the log has its line and nothing more', async () => {
  for (const [method, path] of [
    ['GET', '/api/none'],
    ['GET', '/api/learn/none?k=1'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/session/more'],
    ['POST', '/api/none'],
    ['PUT', '/api/none'],
    ['DELETE', '/api/none'],
  ] as const) {
    const { answer, body, all } = await lineOf(path, { method })
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
    ])
    expect([path, JSON.parse(body)]).toEqual([path, { code: 'not_found', message: expect.stringMatching(/./) }])
    expect([path, all.map(({ msg }) => msg)]).toEqual([path, ['request']])
    expect(JSON.stringify(all)).not.toMatch(/stack|\.ts:/)
  }
})

test('a request by a token names it, also where it opens nothing, and never says it', async () => {
  const person = await site.learner()
  const body = { name: 'a program', scopes: ['notes.read' as const], days: 1 }
  const { id, token } = (await person.call(createToken, { body })).result
  const headers = { authorization: `Bearer ${token}` }
  for (const [path, status] of [
    ['/api/learn/cn/note/list', 200],
    ['/api/learn/cn/token/list', 403],
  ] as const) {
    const { line, all } = await lineOf(path, { headers })
    expect([line.status, line.token]).toEqual([status, id])
    expect(JSON.stringify(all)).not.toContain(token)
  }
})
