import { RouterContextProvider } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { type Api, ApiError, apiContext } from '#kit/api.ts'
import { loadCatalogue } from '#kit/catalogue.ts'
import { loader } from './creator-dashboard.tsx'

beforeAll(() => loadCatalogue('zh_CN'))

interface Asked {
  route: string
  type: string
  query: Record<string, unknown>
}

/** Loads the page with lists that are answered as the test says. */
async function load(address: string, answer: (asked: Asked) => number | ApiError) {
  const asked: Asked[] = []
  const call = async (route: string, { params, query }: { params: { type: string }; query: Asked['query'] }) => {
    const one = { route, type: params.type, query }
    asked.push(one)
    const total = answer(one)
    if (total instanceof ApiError) throw total
    return { results: [], page: 0, pageSize: 20, total }
  }
  const context = new RouterContextProvider()
  context.set(apiContext, { call: call as unknown as Api['call'], locale: 'zh_CN' })
  const url = new URL(address, 'https://site.test')
  const data = await loader({ url, context } as unknown as Parameters<typeof loader>[0])
  return { asked, data }
}

const refused = (status: number) =>
  new ApiError(status, { code: status < 500 ? 'forbidden' : 'unavailable', message: '' })

test('the list of the chosen type is read, and of the others how many there are', async () => {
  const { asked, data } = await load('/creator/dashboard?t=quiz&status=draft&page=2', ({ type }) => type.length)
  expect(asked.map(({ route, type, query }) => [route, type, query.page, query.pageSize, query.status])).toEqual([
    ['GET /api/learn/creator/:type/list', 'quiz', 2, 20, 'draft'],
    ['GET /api/learn/creator/:type/list', 'tutorial', 0, 1, 'draft'],
    ['GET /api/learn/creator/:type/list', 'project', 0, 1, 'draft'],
    ['GET /api/learn/creator/:type/list', 'course', 0, 1, 'draft'],
    ['GET /api/learn/creator/:type/list', 'liveSession', 0, 1, 'draft'],
  ])
  expect(data.counts).toEqual({ quiz: 4, tutorial: 8, project: 7, course: 6, liveSession: 11 })
  expect(data.title).toBe('创作中心')
})

test('under /campus/ it is the content of the campus', async () => {
  const { asked, data } = await load('/campus/creator/dashboard', () => 0)
  expect(new Set(asked.map(({ route }) => route))).toEqual(new Set(['GET /api/campus/creator/:type/list']))
  expect(data.title).toBe('校园创作中心')
})

test.each([401, 403])('for whoever is no creator (%s) there is no such page', async (status) => {
  await expect(load('/creator/dashboard', () => refused(status))).rejects.toMatchObject({ init: { status: 404 } })
})

test('a list that cannot be read just now leaves the page standing', async () => {
  const { data } = await load('/creator/dashboard', ({ type }) => (type === 'tutorial' ? refused(503) : 3))
  expect(data.list).toBeNull()
  expect(data.counts).toEqual({ quiz: 3, project: 3, course: 3, liveSession: 3 })
})
