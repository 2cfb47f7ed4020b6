import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { catalogChanged } from '@lantern/contract/catalog/events.ts'
import { publishPage, savePageDraft, unpublishPage } from '@lantern/contract/cms/pages.ts'
import { expect, test } from 'vitest'
import { isPublishedPath } from '#cms/index.ts'
import { afterUse } from '#testing/after-use.ts'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { testSite } from '#testing/site.ts'
import { guestFront, type NotKept } from './guest-pages.ts'
import type { PageRequest } from './page-request.ts'

// pages that editors made, kept for guests in front of the framework; two processes of one site

const site = await testSite()
const other = await testSite({}, { beside: site })
const editor = await site.user({ groups: ['learn_editor'] })

/**
 * A process whose renderer says how often it was asked, and whose framework says that nothing was kept, or what it was
 * given to answer with. A lesson's name may say with which status it is rendered.
 */
async function process({ services }: typeof site) {
  const renderings: string[] = []
  const render = async ({ url, locale }: PageRequest) => {
    renderings.push(url)
    const status = Number(/^[/]tutorial[/](\d+)/.exec(url)?.[1] ?? 200)
    const cookies = url.endsWith('cookie') ? ['seen=1'] : []
    if (url.endsWith('changing')) await services.events.emit(services.db, catalogChanged, { reason: 'tags' })
    const body = Buffer.from(`${locale} ${url} ${renderings.length}`)
    return { status, headers: {}, cookies, body, dependsOn: 'everything' as const }
  }
  const notKept: NotKept = new WeakMap()
  const front = guestFront(services, render, (path) => isPublishedPath(services.db, path), notKept)
  const server = createServer(front((request, response) => response.end(notKept.get(request)?.body ?? 'not kept')))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterUse(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const open = async (path: string) => (await fetch(origin + path)).text()
  const headersOf = async (path: string) => Object.fromEntries((await fetch(origin + path)).headers)
  return { renderings, open, headersOf }
}

const [first, second] = [await process(site), await process(other)]
const text = (words: string) => pageContent(words, [block('b', 'heading', { value: words })])

test('a page of editors is kept for guests while there is one, and an address that somebody guesses is not', async () => {
  expect(await first.open('/summer')).toBe('not kept')
  await buildPage(editor, { slug: 'summer', texts: { zh_CN: text('夏') } })
  await buildPage(editor, { slug: 'summer', namespace: 'campus', texts: { zh_CN: text('夏') } })
  await expect.poll(() => first.open('/summer')).toBe('zh_CN /summer 1')
  expect(await first.open('/summer')).toBe('zh_CN /summer 1')
  expect(await first.open('/campus/summer')).toBe('zh_CN /campus/summer 2')
  for (const path of ['/classroom/summer', '/guess', '/campus/guess', '/learn/summer', '/summer/x', '/cn-home-top']) {
    expect(await first.open(path), path).toBe('not kept')
  }
  expect(first.renderings).toHaveLength(2)
})

test('a kept page is as well guarded as one that the framework answers', async () => {
  const secure = await process(await testSite({ PUBLIC_URL: 'https://lantern.example' }, { beside: site }))
  expect((await secure.headersOf('/'))['strict-transport-security']).toBe('max-age=31536000')
  const answered = await site.inject({ method: 'GET', url: '/healthz' })
  for (const name of ['x-frame-options', 'cross-origin-opener-policy', 'x-content-type-options', 'referrer-policy']) {
    expect(answered.headers[name], name).toBeDefined()
    expect((await first.headersOf('/summer'))[name], name).toBe(answered.headers[name])
  }
})

test('what was rendered and is no page to keep is answered as it is, and not rendered again', async () => {
  for (const name of ['404', '301', '404?projectId=x']) {
    const before = first.renderings.length
    expect(await first.open(`/tutorial/${name}`)).toBe(`zh_CN /tutorial/${name} ${before + 1}`)
    expect(await first.open(`/tutorial/${name}`)).toBe(`zh_CN /tutorial/${name} ${before + 2}`)
  }
  // a fault that may be over, what is for one visitor, what a change may have made, a campaign that the redirect may name
  for (const name of ['500', '404-cookie', '404-changing', '301?utm_source=x']) {
    expect(await first.open(`/tutorial/${name}`), name).toBe('not kept')
  }
})

test('a preview is never kept, nor answered from what is', async () => {
  for (const query of ['preview=true', 'preview=true&token=abc', 'token=abc', 'language=ko_KR&preview=true']) {
    expect(await first.open(`/summer?${query}`), query).toBe('not kept')
  }
})

test('what is published in one process is new in the other within a second, and gone when it is taken back', async () => {
  const id = await buildPage(editor, { slug: 'autumn', texts: { zh_CN: text('秋') } })
  await expect.poll(() => second.open('/autumn')).toBe('zh_CN /autumn 1')
  expect(await second.open('/autumn')).toBe('zh_CN /autumn 1')
  const params = { id, locale: 'zh_CN' } as const
  const { result } = await editor.call(savePageDraft, {
    params,
    body: { baseVersion: 2, content: text('深秋'), kind: 'save' },
  })
  await editor.call(publishPage, { params, body: { version: result.version } })
  await expect.poll(() => second.open('/autumn')).toBe('zh_CN /autumn 2')
  const words = async () => {
    const answer = await other.inject({
      method: 'POST',
      url: '/api/as/graphql',
      payload: { query: '{ CmsContent(slug: "autumn", locale: "zh_CN") { contentDetails { value } } }' },
    })
    return answer.json().data.CmsContent?.contentDetails[0].value ?? null
  }
  expect(await words()).toBe('深秋')
  await editor.call(unpublishPage, { params })
  await expect.poll(words).toBeNull()
})

test('each list of a page has parameters of its own, and what they choose is kept as well', async () => {
  await buildPage(editor, { slug: 'lists', texts: { zh_CN: text('清单') } })
  const path = '/lists?ob2=starts&page2=1'
  await expect.poll(() => first.open(path)).not.toBe('not kept')
  expect(await first.open(path)).toBe(await first.open(path))
  expect(await first.open('/lists?page7=1')).toBe('not kept')
})
