import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { buildAuthor, buildCourse, buildLiveSession, buildQuiz, buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { sitemapFile, sitemapIndex } from './sitemap.ts'

const site = await testSite()
const origin = site.services.config.publicUrl
await buildAuthor(site.db, { id: 'u_ada', fullName: 'Ada & <Co>' })

const secret = 'never-for-guests'
const shown = await buildTutorial(site.db, {
  slug: 'shadows',
  title: '阴影 <与> "光" & 水',
  language: 'zh',
  translationGroup: 'g',
  authorId: 'u_ada',
  summary: '摘要',
  descriptionHtml:
    '<p>先看<a href="/tutorial/light">光</a><img src="/media/images/x/800.webp" srcset="/a 1x" alt=""></p>',
  steps: [{ html: `<p>正文 ${secret}</p>` }],
})
await buildTutorial(site.db, { slug: 'shadows-en', title: 'Shadows', language: 'en', translationGroup: 'g' })
const paid = await buildTutorial(site.db, {
  slug: 'paid',
  title: '付费',
  priceFen: 9900,
  descriptionHtml: '<p>简介</p>',
  steps: [{ html: `<p>${secret} paid</p>` }],
})
await buildTutorial(site.db, { slug: 'draft', title: `草稿 ${secret}`, status: 'draft' })
await buildTutorial(site.db, { slug: 'hidden', title: `隐藏 ${secret}`, hidden: true })
await buildTutorial(site.db, { slug: 'campus', title: `校园 ${secret}`, organisation: true })
await buildTutorial(site.db, { slug: 'hidden-en', title: secret, language: 'ja', translationGroup: 'g', hidden: true })
await buildCourse(site.db, { slug: 'write-light', title: '写光' })
await buildQuiz(site.db, { slug: 'check', title: '测验' })
await buildLiveSession(site.db, { slug: 'live', title: '直播', url: `https://room.example/${secret}` })

const noPages = async () => []
const get = (url: string, headers: Record<string, string> = {}) => site.inject({ method: 'GET', url, headers })
const everything = [
  '/robots.txt',
  '/sitemap.xml',
  ...['page', 'tutorial', 'project', 'course', 'quiz', 'liveSession'].map((kind) => `/sitemap/${kind}-1.xml`),
  '/feed.xml',
  '/feed.json',
  '/feed.xml?language=en',
  '/feed.json?language=ja',
]

test('nothing that programs read holds drafts, hidden and campus items, text of steps or the address of a room', async () => {
  for (const url of everything) {
    const { payload, statusCode } = await get(url)
    expect(statusCode, url).toBe(200)
    expect(payload, url).not.toContain(secret)
    for (const slug of ['draft', 'hidden', 'campus']) expect(payload, url).not.toContain(`/tutorial/${slug}`)
  }
})

test('the map of the site has a file for pages and one for each type that there is', async () => {
  const { payload, headers } = await get('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(textsOf(payload, 'loc')).toEqual(
    ['page-1', 'tutorial-1', 'course-1', 'quiz-1', 'liveSession-1'].map((name) => `${origin}/sitemap/${name}.xml`),
  )
  expect(payload).toContain('<lastmod>2026-01-01T00:00:00.000Z</lastmod>')
})

test('an item stands there with its translations under their own addresses', async () => {
  const { payload } = await get('/sitemap/tutorial-1.xml')
  expect(textsOf(payload, 'loc').sort()).toEqual(
    ['paid', 'shadows', 'shadows-en'].map((slug) => `${origin}/tutorial/${slug}`),
  )
  const [ofShadows = ''] = payload.split('\n').filter((line) => line.includes(`<loc>${origin}/tutorial/shadows</loc>`))
  expect(alternatesOf(ofShadows)).toMatchObject({
    'zh-CN': `${origin}/tutorial/shadows`,
    'en-US': `${origin}/tutorial/shadows-en`,
    'de-DE': `${origin}/tutorial/shadows-en?language=de_DE`,
    'x-default': `${origin}/tutorial/shadows-en`,
  })
})

test('a page stands there once for each language', async () => {
  const { payload } = await get('/sitemap/page-1.xml')
  const addresses = textsOf(payload, 'loc')
  expect(addresses).toContain(`${origin}/tutorials?language=ru_RU`)
  expect(addresses.filter((address) => address.startsWith(`${origin}/tutorials`))).toHaveLength(10)
  expect(addresses.some((address) => /\/(search|settings|u|auth|creator)\b/.test(address))).toBe(false)
})

test('pages that editors published stand there with the day of their change', async () => {
  const updatedAt = new Date('2026-02-03T04:05:06Z')
  const pages = async () => ['/winter', '/campus/school'].map((path) => ({ path, updatedAt }))
  const pieces = await Array.fromAsync(sitemapFile(site.services, 'page-1.xml', pages) ?? [])
  expect(pieces.join('')).toContain(`<loc>${origin}/winter</loc><lastmod>2026-02-03T04:05:06.000Z</lastmod>`)
  expect(pieces.join('').includes('/campus/school')).toBe(false)
})

test('a file that there is not is not found, and one past the end is empty', async () => {
  for (const file of ['nothing-1.xml', 'tutorial-0.xml', 'tutorial.xml', 'page-2.xml', '..%2fx.xml']) {
    expect((await get(`/sitemap/${file}`)).statusCode, file).toBe(404)
  }
  expect(textsOf((await get('/sitemap/tutorial-9.xml')).payload, 'loc')).toEqual([])
})

test('a large site is cut into files, each item in one of them, and the files stay below what they may hold', async () => {
  const large = await testSite()
  for (let n = 0; n < 25; n++) await buildTutorial(large.db, { slug: `lesson-${n}` })
  const files = textsOf(await sitemapIndex(large.services, 10), 'loc').filter((file) => file.includes('tutorial-'))
  expect(files.map((file) => file.split('/').at(-1))).toEqual(['tutorial-1.xml', 'tutorial-2.xml', 'tutorial-3.xml'])
  const seen: string[] = []
  let largest = 0
  for (const file of files) {
    const pieces = await Array.fromAsync(sitemapFile(large.services, file.split('/').at(-1) ?? '', noPages, 10) ?? [])
    const source = pieces.join('')
    seen.push(...textsOf(source, 'loc'))
    largest = Math.max(largest, Buffer.byteLength(source))
  }
  expect(new Set(seen).size).toBe(25)
  expect(seen).toHaveLength(25)
  // 50 MB for 25,000 addresses, which may have longer slugs and a domain of their own
  expect(largest / 10).toBeLessThan((50 * 1024 * 1024) / 25_000)
})

test('a feed has the newest lessons in the language that is read, newest first, with what stands before their steps', async () => {
  await buildTutorial(site.db, { slug: 'newest', title: '最新', publishedAt: '2026-02-01T00:00:00.000Z' })
  const { payload, headers } = await get('/feed.xml?language=zh_CN')
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(textsOf(payload, 'title')[1]).toBe('最新')
  expect(textsOf(payload, 'title')).toContain(shown.title)
  expect(textsOf(payload, 'name')).toContain('Ada & <Co>')
  const html = textsOf(payload, 'content').find((text) => text.includes('先看')) ?? ''
  expect(html).toContain(`<a href="${origin}/tutorial/light"`)
  expect(html).toContain(`src="${origin}/media/images/x/800.webp"`)
  expect(html).not.toContain('srcset')

  const json = (await get('/feed.json?language=zh_CN')).json()
  expect(json.items[0]).toMatchObject({ title: '最新', url: `${origin}/tutorial/newest`, language: 'zh' })
  expect(json.items.find(({ title }: { title: string }) => title === paid.title).content_html).toBe('<p>简介</p>')
  expect(json.items.map(({ id }: { id: string }) => id)).toEqual(textsOf(payload, 'id').slice(1))
})

test('a feed is asked for in a language as a page is, and where that has no lessons it has the English ones', async () => {
  const titlesIn = async (query: string) =>
    (await get(`/feed.json${query}`)).json().items.map(({ title }: { title: string }) => title)
  expect(await titlesIn('?language=en')).toEqual(['Shadows'])
  expect(await titlesIn('?language=ko_KR')).toEqual(['Shadows'])
  // the frame is in the language that was asked for, what it holds is in its own
  expect((await get('/feed.xml?language=ko_KR')).payload).toMatch(
    /<feed [^>]*xml:lang="ko-KR">[\s\S]*<entry xml:lang="en">/,
  )
  expect((await get('/feed.json?language=ko')).json().title).toBe((await get('/feed.json?language=ko_KR')).json().title)
})

test('whoever has a file already is not sent it again', async () => {
  for (const url of ['/robots.txt', '/sitemap.xml', '/feed.xml', '/feed.json']) {
    const first = await get(url)
    const again = await get(url, { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.payload], url).toEqual([304, ''])
  }
})

test('robots are told where the map is, and what not to ask for', async () => {
  const { payload } = await get('/robots.txt')
  expect(payload).toContain(`Sitemap: ${origin}/sitemap.xml`)
})

/** The texts of an element, in order; what is no sound XML fails. */
function textsOf(source: string, name: string): string[] {
  const texts: string[] = []
  const parser = new SaxesParser()
  let text: string | null = null
  parser.on('opentag', (tag) => {
    if (tag.name === name) text = ''
  })
  parser.on('text', (part) => {
    if (text !== null) text += part
  })
  parser.on('closetag', (tag) => {
    if (tag.name === name && text !== null) texts.push(text)
    if (tag.name === name) text = null
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(source).close()
  return texts
}

function alternatesOf(line: string): Record<string, string> {
  return Object.fromEntries(
    [...line.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, tag = '', href = '']) => [tag, href]),
  )
}
