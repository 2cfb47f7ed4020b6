import type { Item } from '@lantern/contract/catalog/items.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, SessionProvider } from '#kit/session.tsx'
import { sampleItem, sampleLive } from '#testing/samples.ts'
import { PageHead } from './page-head.tsx'
import { listData, questionData, siteData } from './structured-data.ts'

// what the server writes into the head of a page

beforeAll(() => Promise.all((['zh_CN', 'en_US', 'ko_KR'] as const).map(loadCatalogue)))

const guest = guestSession()
const session = { ...guest, site: { ...guest.site, name: '引擎课堂', origin: 'https://lantern.example' } }

function headAt(address: string, props: Parameters<typeof PageHead>[0] = {}, locale: OfferedLocale = 'zh_CN'): string {
  return renderToStaticMarkup(
    <StaticRouter location={address}>
      <MessagesProvider locale={locale}>
        <SessionProvider session={{ ...session, locale }}>
          <PageHead {...props} />
        </SessionProvider>
      </MessagesProvider>
    </StaticRouter>,
  )
}

const en = { id: 'ltu_en', type: 'tutorial', slug: 'shadows-en', language: 'en', title: 'Shadows' } as const
const secret = '正文不给客人看'
const item = sampleItem({
  slug: 'shadows',
  title: '阴影 </script><b>',
  summary: '一张深度图能走多远？',
  translations: [en],
  sections: [
    {
      id: 's1',
      title: '一',
      type: 'normal',
      optionType: 'required',
      channelId: 'cn_1',
      chapterId: null,
      anchor: 'a',
      body: `<p>${secret}</p>`,
      labUrl: `https://lab.example/${secret}`,
      submissionType: null,
    },
  ],
})

const canonical = (html: string) => /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
const alternates = (html: string) =>
  Object.fromEntries([...html.matchAll(/hrefLang="([^"]+)" href="([^"]+)"/gi)].map(([, tag = '', href]) => [tag, href]))
const things = (html: string): Record<string, unknown>[] => {
  const [, source = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return source === '' ? [] : JSON.parse(source)['@graph']
}

test('a page is known by its path alone, or by the language that its address asks for', () => {
  expect(canonical(headAt('/tutorials?sl=beginner&utm_source=x'))).toBe('https://lantern.example/tutorials')
  const second = headAt('/tutorials?page=2&sl=beginner', { listPage: 2 })
  expect(canonical(second)).toBe('https://lantern.example/tutorials?page=2')
  expect(alternates(second)['ja-JP']).toBe('https://lantern.example/tutorials?page=2&amp;language=ja_JP')
  const korean = headAt('/faq?language=ko', {}, 'ko_KR')
  expect(canonical(korean)).toBe('https://lantern.example/faq?language=ko_KR')
  expect(Object.keys(alternates(korean))).toHaveLength(10)
  expect(alternates(korean)['ja-JP']).toBe('https://lantern.example/faq?language=ja_JP')
  expect(alternates(korean)['x-default']).toBe('https://lantern.example/faq')
})

test('a page that has no other pages is one page, however its address is written', () => {
  expect(canonical(headAt('/faq?page=7'))).toBe('https://lantern.example/faq')
  const slashed = headAt('/faq//')
  expect(canonical(slashed)).toBe('https://lantern.example/faq')
  expect(alternates(slashed)['ja-JP']).toBe('https://lantern.example/faq?language=ja_JP')
  expect(canonical(headAt('/'))).toBe('https://lantern.example/')
})

test('a description is cut between signs', () => {
  const html = headAt('/', { description: `${'a'.repeat(159)}🎮🎮` })
  expect(html).toContain(`content="${'a'.repeat(159)}🎮"`)
})

test('an item and its translation name each other, each under its own slug', () => {
  const html = headAt('/tutorial/shadows?courseId=x', { item, title: item.title })
  expect(canonical(html)).toBe('https://lantern.example/tutorial/shadows')
  expect(alternates(html)).toMatchObject({
    'zh-CN': 'https://lantern.example/tutorial/shadows',
    'en-US': 'https://lantern.example/tutorial/shadows-en',
    'fr-FR': 'https://lantern.example/tutorial/shadows-en?language=fr_FR',
  })
  // the interface around it is Korean, the content is what it is
  expect(canonical(headAt('/tutorial/shadows?language=ko_KR', { item }, 'ko_KR'))).toBe(
    'https://lantern.example/tutorial/shadows',
  )
})

test('previews, campus and hidden items and drafts are not for search engines, and say nothing more', () => {
  const closed: [string, Partial<Item>?][] = [
    ['/u/pro_1'],
    ['/settings'],
    ['/tutorial/x?preview=true'],
    ['/tutorial/x', { hidden: true }],
    ['/tutorial/x', { published: false }],
    ['/tutorial/x', { learnOptionType: 'campus' }],
  ]
  for (const [address, change] of closed) {
    const html = headAt(address, { title: 'T', ...(change && { item: { ...item, ...change } }) })
    expect(html, address).toContain('<meta name="robots" content="noindex"/>')
    expect(html, address).not.toMatch(/canonical|hreflang|og:|feed\.xml/i)
    expect(things(html), address).toEqual([])
  }
  expect(headAt('/new')).not.toContain('noindex')
  // searches are found as one page, for any query
  expect(headAt('/search?k=x')).toMatch(/<link rel="canonical" href="[^"?]*\/search"/)
})

test('a shared link shows the title and the picture of the item, which changes with it', () => {
  const html = headAt('/tutorial/shadows', { item, title: item.title, description: item.summary })
  expect(html).toContain('<meta property="og:title" content="阴影 &lt;/script&gt;&lt;b&gt;"/>')
  expect(html).toContain('<meta property="og:type" content="article"/>')
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  const picture = (of: Item) =>
    /property="og:image" content="([^"]+)"/.exec(headAt('/tutorial/shadows', { item: of }))?.[1]
  expect(picture(item)).toMatch(/^https:\/\/lantern\.example\/media\/share\/ltu_1\/\w+\.png$/)
  expect(picture({ ...item, updatedTime: '2026-05-05T00:00:00.000Z' })).not.toBe(picture(item))
  expect(headAt('/faq', {}, 'en_US')).toContain('content="https://lantern.example/media/share/site/en_US.png"')
})

test('a tutorial is a learning resource, and nothing of its steps is said', () => {
  const ofSite = { learnOptionType: 'other' } as const
  const breadcrumb = [
    { ...ofSite, type: 'course' as const, id: 'lco_1', slug: 'c', title: '课程', language: 'zh' },
    { ...ofSite, type: 'tutorial' as const, id: 'ltu_1', slug: 'shadows', title: '阴影', language: 'zh' },
  ]
  const html = headAt('/tutorial/shadows', { item: { ...item, premium: true }, breadcrumb })
  expect(html).not.toContain(secret)
  const [resource, path] = things(html)
  expect(resource).toMatchObject({
    '@type': 'LearningResource',
    learningResourceType: 'tutorial',
    name: '阴影 </script><b>',
    timeRequired: 'PT95M',
    educationalLevel: 'intermediate',
    isAccessibleForFree: false,
    url: 'https://lantern.example/tutorial/shadows',
  })
  expect(path).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: '首页', item: 'https://lantern.example/' },
      { position: 2, name: '课程', item: 'https://lantern.example/course/c' },
      { position: 3, name: '阴影', item: 'https://lantern.example/tutorial/shadows' },
    ],
  })
  // what stands in nothing has a way of its own
  const alone = things(headAt('/tutorial/shadows', { item, breadcrumb: breadcrumb.slice(1) }))
  expect(alone[1]).toMatchObject({ itemListElement: [{ position: 1 }, { position: 2, name: '阴影' }] })
})

test('search engines are told the price of now, and until when a discount holds', () => {
  const day = 86_400_000
  const discount = {
    itemId: item.id,
    active: true,
    startDate: new Date(Date.now() - day).toISOString(),
    endDate: new Date(Date.now() + day).toISOString(),
    origPrice: 9900,
    discountPrice: 6950,
  }
  const offerOf = (given: typeof discount | null) =>
    things(
      headAt('/course/x', { item: { ...item, type: 'course', withPay: true, priceFen: 9900, discount: given } }),
    )[0]
  expect(offerOf(discount)).toMatchObject({ offers: { price: '69.50', priceValidUntil: discount.endDate } })
  const over = { ...discount, endDate: new Date(Date.now() - 1000).toISOString() }
  expect(offerOf(over)).toMatchObject({ offers: { price: '99.00' } })
})

test('courses, quizzes and live sessions are what they are; the room of a session stays closed', () => {
  const typeOf = (change: Partial<Item>) => things(headAt('/course/x', { item: { ...item, ...change } }))[0]
  expect(typeOf({ type: 'course', withPay: true, priceFen: 9900 })).toMatchObject({
    '@type': 'Course',
    provider: { name: '引擎课堂' },
    offers: { category: 'Paid', price: '99.00', priceCurrency: 'CNY' },
    hasCourseInstance: { courseMode: 'Online' },
  })
  expect(typeOf({ type: 'quiz' })).toMatchObject({ '@type': 'Quiz' })
  const live = sampleLive({
    url: `https://room.example/${secret}`,
    seats: 20,
    speakers: [{ id: null, name: '沈若川', title: '' }],
  })
  const session = typeOf({ type: 'liveSession', liveDetails: live })
  expect(session).toMatchObject({
    '@type': 'Event',
    startDate: live.startTime,
    location: { '@type': 'VirtualLocation' },
    performer: [{ name: '沈若川' }],
  })
  expect(JSON.stringify(session)).not.toContain(secret)
})

test('home, lists and questions say what they are', () => {
  expect(things(headAt('/', { things: siteData }))[0]).toMatchObject({
    '@type': 'WebSite',
    potentialAction: { '@type': 'SearchAction' },
  })
  expect(things(headAt('/tutorials', { things: (site) => listData([item, undefined], site) }))[0]).toMatchObject({
    '@type': 'ItemList',
    itemListElement: [{ position: 1, url: 'https://lantern.example/tutorial/shadows' }],
  })
  const asked = {
    title: '问？',
    descriptionHtml: '<p>答<a rel="x" href="/tutorial/a">在这里</a><a href="//b.example">b</a></p>',
  }
  const text = '<p>答<a rel="x" href="https://lantern.example/tutorial/a">在这里</a><a href="//b.example">b</a></p>'
  expect(things(headAt('/faq', { things: (site) => questionData([asked], site) }))[0]).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: [{ name: '问？', acceptedAnswer: { text } }],
  })
})
