// @vitest-environment jsdom
import type { CmsContent } from '@lantern/contract/cms/wire.ts'
import { detailsOf } from '@lantern/contract/cms/wire.ts'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterContextProvider, RouterProvider, useRouteError } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { apiContext } from '#kit/api.ts'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import type { Call } from '#kit/request.ts'
import { guestSession, SessionProvider } from '#kit/session.tsx'
import { ErrorPage } from '#shell/index.ts'
import { headers, loader } from './managed.tsx'

beforeAll(() => loadCatalogue('zh_CN'))

type Variables = Record<string, unknown>
/** As GraphQL says it: the answer came, and there is nothing in it. */
interface Refused {
  code: 'login_required' | 'forbidden'
}
type Answer = (variables: Variables, headers: Record<string, string>) => Partial<CmsContent> | Refused | null

interface Opened {
  asked: Variables[]
  status: number
  loaded?: Awaited<ReturnType<typeof loader>>['data']
  cache?: string | null
}

/** What the page at this address loads, or the status that it is refused with. */
async function open(address: string, answer: Answer): Promise<Opened> {
  const context = new RouterContextProvider()
  const asked: Variables[] = []
  const call = async (_route: string, { body }: { body: { variables: Variables } }, options: { headers: object }) => {
    asked.push(body.variables)
    const found = answer(body.variables, options.headers as Record<string, string>)
    if (found && 'code' in found) return { data: { CmsContent: null }, errors: [{ message: '', extensions: found }] }
    return { data: { CmsContent: found && { ...published, ...found } } }
  }
  context.set(apiContext, { call: call as unknown as Call, locale: 'zh_CN' })
  const url = new URL(address, 'http://site.test')
  const slug = url.pathname.split('/').at(-1) ?? ''
  try {
    const { data, init } = await loader({
      request: new Request(url),
      params: { slug },
      context,
      url,
      pattern: '/:slug',
    })
    return { asked, status: 200, loaded: data, cache: new Headers(init?.headers).get('cache-control') }
  } catch (thrown) {
    if (thrown instanceof Response) return { asked, status: thrown.status }
    throw thrown
  }
}

const published: CmsContent = {
  name: '夏季',
  slug: 'summer',
  status: 'published',
  locale: 'zh_CN',
  extendedProperties: [],
  contentDetails: detailsOf([{ id: 'bk_1', kind: 'heading', fields: { value: '标题' } }]),
  packages: [],
  filters: [],
  sortings: [],
}

test('a page is made of the blocks of its slug, in its namespace and the visitor’s language [CMS-010]', async () => {
  for (const [address, namespace] of [
    ['/summer', 'learn'],
    ['/campus/summer', 'campus'],
    ['/classroom/summer', 'classroom'],
  ] as const) {
    const { asked, loaded } = await open(address, () => ({}))
    expect(asked).toEqual([{ slug: 'summer', locale: 'zh_CN', namespace }])
    expect(loaded?.page.blocks.map(({ kind }) => kind)).toEqual(['heading'])
  }
})

test('a page with no contents is not found [CMS-009]', async () => {
  expect((await open('/nowhere', () => null)).status).toBe(404)
  expect((await open('/summer', () => ({ contentDetails: [] }))).status).toBe(404)
  expect(
    (await open('/summer', () => ({ contentDetails: detailsOf([{ id: 'x', kind: 'spell', fields: {} }]) }))).status,
  ).toBe(404)
})

function Failed() {
  return <ErrorPage error={useRouteError()} />
}

test('in the place of a page with no contents stands that there is none, with the way home [CMS-009]', async () => {
  const context = new RouterContextProvider()
  const call = async () => ({ data: { CmsContent: { ...published, contentDetails: [] } } })
  context.set(apiContext, { call: call as unknown as Call, locale: 'zh_CN' })
  const route = {
    path: '/:slug',
    loader: (args: object) => loader(args as Parameters<typeof loader>[0]),
    element: <p>页面</p>,
    ErrorBoundary: Failed,
    hydrateFallbackElement: <p>正在加载</p>,
  }
  const router = createMemoryRouter([route], { initialEntries: ['/summer'], getContext: () => context })
  render(
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={guestSession()}>
        <RouterProvider router={router} />
      </SessionProvider>
    </MessagesProvider>,
  )
  expect(await screen.findByRole('heading', { level: 1, name: '没有找到这一页' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '回到首页' }).getAttribute('href')).toBe('/')
  expect(screen.queryByText('页面')).toBeNull()
})

test('a slug that is none, and a segment of another page, are not even asked for', async () => {
  for (const slug of ['..%2Fetc', '%2e%2e', 'a.b', '<script>', 'a%20b', 'a'.repeat(81), 'cn-home-top']) {
    expect([slug, await open(`/${slug}`, () => ({}))]).toEqual([slug, { asked: [], status: 404 }])
  }
})

test('a preview is asked for with the token of its link, and is kept by nobody', async () => {
  const { loaded, cache } = await open('/summer?preview=true&token=secret', ({ preview }, sent) =>
    preview && sent['x-preview-token'] === 'secret' ? { status: 'draft' } : null,
  )
  expect([loaded?.page.isDraft, cache]).toEqual([true, 'no-store'])
  const kept = new Headers({ 'cache-control': 'no-store' })
  expect(headers({ loaderHeaders: kept } as Parameters<typeof headers>[0])).toBe(kept)
  expect((await open('/summer', () => ({}))).cache).toBeNull()
})

test('whoever may not see the draft, or comes by a link that is over, sees the page as it is published', async () => {
  for (const code of ['login_required', 'forbidden'] as const) {
    const answer: Answer = ({ preview }) => (preview ? { code } : published)
    for (const search of ['preview=true', 'preview=true&token=over']) {
      const { asked, loaded, cache } = await open(`/summer?${search}`, answer)
      expect(asked.map(({ preview }) => preview)).toEqual([true, undefined])
      expect([loaded?.page.isDraft, cache]).toEqual([false, null])
    }
    expect((await open('/summer?preview=true', ({ preview }) => (preview ? { code } : null))).status).toBe(404)
  }
})

test('a page says which header it wants', async () => {
  const extendedProperties = [
    { key: 'headerTheme', value: 'dark' },
    { key: 'hideSearch', value: 'true' },
  ]
  expect((await open('/summer', () => ({ extendedProperties }))).loaded).toMatchObject({
    headerTheme: 'dark',
    hideSearch: true,
  })
})
