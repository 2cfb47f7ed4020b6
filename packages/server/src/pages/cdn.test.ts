import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { publishPage, savePageDraft } from '@lantern/contract/cms/pages.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { content, get, pagesToShow, servePages, words } from './testing/guests-pages.ts'

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

function callsOf(path: string) {
  if (path.startsWith('/tutorial/') || path.startsWith('/course/')) return [get(`/api/learn${path}/extends`)]
  if (path === '/courses') return [get('/api/learn/catalog/list?type=course&language=zh')]
  if (path === '/search') return [get('/api/learn/search')]
  return [content(path.slice(1))]
}

const { origin } = await servePages(site, callsOf)
const { origin: plainOrigin } = await servePages(plain, callsOf)

async function headersOf(path: string, cookie = '', from = origin): Promise<Headers> {
  const answer = await fetch(from + path, { headers: { 'accept-language': 'zh-CN', ...(cookie && { cookie }) } })
  await answer.arrayBuffer()
  return answer.headers
}

const { lesson, part, summer } = await pagesToShow(site, editor)
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
