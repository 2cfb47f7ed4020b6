import type { CmsContent } from '@lantern/contract/cms/wire.ts'
import { detailsOf } from '@lantern/contract/cms/wire.ts'
import { expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import type { Call } from '#kit/request.ts'
import { loadBlockData, loadContent, loadSegments, readContent } from './content.ts'

interface Asked {
  route: string
  body?: { variables: Record<string, unknown>; operationName: string; query: string }
  query?: Record<string, unknown>
  headers?: Record<string, string>
}

/** An API that answers as the test says and keeps what it was asked. */
function apiOf(answer: (asked: Asked) => unknown): { api: Api; asked: Asked[] } {
  const asked: Asked[] = []
  const call = async (route: string, input: object, options: object) => {
    const one = { route, ...input, ...options } as Asked
    asked.push(one)
    return answer(one)
  }
  return {
    api: { call: call as unknown as Call, locale: 'ko_KR' },
    asked,
  }
}

function content(change: Partial<CmsContent> = {}): CmsContent {
  return {
    name: '夏季',
    slug: 'summer',
    status: 'published',
    locale: 'ko_KR',
    extendedProperties: [{ key: 'title', value: '夏季优惠' }],
    contentDetails: detailsOf([{ id: 'bk_1', kind: 'heading', fields: { value: '标题' } }]),
    packages: [],
    filters: [],
    sortings: [],
    ...change,
  }
}

const answering = (found: CmsContent | null) => apiOf(() => ({ data: { CmsContent: found } }))
const away = new ApiError(503, { code: 'unavailable', message: '' })

test('content is asked for by slug, locale, namespace and preview, under the name of its operation [CMS-008] [CMS-010]', async () => {
  const { api, asked } = answering(content())
  await loadContent(api, { slug: 'summer' })
  await loadContent(api, { slug: 'open-day', namespace: 'campus', preview: { token: 'secret' } })
  expect(asked.map(({ route, body, headers }) => [route, body?.operationName, body?.variables, headers])).toEqual([
    ['POST /api/as/graphql', 'CmsContent', { slug: 'summer', locale: 'ko_KR' }, { 'operation-name': 'CmsContent' }],
    [
      'POST /api/as/graphql',
      'CmsContent',
      { slug: 'open-day', locale: 'ko_KR', namespace: 'campus', preview: true },
      { 'operation-name': 'CmsContent', 'x-preview-token': 'secret' },
    ],
  ])
})

test('a failure in the shape of GraphQL is thrown as that of the API, with its status and code', async () => {
  const told = { errors: [{ message: '请稍后再试', extensions: { code: 'rate_limited' } }] }
  const { api } = apiOf(() => Promise.reject(new ApiError(429, told as never)))
  await expect(loadContent(api, { slug: 'summer' })).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
    message: '请稍后再试',
  })
  const plain = apiOf(() => Promise.reject(away))
  await expect(loadContent(plain.api, { slug: 'summer' })).rejects.toBe(away)
})

test('what comes over the wire becomes blocks and properties; what cannot be read is left out', () => {
  const page = readContent(
    content({
      extendedProperties: [
        { key: 'title', value: '夏季优惠' },
        { key: 'noIndex', value: 'true' },
        { key: 'headerTheme', value: 'glowing' },
      ],
      contentDetails: detailsOf([
        { id: 'bk_1', kind: 'spell', fields: {} },
        { id: 'bk_2', kind: 'container', fields: {}, children: [{ id: 'bk_3', kind: 'rule', fields: { width: 3 } }] },
      ]),
    }),
  )
  expect(page.properties).toMatchObject({ title: '夏季优惠', noIndex: true, headerTheme: 'default', hideSearch: false })
  expect(page.blocks.map(({ kind }) => kind)).toEqual(['container'])
  expect(page.blocks[0]?.children).toMatchObject([{ id: 'bk_3', fields: { width: 3, style: 'solid' } }])
})

test('a page that there is not is null', async () => {
  expect(await loadContent(answering(null).api, { slug: 'nowhere' })).toBeNull()
  expect(await loadContent(apiOf(() => ({ data: null })).api, { slug: 'nowhere' })).toBeNull()
})

test('a segment that does not come leaves its place empty', async () => {
  const { api } = apiOf(({ body }) => {
    if (body?.variables.slug === 'home-top') throw away
    return { data: { CmsContent: null } }
  })
  expect(await loadSegments(api, { top: 'home-top', bottom: 'home-bottom' })).toEqual({ top: null, bottom: null })
})

test('cards are asked for by their ids, the first page of 20, wherever their block lies; a failure is that block’s own [CMS-081]', async () => {
  const { blocks } = readContent(
    content({
      contentDetails: detailsOf([
        { id: 'bk_1', kind: 'promo-cards', fields: { name: '新课', ids: ['ltu_a', 'ltu_b'] } },
        {
          id: 'bk_2',
          kind: 'container',
          fields: {},
          children: [{ id: 'bk_3', kind: 'bundle-cards', fields: { name: '套装', ids: ['bu_a'] } }],
        },
      ]),
    }),
  )
  const { api, asked } = apiOf(({ route }) => {
    if (route.includes('bundleMap')) throw away
    return { tutorialMap: {}, tutorialStats: {}, pageNumber: 1, pageSize: 20 }
  })
  const data = await loadBlockData(api, blocks)
  expect(asked).toEqual([
    {
      route: 'GET /api/learn/cn/tutorialMap',
      query: { ids: '["ltu_a","ltu_b"]', pageNumber: 1, pageSize: 20 },
    },
    { route: 'GET /api/learn/cn/bundleMap', query: { ids: '["bu_a"]', pageNumber: 1, pageSize: 20 } },
  ])
  expect(data.tutorials.bk_1).toMatchObject({ pageNumber: 1, pageSize: 20 })
  expect(data.bundles).toEqual({ bk_3: null })
})
