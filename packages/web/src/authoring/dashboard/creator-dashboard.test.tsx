// @vitest-environment jsdom
import type { DraftRow } from '@lantern/contract/authoring/drafts.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#kit/session.tsx'
import { guestSession } from '#kit/session.tsx'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { currentToasts } from '#ui/toast.ts'
import CreatorDashboardPage from '../../pages/creator-dashboard.tsx'
import routes from '../../routes.ts'
import { CreatorDashboard, type CreatorDashboardProps } from './creator-dashboard.tsx'
import { dashboardAddress, dashboardQuery, readDashboard } from './dashboard-address.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

function row(id: string, more: Partial<DraftRow> = {}): DraftRow {
  const author = { id: 'u_ada', fullName: '林知远', avatar: null }
  return {
    id,
    type: 'quiz',
    slug: id,
    title: `测验${id}`,
    language: 'zh',
    thumbnailUrl: null,
    published: false,
    hidden: false,
    audience: null,
    planned: null,
    unpublishedChanges: false,
    savedAt: '2026-03-01T04:03:00.000Z',
    savedBy: author,
    ownerId: 'u_ada',
    owner: author,
    recordCount: 0,
    averageRating: 0,
    ratingCount: 0,
    ...more,
  }
}

const choice = readDashboard(new URL('https://site.test/creator/dashboard?t=quiz'))

function props(rows: DraftRow[], more: Partial<CreatorDashboardProps> = {}): CreatorDashboardProps {
  const list = { results: rows, page: 0, pageSize: 20, total: rows.length }
  return { choice, list, counts: { tutorial: 3, quiz: rows.length }, ...more }
}

function creator(...groups: Session['groups']): Session {
  return { ...guestSession(), user: samplePerson(), groups: ['learn_creator', ...groups] }
}

function rowOf(title: string): HTMLElement {
  return screen.getByRole('heading', { level: 2, name: title }).closest('li') as HTMLElement
}

test('/creator/dashboard and /campus/creator/dashboard are the dashboard [CREA-002]', () => {
  const files = routes.filter(({ path }) => path?.endsWith('creator/dashboard')).map(({ path, file }) => [path, file])
  expect(files).toEqual([
    ['creator/dashboard', 'pages/creator-dashboard.tsx'],
    ['campus/creator/dashboard', 'pages/creator-dashboard.tsx'],
  ])
  const page = { loaderData: { ...props([]), title: '' } } as unknown as Parameters<typeof CreatorDashboardPage>[0]
  show(<CreatorDashboardPage {...page} />, creator())
  expect(within(screen.getByRole('main')).getByRole('heading', { level: 1, name: '创作中心' })).toBeTruthy()
})

test('each type is a tab with how many there are, if any, and can be begun anew', () => {
  show(<CreatorDashboard {...props([row('a')], { counts: { tutorial: 3, quiz: 1, project: 0 } })} />, creator())
  const tabs = within(screen.getByRole('navigation', { name: '内容类型' })).getAllByRole('link')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['教程3', '/creator/dashboard'],
    ['测验1', '/creator/dashboard?t=quiz'],
    ['项目', '/creator/dashboard?t=project'],
    ['课程', '/creator/dashboard?t=course'],
    ['直播', '/creator/dashboard?t=liveSession'],
  ])
  expect(tabs[1]?.getAttribute('aria-current')).toBe('page')
  const entries = screen.getAllByRole('menuitem', { hidden: true, name: /^新建/ })
  expect(entries.map((entry) => entry.getAttribute('href'))).toEqual([
    '/tutorial/0/new',
    '/quiz/0/new',
    '/project/0/new',
    '/course/0/new',
    '/liveSession/0/new',
  ])
})

test('on the campus everything stays on the campus', () => {
  const campus = readDashboard(new URL('https://site.test/campus/creator/dashboard?t=quiz'))
  show(<CreatorDashboard {...props([row('a')], { choice: campus })} />, creator())
  expect(screen.getByRole('heading', { level: 1, name: '校园创作中心' })).toBeTruthy()
  expect(within(rowOf('测验a')).getByRole('link', { name: '测验a' }).getAttribute('href')).toBe('/campus/quiz/a/edit')
  expect(screen.getByRole('menuitem', { hidden: true, name: '新建测验' }).getAttribute('href')).toBe(
    '/campus/quiz/0/new',
  )
})

test('a row says how it stands, who saved it when, and what learners make of it', () => {
  const rows = [
    row('a'),
    row('b', { published: true, unpublishedChanges: true, recordCount: 1204, averageRating: 9, ratingCount: 12 }),
    row('c', { published: true, hidden: true, ownerId: 'u_x', owner: { id: 'u_x', fullName: '许青禾', avatar: null } }),
    row('d', { title: '', savedBy: null }),
  ]
  show(<CreatorDashboard {...props(rows)} />, creator())
  expect(rowOf('测验a').textContent).toContain('草稿')
  expect(rowOf('测验a').textContent).toContain('林知远保存于2026-03-01 12:03')
  expect(rowOf('测验a').textContent).not.toContain('人学')
  expect(rowOf('测验b').textContent).toContain('已发布有未发布的修改')
  expect(rowOf('测验b').textContent).toMatch(/1,204人学.*4\.5/)
  expect(rowOf('测验c').textContent).toContain('已发布已隐藏')
  expect(rowOf('测验c').textContent).toContain('所有者：许青禾')
  expect(rowOf('未命名').textContent).toContain('保存于')
})

test("a row of an organisation's item says whom it is for", () => {
  const rows = [
    row('a', { audience: { audience: 'members', name: '引擎学院' } }),
    row('b', { audience: { audience: 'class', name: '图形一班' } }),
    row('c', { audience: { audience: 'everybody', name: '引擎学院' } }),
    row('d'),
  ]
  show(<CreatorDashboard {...props(rows)} />, creator())
  expect(rowOf('测验a').textContent).toContain('成员：引擎学院')
  expect(rowOf('测验b').textContent).toContain('班级：图形一班')
  expect(rowOf('测验c').textContent).toContain('引擎学院 · 所有人')
  expect(rowOf('测验d').textContent).not.toContain('引擎学院')
})

test('an untouched draft does not say that it has unpublished changes', () => {
  show(<CreatorDashboard {...props([row('a', { unpublishedChanges: true })])} />, creator())
  expect(rowOf('测验a').textContent).not.toContain('未发布')
})

test('ten thousand drafts are pages, which keep the filters', () => {
  const filtered = readDashboard(new URL('https://site.test/creator/dashboard?t=quiz&q=光&status=draft&page=3'))
  const list = { results: [row('a')], page: 3, pageSize: 20, total: 10_000 }
  show(<CreatorDashboard {...props([], { choice: filtered, list })} />, creator())
  const pages = screen.getByRole('navigation', { name: '分页' })
  expect(within(pages).getByRole('link', { name: '第500页' }).getAttribute('href')).toBe(
    '/creator/dashboard?t=quiz&q=%E5%85%89&status=draft&page=499',
  )
  expect(screen.getByText('共10,000项')).toBeTruthy()
})

test('the address is read leniently and asks the list for exactly what it says', () => {
  const read = (search: string) => readDashboard(new URL(`https://site.test/creator/dashboard${search}`))
  expect(read('?t=faq&status=x&lang=../..&ob=price&page=-1')).toEqual({ ...read(''), type: 'tutorial' })
  expect(dashboardQuery(read('?t=course&q=%20光%20&status=published&lang=en&u=u_x&ob=titledes&page=2'))).toEqual({
    q: '光',
    status: 'published',
    language: 'en',
    owner: 'u_x',
    ob: 'titledes',
    page: 2,
    pageSize: 20,
  })
  expect(dashboardAddress(read('?q=光&page=4'), { status: 'draft' })).toBe(
    '/creator/dashboard?q=%E5%85%89&status=draft',
  )
})

test('choosing a filter opens its list; words wait for Enter', async () => {
  const { router } = show(<CreatorDashboard {...props([row('a')])} />, creator())
  const user = userEvent.setup()
  await user.selectOptions(screen.getByRole('combobox', { name: '状态' }), '草稿')
  await waitFor(() => expect(router.state.location.search).toBe('?t=quiz&status=draft'))
  await user.type(screen.getByRole('searchbox', { name: '搜索' }), '阴影')
  expect(router.state.location.search).toBe('?t=quiz&status=draft')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(decodeURIComponent(router.state.location.search)).toBe('?t=quiz&q=阴影&status=draft'))
})

test('whose it is can be chosen by editors and admins alone, and acts at once', async () => {
  show(<CreatorDashboard {...props([row('a')])} />, creator())
  expect(screen.queryByRole('combobox', { name: '所有者' })).toBeNull()
  cleanup()
  fakeServer({
    '/api/learn/user/autocomplete': () => ({ userMap: { u_ada: { id: 'u_ada', fullName: '林知远', avatar: null } } }),
  })
  const { router } = show(<CreatorDashboard {...props([row('a')])} />, creator('learn_editor_zh'))
  await userEvent.type(screen.getByRole('combobox', { name: '所有者' }), '林')
  await userEvent.click(await screen.findByRole('option', { name: '林知远' }))
  await waitFor(() => expect(router.state.location.search).toBe('?t=quiz&u=u_ada'))
})

test('nothing yet invites to begin; nothing found leads back; beyond the end leads to the first page', () => {
  show(<CreatorDashboard {...props([])} />, creator())
  expect(screen.getByRole('heading', { name: '还没有测验' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '新建测验' }).getAttribute('href')).toBe('/quiz/0/new')
  cleanup()
  show(<CreatorDashboard {...props([], { choice: { ...choice, q: '没有' } })} />, creator())
  expect(screen.getByRole('link', { name: '清除筛选' }).getAttribute('href')).toBe('/creator/dashboard?t=quiz')
  cleanup()
  const list = { results: [], page: 9, pageSize: 20, total: 5 }
  show(<CreatorDashboard {...props([], { list })} />, creator())
  expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe('/creator/dashboard?t=quiz')
})

test('a list that cannot be read says so and keeps the page', () => {
  show(<CreatorDashboard {...props([], { list: null })} />, creator())
  expect(screen.getByRole('alert').textContent).toContain('列表没有读出来')
  expect(screen.getByRole('link', { name: '再试一次' }).getAttribute('href')).toBe('/creator/dashboard?t=quiz')
})

test('what is behind the button of a row leads to the page of learners, and to what they make of it; that of a draft is a preview [SHELL-011]', () => {
  show(<CreatorDashboard {...props([row('a'), row('b', { published: true })])} />, creator())
  const entries = (title: string) =>
    within(rowOf(title))
      .getAllByRole('menuitem', { hidden: true })
      .map((entry) => [entry.textContent, entry.getAttribute('href')])
  expect(entries('测验b').slice(0, 2)).toEqual([
    ['查看', '/quiz/b'],
    ['学习数据', '/creator/insights/b'],
  ])
  expect(entries('测验a')[0]).toEqual(['预览', '/quiz/a?preview=true'])
})

test('a copy opens in its editor', async () => {
  const sent = fakeServer({ '/api/learn/creator/draft/a/copy': () => ({ id: 'lqz_new', type: 'quiz' }) })
  const { router } = show(<CreatorDashboard {...props([row('a')])} />, creator())
  await userEvent.setup().click(within(rowOf('测验a')).getByRole('menuitem', { hidden: true, name: '复制一份' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/quiz/lqz_new/edit'))
  expect(sent).toHaveLength(1)
})

test('deleting a draft asks first; what is published is taken back instead, and where it is used is said before', async () => {
  const course = {
    id: 'c',
    type: 'course',
    title: '光的课程',
    slug: 'c',
    language: 'zh',
    published: true,
    thumbnailUrl: null,
  }
  const sent = fakeServer({
    '/api/learn/creator/draft/b/delete': () => ({ deleted: false }),
    '/api/learn/creator/draft/b/uses': () => ({
      items: [{ ...course, how: 'contains' }],
      hidden: 2,
      featured: true,
    }),
  })
  show(<CreatorDashboard {...props([row('a'), row('b', { published: true })])} />, creator())
  const user = userEvent.setup()
  await user.click(within(rowOf('测验a')).getByRole('menuitem', { hidden: true, name: '删除' }))
  const ask = await screen.findByRole('alertdialog', { name: '删除《测验a》？' })
  await user.click(within(ask).getByRole('button', { name: '先留着' }))
  expect(sent).toEqual([])
  await user.click(within(rowOf('测验b')).getByRole('menuitem', { hidden: true, name: '取消发布' }))
  const takeBack = await screen.findByRole('alertdialog', { name: '取消发布《测验b》？' })
  expect((await within(takeBack).findByText('光的课程')).closest('li')?.textContent).toBe('光的课程 (包含它)')
  expect(within(takeBack).getByText('还有2处未公开的内容')).toBeTruthy()
  expect(within(takeBack).getByText('推荐列表')).toBeTruthy()
  await user.click(within(takeBack).getByRole('button', { name: '取消发布' }))
  expect(await screen.findByText('已取消发布，内容变回草稿')).toBeTruthy()
  expect(sent.map(({ path }) => path)).toEqual(['/api/learn/creator/draft/b/uses', '/api/learn/creator/draft/b/delete'])
})

test('a translation is begun in another language and opens in its editor', async () => {
  const sent = fakeServer({ '/api/learn/creator/draft/a/translate': () => ({ id: 'lqz_en', type: 'quiz' }) })
  const { router } = show(<CreatorDashboard {...props([row('a')])} />, creator())
  const user = userEvent.setup()
  await user.click(within(rowOf('测验a')).getByRole('menuitem', { hidden: true, name: '翻译' }))
  const dialog = await screen.findByRole('dialog', { name: '翻译《测验a》' })
  const languages = within(dialog).getByRole('combobox', { name: '翻译成' })
  expect(within(languages).queryByRole('option', { name: '中文' })).toBeNull()
  await user.selectOptions(languages, '日本語')
  await user.click(within(dialog).getByRole('button', { name: '开始翻译' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/quiz/lqz_en/edit'))
  expect(sent[0]?.body).toEqual({ language: 'ja' })
})

test('a package with everything in it comes at once; what would be missing in one is said before', async () => {
  const user = userEvent.setup()
  const downloads: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.pathname)
  })
  const one = { id: 'q_2', type: 'quiz', title: '改了一半的测验' }
  const first = held<object>()
  const answers = [
    first.answer,
    { items: 1, unpublishedChanges: [one], leftOut: [{ ...one, id: 'q_3', title: '', reason: 'gone' }] },
  ]
  const calls = fakeServer({ '/api/learn/creator/package/a/preview': () => answers.shift() ?? {} })
  show(<CreatorDashboard {...props([row('a')])} />, creator())
  const acts = screen.getByRole('button', { name: '《测验a》的更多操作' })
  const press = async () => {
    await user.click(acts)
    await user.click(await screen.findByRole('menuitem', { name: '导出内容包' }))
  }
  await press()
  // pressed again while it is being looked at: nothing is asked twice
  await user.click(acts)
  expect(screen.queryByRole('menuitem', { name: '导出内容包' })).toBeNull()
  first.give({ items: 3, unpublishedChanges: [], leftOut: [] })
  await waitFor(() => expect(downloads).toEqual(['/api/learn/creator/package/a']))
  expect(calls).toHaveLength(1)

  await press()
  const dialog = within(await screen.findByRole('dialog', { name: '导出内容包' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'q_3已经删除',
    '改了一半的测验',
  ])
  expect(dialog.getByText(/还没发布的修改/)).toBeTruthy()
  expect(downloads).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: '下载' }))
  expect(downloads).toHaveLength(2)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('who has gone elsewhere before the copy is made stays there', async () => {
  const user = userEvent.setup()
  const made = held<object>()
  fakeServer({ '/api/learn/creator/draft/a/copy': () => made.answer })
  const elsewhere = { path: '/elsewhere', element: <p>别处</p> }
  const { router, address } = show(<CreatorDashboard {...props([row('a')])} />, creator(), { routes: [elsewhere] })
  await user.click(screen.getByRole('button', { name: '《测验a》的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '复制一份' }))
  await router.navigate('/elsewhere')
  await screen.findByText('别处')
  made.give({ id: 'q_copy', type: 'quiz' })
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toEqual(['已复制，可以接着改']))
  expect(address()).toBe('/elsewhere')
})
