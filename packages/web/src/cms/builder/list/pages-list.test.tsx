// @vitest-environment jsdom
import type { listPages, PageRow } from '@lantern/contract/cms/pages.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Group } from '@lantern/contract/roles.ts'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { author } from '#authoring/testing/show-in-editor.tsx'
import { MessagesProvider } from '#kit/messages.tsx'
import { SessionProvider } from '#kit/session.tsx'
import { fakeServer, prepareBrowser } from '#testing/show.tsx'
import { ToastRegion } from '#ui/toast-region.tsx'
import { everyPage, type PagesChoice, pagesAddress, readPagesChoice } from './pages-address.ts'
import { PagesList } from './pages-list.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

type Language = PageRow['locales'][number]
const language = (locale: Language['locale'], version: number, publishedVersion: number | null): Language => {
  return { locale, version, publishedVersion, savedAt: '2026-03-01T03:46:00.000Z', savedBy: null, schedule: [] }
}
const row = (id: string, change: Partial<PageRow> = {}): PageRow => {
  const locales = [language('en_US', 1, null), language('zh_CN', 4, 2), language('ja_JP', 3, 3)]
  return { id, namespace: 'learn', slug: `slug-${id}`, name: `页面${id}`, isOwn: false, locales, ...change }
}

interface Open {
  list?: ResponseOf<typeof listPages> | null
  choice?: PagesChoice
  groups?: Group[]
}

function open({ list = listOf([row('a')]), choice = everyPage, groups = ['learn_admin'] }: Open = {}) {
  const router = createMemoryRouter(
    [
      {
        path: '*',
        loader: () => null,
        hydrateFallbackElement: <></>,
        element: (
          <MessagesProvider locale="zh_CN">
            <SessionProvider session={{ ...author, groups }}>
              <PagesList choice={choice} list={list} />
              <ToastRegion label="消息" closeLabel="关闭" />
            </SessionProvider>
          </MessagesProvider>
        ),
      },
    ],
    { initialEntries: ['/creator/pages'] },
  )
  render(<RouterProvider router={router} />)
  return { router, user: userEvent.setup() }
}

function listOf(results: PageRow[], total = results.length, page = 0): ResponseOf<typeof listPages> {
  return { results, page, pageSize: 20, total }
}

test('each page says where it is and how far each of its languages is, and leads to the builder in one', async () => {
  open()
  expect(await screen.findByText('/slug-a')).toBeTruthy()
  expect(screen.getByRole('link', { name: '页面a' }).getAttribute('href')).toBe('/creator/pages/a?locale=zh_CN')
  const languages = within(screen.getByRole('list', { name: '语言' })).getAllByRole<HTMLAnchorElement>('link')
  expect(languages.map(({ textContent, href }) => [textContent, href.split('?')[1]])).toEqual([
    ['简体中文有修改', 'locale=zh_CN'],
    ['English草稿', 'locale=en_US'],
    ['日本語已发布', 'locale=ja_JP'],
  ])
  expect(screen.getByText('日本語').lang).toBe('ja-JP')
})

test('an editor of one language goes to that one alone and neither renames nor deletes', async () => {
  const { user } = open({ groups: ['learn_editor_ja'] })
  expect((await screen.findByRole('link', { name: '页面a' })).getAttribute('href')).toBe(
    '/creator/pages/a?locale=ja_JP',
  )
  expect(within(screen.getByRole('list', { name: '语言' })).getAllByRole('link')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '“页面a”的更多操作' }))
  expect(screen.queryByRole('menuitem', { name: '删除', hidden: true })).toBeNull()
  await user.click(screen.getByRole('button', { name: '新建页面' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新建页面' }))
  expect(within(dialog.getByRole('combobox', { name: '先写哪种语言' })).getAllByRole('option')).toHaveLength(1)
})

test('a new page is sent once however often one presses, and a taken address is said at its field', async () => {
  let answer: (response: Response) => void = () => undefined
  const sent = fakeServer({
    '/api/learn/creator/page': () =>
      new Promise<Response>((done) => {
        answer = done
      }),
  })
  const { user, router } = open()
  await user.click(await screen.findByRole('button', { name: '新建页面' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新建页面' }))
  await user.type(dialog.getByRole('textbox', { name: '名称' }), '春季')
  await user.type(dialog.getByRole('textbox', { name: '地址' }), '../etc')
  const send = dialog.getByRole('button', { name: '新建页面' })
  await user.click(send)
  expect(dialog.getByText(/只能用字母/)).toBeTruthy()
  expect(sent).toEqual([])
  await user.clear(dialog.getByRole('textbox', { name: '地址' }))
  await user.type(dialog.getByRole('textbox', { name: '地址' }), 'spring')
  await user.dblClick(send)
  expect(sent.map(({ body }) => body)).toEqual([{ namespace: 'learn', slug: 'spring', name: '春季', locale: 'zh_CN' }])
  answer(Response.json({ code: 'page_slug_taken', message: '这个地址已经有页面了。' }, { status: 409 }))
  expect(await dialog.findByText('这个地址已经有页面了。')).toBeTruthy()
  await user.click(send)
  answer(Response.json({ id: 'pg_new' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/creator/pages/pg_new'))
})

test('the address of a page, new or renamed, is word characters and hyphens [PLAT-055]', async () => {
  const sent = fakeServer({
    '/api/learn/creator/page': () => ({ id: 'pg_new' }),
    '/api/learn/creator/page/a/rename': () => ({ page: row('a') }),
  })
  const { user } = open()
  const refuses = async (dialog: ReturnType<typeof within>, send: string) => {
    const address = dialog.getByRole('textbox', { name: '地址' })
    for (const slug of ['a/b', '春季', 'a.b', 'a?b']) {
      await user.clear(address)
      await user.type(address, slug)
      await user.click(dialog.getByRole('button', { name: send }))
      expect([slug, dialog.queryByText(/只能用字母/) !== null, sent.length]).toEqual([slug, true, 0])
      expect(address.getAttribute('aria-invalid')).toBe('true')
    }
    await user.clear(address)
    await user.type(address, 'Spring_2026-b')
    await user.click(dialog.getByRole('button', { name: send }))
    await waitFor(() => expect(sent.splice(0).map(({ body }) => body)).toMatchObject([{ slug: 'Spring_2026-b' }]))
  }
  await user.click(await screen.findByRole('button', { name: '“页面a”的更多操作' }))
  await user.click(screen.getByRole('menuitem', { name: '改名或换地址', hidden: true }))
  await refuses(within(await screen.findByRole('dialog')), '保存')
  await user.click(screen.getByRole('button', { name: '新建页面' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新建页面' }))
  await user.type(dialog.getByRole('textbox', { name: '名称' }), '春季')
  await refuses(dialog, '新建页面')
})

test('what was deleted comes back by the word in the message, or from the list of what was deleted', async () => {
  const sent = fakeServer({
    '/api/learn/creator/page/a/delete': () => ({ deleted: true }),
    '/api/learn/creator/page/a/undelete': () => ({ page: row('a') }),
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: '“页面a”的更多操作' }))
  await user.click(screen.getByRole('menuitem', { name: '删除', hidden: true }))
  expect(await screen.findByText(/30天内可以恢复/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '撤销' }))
  await waitFor(() => expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['delete', 'undelete']))
  cleanup()
  const again = open({ choice: { ...everyPage, status: 'deleted' } })
  await again.user.click(await screen.findByRole('button', { name: '恢复' }))
  await waitFor(() => expect(sent).toHaveLength(3))
})

test('pages that the site itself asks for are neither renamed nor deleted', async () => {
  const { user } = open({ list: listOf([row('a', { isOwn: true, slug: 'cn-home-top' })]) })
  expect(await screen.findByText('首页的一段（cn-home-top）')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '“页面a”的更多操作' }))
  expect(screen.queryByRole('menuitem', { name: '删除', hidden: true })).toBeNull()
})

test('ten thousand pages are paged; nothing found, nothing there and nothing read each have their next act', async () => {
  open({ list: listOf([row('a')], 10_000, 4) })
  expect(await screen.findByText('共10,000个页面')).toBeTruthy()
  expect(screen.getByRole('link', { name: '第500页' }).getAttribute('href')).toBe('/creator/pages?page=499')
  cleanup()
  open({ list: listOf([]), choice: { ...everyPage, q: '没有' } })
  expect((await screen.findByRole('link', { name: '清除筛选' })).getAttribute('href')).toBe('/creator/pages')
  cleanup()
  open({ list: listOf([]) })
  expect(await screen.findAllByRole('button', { name: '新建页面' })).toHaveLength(2)
  cleanup()
  open({ list: null })
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('link', { name: '再试一次' })).toBeTruthy()
})

test('the address is the state of the list, and nonsense in it is as if it were not there', () => {
  const choice: PagesChoice = { q: '春', namespace: 'campus', status: 'draft', page: 3 }
  expect(readPagesChoice(new URL(pagesAddress(choice, { page: 3 }), 'http://site.test'))).toEqual(choice)
  const odd = new URL('/creator/pages?namespace=moon&status=x&page=-1', 'http://site.test')
  expect(readPagesChoice(odd)).toEqual(everyPage)
})
