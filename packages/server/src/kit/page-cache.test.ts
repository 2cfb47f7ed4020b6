import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { PageCache } from './page-cache.ts'

const cache = new PageCache({
  parametersOf: (path) =>
    path === '/list' ? ['page', 'language'] : path === '/tutorial/x' ? ['language'] : path === '/' ? [] : null,
  maxBytes: 200_000,
  sharedMaxAge: 10,
  freshMs: 60_000,
})
let refreshed = 0
const server = createServer((incoming, response) => {
  const key = cache.keyOf(incoming)
  if (key && cache.answer(key, incoming, response, () => refreshed++)) return
  response.writeHead(404, { 'x-key': encodeURIComponent(key ?? 'none') })
  response.end()
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
afterAll(() => server.close())

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  return new Promise((done, fail) => {
    request({ port, host: '127.0.0.1', path, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
      .on('error', fail)
      .end()
  })
}

const keyOf = async (path: string, headers?: Record<string, string>) =>
  decodeURIComponent(String((await get(path, headers)).headers['x-key']))

const page = (body: string) => ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(body) })

test('the key is language, path and the declared parameters, whatever their order', async () => {
  expect(await keyOf('/list?page=2', { 'accept-language': 'en-GB' })).toBe('en_US /list?page=2')
  expect(await keyOf('/', { 'accept-language': 'en', cookie: 'lantern_locale=zh_CN' })).toBe('zh_CN /?')
  expect(await keyOf('/list?utm_source=a&page=2&utm_medium=b')).toBe('zh_CN /list?page=2')
})

test('an address that asks for a language is kept in that language, whatever was chosen before [I18N-007]', async () => {
  const chosen = { cookie: 'lantern_locale=zh_CN', 'accept-language': 'en' }
  expect(await keyOf('/list?language=ko_KR&page=2', chosen)).toBe('ko_KR /list?language=ko_KR&page=2')
  expect(await keyOf('/list?language=ko', chosen)).toBe('ko_KR /list?language=ko')
  // of an item it says in which language the content is
  expect(await keyOf('/tutorial/x?language=en', chosen)).toBe('zh_CN /tutorial/x?language=en')
  expect(await keyOf('/tutorial/x?language=en_US', chosen)).toBe('en_US /tutorial/x?language=en_US')
  expect(await keyOf('/list?language=xx', chosen)).toBe('none')
})

test('a session, an undeclared parameter or an unknown path is never answered from here', async () => {
  expect(await keyOf('/', { cookie: 'lantern_session=abc' })).toBe('none')
  expect(await keyOf('/list?page=2&secret=1')).toBe('none')
  expect(await keyOf('/u/somebody')).toBe('none')
})

test('a kept page comes with a validator, and 304 for who has it already', async () => {
  await cache.keep('zh_CN /?', cache.version, page('<h1>欢迎</h1>'))
  const first = await get('/')
  expect(first.body).toBe('<h1>欢迎</h1>')
  expect(first.headers['cache-control']).toContain('s-maxage=10')
  const again = await get('/', { 'if-none-match': String(first.headers.etag) })
  expect(again).toMatchObject({ status: 304, body: '' })
  expect((await get('/', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br')
})

test('after a change the first to ask renders and the others get the kept page meanwhile', async () => {
  await cache.keep('zh_CN /?', cache.version, page('old'))
  cache.invalidate()
  expect((await get('/')).status).toBe(404)
  expect(await get('/')).toMatchObject({ status: 200, body: 'old' })
  await cache.keep('zh_CN /?', cache.version, page('new'))
  expect((await get('/')).body).toBe('new')
})

test('a page rendered while something changed is stale at once', async () => {
  const before = cache.version
  cache.invalidate()
  await cache.keep('zh_CN /?', before, page('half old'))
  expect((await get('/')).status).toBe(404)
  await cache.keep('zh_CN /?', cache.version, page('whole'))
})

test('failures are not kept, and the oldest page goes when there is no more room', async () => {
  await cache.keep('zh_CN /list?page=9', cache.version, { status: 500, headers: {}, body: Buffer.from('broken') })
  expect((await get('/list?page=9')).status).toBe(404)
  const noise = () => Array.from({ length: 40_000 }, () => Math.random().toString(36).slice(2, 3)).join('')
  for (const n of [1, 2, 3, 4]) await cache.keep(`zh_CN /list?page=${n}`, cache.version, page(noise()))
  expect((await get('/list?page=1')).status).toBe(404)
  expect((await get('/list?page=4')).status).toBe(200)
  expect(refreshed).toBe(0)
})
