import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { publishPage, savePageDraft } from '@lantern/contract/cms/pages.ts'
import { contentQuery } from '@lantern/contract/cms/wire.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { saveImportedItem } from '#catalog/index.ts'
import { isPublishedPath } from '#cms/index.ts'
import { buildAuthor } from '#testing/builders.ts'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { type TestSite, testSite } from '#testing/site.ts'
import { guestFront } from './guest-pages.ts'
import { inProcessCalls } from './in-process-calls.ts'
import { dependenciesHeard } from './page-dependencies.ts'

// A CDN in front of a site, played here: it holds answers by their address and drops them by their keys.

const token = 'a token that the CDN knows'
const cdn = {
  held: new Map<string, string[]>(),
  purges: [] as string[],
  isDown: false,
}
const purging = createServer((request, response) => {
  const isKnown = request.method === 'PURGE' && request.headers.authorization === `Bearer ${token}`
  response.statusCode = cdn.isDown ? 503 : isKnown ? 200 : 401
  response.end()
  if (response.statusCode !== 200) return
  const keys = String(request.headers['surrogate-key']).split(' ')
  cdn.purges.push(...keys)
  for (const [path, own] of cdn.held) if (own.some((key) => keys.includes(key))) cdn.held.delete(path)
})
await new Promise<void>((done) => purging.listen(0, '127.0.0.1', done))
afterAll(() => purging.close())
const purgeUrl = `http://127.0.0.1:${(purging.address() as AddressInfo).port}/`

const site = await testSite({ CDN: 'varnish', CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: token })
const plain = await testSite({}, { beside: site })
const editor = await site.user({ groups: ['learn_editor'] })
const ownerId = await buildAuthor(site.db, { fullName: '作者' })

/** The pages of one process, made of the calls that their loaders make. */
async function serve({ app, services }: TestSite): Promise<string> {
  const front = guestFront(
    services,
    async (page) => {
      const { send, dependsOn } = dependenciesHeard(inProcessCalls(app, page).send)
      const { text } = await send(callOf(page.url))
      return { status: 200, headers: {}, cookies: [], body: Buffer.from(text), dependsOn: dependsOn() }
    },
    (path) => isPublishedPath(services.db, path),
    new WeakMap(),
  )
  const server = createServer(front((_request, response) => response.end('not kept')))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function callOf(url: string) {
  const get = (path: string) => ({ method: 'GET', path, body: undefined })
  if (url.startsWith('/tutorial/') || url.startsWith('/course/')) return get(`/api/learn${url}/extends`)
  if (url === '/courses') return get('/api/learn/catalog/list?type=course&language=zh')
  if (url === '/search') return get('/api/learn/search')
  const variables = { slug: url.slice(1), locale: 'zh_CN' }
  return {
    method: 'POST',
    path: '/api/as/graphql',
    body: { query: contentQuery(4), variables, operationName: 'CmsContent' },
  }
}

const origin = await serve(site)
const plainOrigin = await serve(plain)

async function headersOf(path: string, cookie = '', from = origin): Promise<Headers> {
  const answer = await fetch(from + path, { headers: { 'accept-language': 'zh-CN', ...(cookie && { cookie }) } })
  await answer.arrayBuffer()
  return answer.headers
}

function lesson(name: string, change: object = {}): Promise<{ id: string }> {
  return saveImportedItem(site.services, {
    type: 'tutorial',
    slug: name,
    language: 'zh',
    translationGroup: name,
    title: name,
    ownerId,
    source: { key: name, hash: randomBytes(8) },
    ...change,
  })
}

const words = (text: string) => pageContent(text, [block('b', 'heading', { value: text })])
const part = await lesson('part')
await lesson('alone')
await lesson('course', { type: 'course', contents: [{ id: part.id }] })
const summer = await buildPage(editor, { slug: 'summer', texts: { zh_CN: words('夏') } })
await buildPage(editor, { slug: 'winter', texts: { zh_CN: words('冬') } })

const paths = ['/tutorial/part', '/tutorial/alone', '/course/course', '/courses', '/search', '/summer', '/winter']

/** The CDN holds every page as it is now, and has been told of everything before. */
beforeEach(async () => {
  cdn.isDown = false
  await site.settle()
  await expect.poll(async () => (await headersOf('/winter')).has('surrogate-key')).toBe(true)
  for (const path of paths) cdn.held.set(path, (await headersOf(path)).get('surrogate-key')?.split(' ') ?? [])
  cdn.purges = []
})

const dropped = () => paths.filter((path) => !cdn.held.has(path))

test('an event about one item purges what shows it or lists it and nothing else', async () => {
  await lesson('part', { title: '新的一课' })
  await site.settle()
  expect(dropped()).toEqual(['/tutorial/part', '/course/course', '/courses', '/search'])
  expect(cdn.purges).toContain(part.id)
})

test('a page of editors that is published anew is purged alone', async () => {
  const params = { id: summer, locale: 'zh_CN' } as const
  const saved = await editor.call(savePageDraft, {
    params,
    body: { baseVersion: 2, content: words('盛夏'), kind: 'save' },
  })
  await editor.call(publishPage, { params, body: { version: saved.result.version } })
  await site.settle()
  expect(dropped()).toEqual(['/summer'])
})

test('a CDN that is down hears of a change when it is back', async () => {
  cdn.isDown = true
  await lesson('alone', { title: '第一课' })
  await expect(site.services.stream.drain()).rejects.toThrow('The CDN answered 503')
  expect(dropped()).toEqual([])
  cdn.isDown = false
  site.clock.advance({ minutes: 2 })
  await site.settle()
  expect(dropped()).toEqual(['/tutorial/alone', '/search'])
})

test('a site without a CDN purges nothing and its pages differ by the cookie', async () => {
  const headers = await headersOf('/tutorial/part', '', plainOrigin)
  expect(headers.get('vary')).toBe('accept-encoding, accept-language, cookie')
  expect(headers.get('cache-control')).toContain('s-maxage=10,')
  expect(headers.has('surrogate-key')).toBe(false)
})

test('behind a CDN a page is one for each language, and what a cookie has chosen is not for others', async () => {
  const guest = await headersOf('/tutorial/part', 'theme=dark; lantern_cookies=all')
  expect(guest.get('vary')).toBe('accept-encoding, accept-language')
  expect(guest.get('cache-control')).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=60')
  expect((await headersOf('/tutorial/part', 'lantern_locale=zh_CN')).get('cache-control')).toBe('private, no-cache')
  // the index of the search changes without an event that is kept
  expect((await headersOf('/search')).get('cache-control')).toContain('s-maxage=10,')
  const member = await headersOf('/tutorial/part', 'lantern_session=somebody')
  expect([member.has('cache-control'), member.has('surrogate-key')]).toEqual([false, false])
})
