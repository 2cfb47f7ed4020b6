// @vitest-environment jsdom

import type { DueAssignment } from '@lantern/contract/campus/assignments.ts'
import { readBlocks, readProperties } from '@lantern/contract/cms/reading.ts'
import { type CmsContent, detailsOf } from '@lantern/contract/cms/wire.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ApiError, apiContext, homeSlugsContext } from '#kit/api.ts'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import type { Call } from '#kit/request.ts'
import { guestSession, SessionProvider, type SessionUser } from '#kit/session.tsx'
import { sampleCard, sampleNotification } from '#testing/samples.ts'
import Home, { loader } from './home.tsx'

beforeAll(() => loadCatalogue('zh_CN'))
afterEach(cleanup)

type HomeData = ComponentProps<typeof Home>['loaderData']

const item = sampleCard({ thumbnail: { url: null } })
const stats = { recordCount: 0, averageRating: 0, ratingCount: 0, commentCount: 0, collectCount: 0, likeCount: 0 }
const none = { results: [], statsMap: {}, userMap: {}, page: 0, pageSize: 4, total: 0 }
const live = { ...none, liveSessionMap: {} }
const rank = { Title: '热门', More: null, ids: ['ltu_1'], utm_source: 's', utm_medium: 'm', utm_campaign: 'c' }

const data: HomeData = {
  tab: 'newToUnity',
  segments: { top: null, bottom: null },
  outside: { media: [], frames: [] },
  tiles: { freeCount: 3, discountEndDate: null },
  rank: { rankA: rank, rankB: null, rankC: null, rankItemMap: { ltu_1: { item, stats, author: null } } },
  picks: {
    ...none,
    itemMap: {},
    topicMap: {},
    criteria: {},
    learner: { collectMap: {}, boughtMap: {}, recordMap: {} },
  },
  opening: live,
  coming: live,
  feed: null,
  due: null,
  paths: null,
  records: {
    tutorialList: {
      inProgressIds: ['ltu_1'],
      tutorialMap: { ltu_1: { item, chapterId: null, chapterTitle: null, sectionId: null, sectionTitle: null } },
    },
    recordMap: {},
    weekSeconds: [0, 0, 0, 0, 0, 0, 0],
  },
}

/** The page as a visitor sees it; a page module is rendered with the data its loader would give. */
async function showHome(user: SessionUser | null, change: Partial<HomeData> = {}) {
  const props = { loaderData: { ...data, ...change }, params: {}, matches: [] } as unknown as ComponentProps<
    typeof Home
  >
  const router = createMemoryRouter([{ path: '*', element: <Home {...props} /> }])
  const { container } = render(
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={{ ...guestSession('zh_CN'), user }}>
        <RouterProvider router={router} />
      </SessionProvider>
    </MessagesProvider>,
  )
  await Promise.all(['免费教程', '大家在学', ...(user ? ['继续学习'] : [])].map((text) => screen.findByText(text)))
  return container
}

test('the middle of the home page is: recently learned, menu tiles, rankings [CAT-005] [CAT-016]', async () => {
  const page = await showHome({ id: 'u_1', name: 'Ada' } as SessionUser)
  const text = page.textContent ?? ''
  const places = ['继续学习', '免费教程', '大家在学'].map((word) => text.indexOf(word))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual([...places].sort((a, b) => a - b))
})

test('a guest sees the tiles first: nothing was learned yet [CAT-016]', async () => {
  const text = (await showHome(null)).textContent ?? ''
  expect(text).not.toContain('继续学习')
  expect(text.indexOf('免费教程')).toBeLessThan(text.indexOf('大家在学'))
})

test('a learner of a class sees on the home page what is due, by the clock of their school', async () => {
  const assignment = {
    id: 'as_1',
    itemId: 'ltu_1',
    type: 'tutorial',
    title: '第一盏灯',
    language: 'zh',
    path: '/campus/tutorial/ltu_1',
    classId: 'kl_1',
    className: '图形一班',
    timeZone: 'Asia/Shanghai',
    dueAt: '2026-03-08T04:00:00.000Z',
    percent: 40,
    begun: true,
    late: true,
    waitsFor: [],
  } satisfies DueAssignment
  await showHome({ id: 'u_1', name: 'Ada' } as SessionUser, { due: { results: [assignment] } })
  const block = within(await screen.findByRole('region', { name: '要交的作业' }))
  expect(block.getByRole('listitem').textContent).toBe('教程 · 图形一班第一盏灯2026-03-08 12:00截止40%逾期')
  expect(block.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/campus/class/kl_1',
    '/campus/tutorial/ltu_1',
  ])
})

/** A segment with one heading, as editors would make it. */
function segmentOf(value: string): HomeData['segments']['top'] {
  const { blocks } = readBlocks([{ id: value, kind: 'heading', fields: { level: 'h2', value } }])
  const page = { name: value, slug: value, locale: 'zh_CN', isDraft: false, packages: [], filters: [], sortings: [] }
  // what a loader gives is the same once it has crossed the wire, which the compiler cannot know
  return {
    page: { ...page, properties: readProperties({ title: value }).properties, blocks },
    blockData: { tutorials: {}, bundles: {} },
    slotData: { legs: null, lists: null },
  } as unknown as HomeData['segments']['top']
}

test('editors’ segments stand above and below the middle area [CMS-007]', async () => {
  const segments = { top: segmentOf('上面这段'), bottom: segmentOf('下面这段') }
  const page = await showHome(null, { segments })
  await screen.findByText('上面这段')
  await screen.findByText('下面这段')
  const text = page.textContent ?? ''
  const places = ['上面这段', '免费教程', '大家在学', '下面这段'].map((word) => text.indexOf(word))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('首页')
})

test('where there are no segments the page stands without them, under its name', async () => {
  await showHome(null)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('首页')
})

/** What the page asks for when it is opened, with segments that are answered as the test says. */
async function openHome(segment: (slug: string, ofSlug: number) => object | null) {
  const asked: string[] = []
  const call = async (route: string, input: { body?: { variables: { slug: string } } }) => {
    if (route !== 'POST /api/as/graphql') return {}
    const slug = input.body?.variables.slug ?? ''
    asked.push(slug)
    const found = segment(slug, asked.filter((one) => one === slug).length)
    if (!found) throw new ApiError(503, { code: 'unavailable', message: '' })
    return { data: { CmsContent: found } }
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call: call as unknown as Call, locale: 'zh_CN' })
  context.set(homeSlugsContext, { top: 'spring-top', bottom: 'spring-bottom' })
  const url = new URL('http://site.test/')
  const { segments } = await loader({ request: new Request(url), url, context } as unknown as Parameters<
    typeof loader
  >[0])
  return { asked, shown: [segments.top?.page.name, segments.bottom?.page.name] }
}

const contentOf = (slug: string): CmsContent => ({
  name: slug,
  slug,
  status: 'published',
  locale: 'zh_CN',
  extendedProperties: [],
  contentDetails: detailsOf([{ id: 'bk_1', kind: 'heading', fields: { value: slug } }]),
  packages: [],
  filters: [],
  sortings: [],
})

test('the newest of what a member has not read is on the home page, with the way to the rest', async () => {
  const results = [
    sampleNotification({ title: '沈若川回复了你', body: '实时阴影', path: '/tutorial/shadows?messageId=ms_1' }),
  ]
  await showHome({ id: 'u_1', name: 'Ada' } as SessionUser, { feed: { results, total: 5 } })
  const feed = await screen.findByRole('region', { name: '与你有关' })
  expect(within(feed).getByRole('link', { name: '沈若川回复了你' }).getAttribute('href')).toBe(
    '/tutorial/shadows?messageId=ms_1',
  )
  expect(within(feed).getByRole('link', { name: '查看全部5条' }).getAttribute('href')).toBe(
    '/notifications?filter=unread',
  )
  cleanup()
  await showHome({ id: 'u_1', name: 'Ada' } as SessionUser, { feed: { results: [], total: 0 } })
  expect(screen.queryByRole('region', { name: '与你有关' })).toBeNull()
})

test('the page asks for the content of every segment at once, by the slugs that the site is set to [CMS-085] [PLAT-045]', async () => {
  const { asked, shown } = await openHome(contentOf)
  expect(asked).toEqual(['spring-top', 'spring-bottom'])
  expect(shown).toEqual(['spring-top', 'spring-bottom'])
})

test('a single segment that did not come is asked for again, the other is not [CMS-086]', async () => {
  const { asked, shown } = await openHome((slug, ofSlug) =>
    slug === 'spring-bottom' && ofSlug === 1 ? null : contentOf(slug),
  )
  expect(asked).toEqual(['spring-top', 'spring-bottom', 'spring-bottom'])
  expect(shown).toEqual(['spring-top', 'spring-bottom'])
})
