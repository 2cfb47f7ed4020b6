import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { Things } from './changed-things.ts'
import { PageCache } from './page-cache.ts'

const cache = new PageCache({
  parametersOf: (path) =>
    path === '/list' ? ['page', 'language'] : path === '/tutorial/x' ? ['language'] : path === '/' ? [] : null,
  maxBytes: 200_000,
  shared: () => ({ seconds: 10, variesByCookie: true }),
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

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  return new Promise((done, fail) => {
    request({ port, host: '127.0.0.1', path, headers, method }, (response) => {
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

const page = (body: string, dependsOn: Things = new Set(['a'])) => ({
  status: 200,
  headers: { 'content-type': 'text/html', link: '</sheet.css>; rel=preload; as=style' },
  body: Buffer.from(body),
  dependsOn,
})
/** A page of some 60 kB, however it is compressed. */
const noise = () => page(randomBytes(60_000).toString('hex'))
const changed = (...things: string[]) => cache.invalidate(new Set(things))

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

test('a tag that a proxy made weak, or one of several, is known as well', async () => {
  await cache.keep('zh_CN /?', cache.version, page('<h1>欢迎</h1>'))
  const { etag } = (await get('/')).headers
  for (const held of [`W/${etag}`, `"other", ${etag}`, `W/"other",W/${etag}`, '*']) {
    expect((await get('/', { 'if-none-match': held })).status, held).toBe(304)
  }
  expect((await get('/', { 'if-none-match': '"other", W/"another"' })).status).toBe(200)
})

test('an encoding that the browser refuses is not sent', async () => {
  await cache.keep('zh_CN /?', cache.version, page('<h1>欢迎</h1>'))
  const encodingFor = async (accepted: string) =>
    (await get('/', { 'accept-encoding': accepted })).headers['content-encoding']
  expect(await encodingFor('gzip;q=0.5, br;q=0.1')).toBe('br')
  expect(await encodingFor('br;q=0, gzip')).toBe('gzip')
  expect(await encodingFor('gzip;q=0.000 , br; q=0')).toBeUndefined()
})

test('who asks for the head alone, or has the page already, is told what to load ahead and how it may be kept', async () => {
  await cache.keep('zh_CN /?', cache.version, page('<h1>欢迎</h1>'))
  const whole = await get('/')
  const told = { link: '</sheet.css>; rel=preload; as=style', vary: whole.headers.vary, etag: whole.headers.etag }
  expect(whole.headers).toMatchObject(told)
  const head = await get('/', {}, 'HEAD')
  expect(head).toMatchObject({ status: 200, body: '', headers: { ...told, 'content-length': '15' } })
  for (const method of ['GET', 'HEAD']) {
    const known = await get('/', { 'if-none-match': String(whole.headers.etag) }, method)
    expect(known).toMatchObject({ status: 304, headers: { ...told, 'cache-control': whole.headers['cache-control'] } })
  }
})

test('a change makes stale what was made of it, and nothing else', async () => {
  await cache.keep('zh_CN /?', cache.version, page('first', new Set(['a', 'b'])))
  await cache.keep('zh_CN /list?', cache.version, page('second', new Set(['b', 'c'])))
  await cache.keep('zh_CN /tutorial/x?', cache.version, page('nobody knows', 'everything'))
  changed('a')
  expect((await get('/')).status).toBe(404)
  expect((await get('/tutorial/x')).status).toBe(404)
  expect(await get('/list')).toMatchObject({ status: 200, body: 'second' })
  changed('elsewhere')
  expect((await get('/list')).status).toBe(200)
  cache.invalidate('everything')
  expect((await get('/list')).status).toBe(404)
})

test('after a change the first to ask renders and the others get the kept page meanwhile', async () => {
  await cache.keep('zh_CN /?', cache.version, page('old'))
  changed('a')
  expect((await get('/')).status).toBe(404)
  expect(await get('/')).toMatchObject({ status: 200, body: 'old' })
  await cache.keep('zh_CN /?', cache.version, page('new'))
  expect((await get('/')).body).toBe('new')
})

test('a page rendered while something changed is stale at once', async () => {
  for (const change of [['a'], ['b', 'c'], 'everything'] as const) {
    const before = cache.version
    cache.invalidate(change === 'everything' ? change : new Set(change))
    changed('later', 'and elsewhere')
    await cache.keep('zh_CN /?', before, page('half old', new Set(['a', 'b'])))
    expect((await get('/')).status).toBe(404)
  }
  const before = cache.version
  changed('elsewhere')
  await cache.keep('zh_CN /?', before, page('whole', new Set(['a', 'b'])))
  expect(await get('/')).toMatchObject({ status: 200, body: 'whole' })
})

test('a page is stale when nobody knows what it was made of and anything changed meanwhile', async () => {
  const before = cache.version
  changed('elsewhere')
  await cache.keep('zh_CN /?', before, page('perhaps half old', 'everything'))
  expect((await get('/')).status).toBe(404)
  await cache.keep('zh_CN /?', cache.version, page('whole', 'everything'))
  expect((await get('/')).status).toBe(200)
})

test('a change that comes while a kept page is packed is not lost', async () => {
  const kept = cache.keep('zh_CN /?', cache.version, page('old'))
  changed('a')
  await kept
  expect((await get('/')).status).toBe(404)
  cache.giveUp('zh_CN /?')
})

test('of more changes than are remembered a page that was begun before them misses none', async () => {
  const before = cache.version
  changed('a')
  changed(...Array.from({ length: 10_001 }, (_, n) => `import ${n}`))
  await cache.keep('zh_CN /?', before, page('half old'))
  expect((await get('/')).status).toBe(404)
  cache.giveUp('zh_CN /?')
})

test('failures are not kept, and the oldest page goes when there is no more room', async () => {
  await cache.keep('zh_CN /list?page=9', cache.version, { ...page('broken'), status: 500 })
  expect((await get('/list?page=9')).status).toBe(404)
  for (const n of [1, 2, 3, 4]) await cache.keep(`zh_CN /list?page=${n}`, cache.version, noise())
  expect((await get('/list?page=1')).status).toBe(404)
  expect((await get('/list?page=4')).status).toBe(200)
  expect(refreshed).toBe(0)
})

test('one encoding is kept, and another takes room from when somebody asks for it', async () => {
  await cache.keep('zh_CN /?', cache.version, noise())
  const before = cache.bytes
  await get('/', { 'accept-encoding': 'br' })
  expect(cache.bytes).toBe(before)
  const { headers, body } = await get('/', { 'accept-encoding': 'identity' })
  expect([headers['content-encoding'], headers['content-length'], body.length]).toEqual([undefined, '120000', 120_000])
  expect(cache.bytes).toBe(before + 120_000)
  await get('/', { 'accept-encoding': 'identity' })
  expect(cache.bytes).toBe(before + 120_000)
})

test('what is asked for again and again stays, however many pages come that nobody asks for twice', async () => {
  await cache.keep('zh_CN /?', cache.version, page('home'))
  for (let n = 10; n < 20; n++) {
    await cache.keep(`zh_CN /list?page=${n}`, cache.version, noise())
    expect(await get('/')).toMatchObject({ status: 200, body: 'home' })
  }
  expect((await get('/list?page=10')).status).toBe(404)
})

test('small pages hold the memory that they have, and not the blocks that they were compressed into', () => {
  // in a process of its own: what other tests left behind would count
  const measure = `
    import { randomBytes } from 'node:crypto'
    import { PageCache } from ${JSON.stringify(new URL('page-cache.ts', import.meta.url).href)}
    const cache = new PageCache({
      parametersOf: () => [],
      maxBytes: 100_000_000,
      shared: () => ({ seconds: 10, variesByCookie: true }),
      freshMs: 60_000,
    })
    // buffers that one collection finds unused are given back while the next ones run
    const held = async () => {
      for (let n = 0; n < 20; n++) {
        gc()
        await new Promise(setImmediate)
      }
      return process.memoryUsage().arrayBuffers
    }
    const before = await held()
    for (let n = 0; n < 200; n++) {
      const body = randomBytes(2_000).toString('hex')
      const page = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(body), dependsOn: new Set() }
      await cache.keep('zh_CN /' + n + '?', 0, page)
    }
    console.log((await held()) - before, cache.version)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', measure], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const [held, version] = stdout.trim().split(' ').map(Number)
  // 2 KB each when they are compressed
  expect(held).toBeGreaterThan(200 * 2_000)
  expect(held).toBeLessThan(200 * 6_000)
  expect(version).toBe(0)
})
