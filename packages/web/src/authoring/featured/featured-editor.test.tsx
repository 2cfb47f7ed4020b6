// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, SessionProvider } from '#kit/session.tsx'
import { FeaturedEditor } from './featured-editor.tsx'

beforeAll(() => loadCatalogue('zh_CN'))
afterEach(cleanup)

const item = (id: string, title: string, published = true) => {
  return { id, type: 'tutorial', title, slug: id, language: 'zh', published, thumbnailUrl: null }
}
const results = [item('ltu_1', '光照'), item('ltu_2', '粒子'), item('ltu_3', '旧课', false)]
const itemIds = results.map(({ id }) => id)

function open(saved: { itemIds: string[] }[] = []) {
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    saved.push(JSON.parse(String(init.body)))
    return Response.json({ itemIds: saved.at(-1)?.itemIds })
  })
  const featured = { list: 'home' as const, language: 'zh', itemIds, results, page: 0, pageSize: 50, total: 3 }
  const router = createMemoryRouter(
    [
      {
        path: '/creator/featured',
        element: <FeaturedEditor featured={featured} />,
        loader: () => null,
        hydrateFallbackElement: <></>,
      },
    ],
    { initialEntries: ['/creator/featured'] },
  )
  render(
    <SessionProvider session={guestSession()}>
      <MessagesProvider locale="zh_CN">
        <RouterProvider router={router} />
      </MessagesProvider>
    </SessionProvider>,
  )
  return saved
}

const titles = () => screen.getAllByRole('listitem').map((row) => within(row).getByText(/光照|粒子|旧课/).textContent)

/** Whether the browser asks before the tab is closed. */
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the admin tool puts what is featured in order by the keyboard, and asks before everybody sees it [CREA-004]', async () => {
  const saved = open()
  const user = userEvent.setup()
  const save = await screen.findByRole('button', { name: '保存推荐' })
  expect(titles()).toEqual(['光照', '粒子', '旧课'])
  expect(screen.getByText('已不公开')).toBeDefined()
  expect((save as HTMLButtonElement).disabled).toBe(true)
  expect(asksBeforeClosing()).toBe(false)
  screen.getByRole('button', { name: '移动《粒子》' }).focus()
  await user.keyboard('{ArrowUp}')
  expect(titles()).toEqual(['粒子', '光照', '旧课'])
  expect(asksBeforeClosing()).toBe(true)
  await user.click(screen.getByRole('button', { name: /旧课/, description: '' }))
  await user.click(save)
  const dialog = await screen.findByRole('alertdialog', { name: '更新首页推荐？' })
  expect(saved).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: '更新首页' }))
  expect(saved).toEqual([{ itemIds: ['ltu_2', 'ltu_1'], language: 'zh', list: 'home', before: itemIds }])
  // it is kept: leaving asks nothing, though the page has not been read again
  expect((save as HTMLButtonElement).disabled).toBe(true)
  expect(asksBeforeClosing()).toBe(false)
})
