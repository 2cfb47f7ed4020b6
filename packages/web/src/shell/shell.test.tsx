// @vitest-environment jsdom
import type { getSession } from '@lantern/contract/identity/session.ts'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { call } from '#kit/call.ts'
import { flash } from '#kit/flash.ts'
import { guestSession, type Session } from '#kit/session.tsx'
import { toast } from '#ui/toast.ts'
import { ada, header, hidden, menu, openShell, preloadShell, prepareShell, site } from './testing/open-shell.tsx'

beforeAll(preloadShell)
beforeEach(async () => {
  await prepareShell()
})
afterEach(cleanup)

test('the logo leads home, and says so when it is the premium one [SHELL-019] [SHELL-020]', () => {
  openShell()
  expect(within(header()).getByRole('link', { name: '引擎课堂 首页' }).getAttribute('href')).toBe('/')
  cleanup()
  openShell(site({ user: ada, premium: true }))
  expect(within(header()).getByRole('link', { name: '引擎课堂 会员 首页' }).className).toContain('premium')
})

test('the main menu has tutorials, projects, courses and the live calendar, then the learning paths, and marks where one is [SHELL-021] [LIVE-002]', () => {
  openShell(site(), '/courses')
  const [menu] = within(header())
    .getAllByRole('navigation', { name: '主菜单', ...hidden })
    .filter((nav) => !nav.id)
  const links = within(menu as HTMLElement).getAllByRole('link', hidden)
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/tutorials',
    '/projects',
    '/courses',
    '/live-calendar',
    '/unity-learning-path',
  ])
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, 'page', null, null])
})

test('the main menu marks the list that an item belongs to', () => {
  const marked = (at: string) => {
    cleanup()
    openShell(site(), at)
    return within(header())
      .getAllByRole('link', { current: true, ...hidden })
      .map((link) => link.textContent)
  }
  expect(marked('/tutorial/object-pool')).toEqual(['教程', '教程'])
  expect(marked('/liveSession/volumetric')).toEqual(['直播', '直播'])
})

test('a request that takes 5 seconds is spoken of until it ends, a quick one never [PLAT-041]', async () => {
  vi.useFakeTimers()
  try {
    openShell()
    const spoken = () => screen.queryByText('还在处理，请稍等。你填的内容不会丢。') !== null
    const slow = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => slow.promise)
    const answer = call<typeof getSession>('GET /api/session')
    await act(() => vi.advanceTimersByTimeAsync(4_999))
    expect(spoken()).toBe(false)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(spoken()).toBe(true)
    await act(async () => {
      slow.resolve(Response.json({}))
      await answer
    })
    expect(spoken()).toBe(false)
    await act(async () => {
      vi.stubGlobal('fetch', async () => Response.json({}))
      await call<typeof getSession>('GET /api/session')
      await vi.advanceTimersByTimeAsync(5_000)
    })
    expect(spoken()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('the app switcher leads to the four other sites [SHELL-022]', () => {
  openShell()
  const apps = menu('切换应用')
  expect(
    within(apps)
      .getAllByRole('menuitem', hidden)
      .map((item) => item.getAttribute('href')),
  ).toEqual(['https://dashboard.test/', 'https://assets.test/', 'https://answers.test/', 'https://forum.test/'])
})

test('a guest of the China edition can only sign in [SHELL-023] [SHELL-030]', () => {
  openShell(site(), '/faq?a=1#signing-in')
  expect(document.querySelector('[aria-label="账号菜单"]')).toBeNull()
  const signIn = within(header()).getByRole('link', { name: '登录' })
  expect(signIn.getAttribute('href')).toBe('/auth/login?redirect_to=%2Ffaq%3Fa%3D1%23signing-in')
  expect(within(header()).queryByText('注册')).toBeNull()
})

test('a guest elsewhere finds the FAQ, a new account and sign-in [SHELL-002] [SHELL-023] [SHELL-029]', () => {
  openShell(site({ features: { ...guestSession().features, edition: 'global', popupLogin: true } }))
  const items = within(menu('账号菜单')).getAllByRole('menuitem', hidden)
  expect(items.map((item) => item.textContent)).toEqual(['常见问题', '注册', '登录'])
  expect(items[0]?.getAttribute('href')).toBe('/faq')
})

test('a signed-in person finds learning, discounts, safety, orders, profile, settings and the way out [IDENT-003] [SHELL-023] [SHELL-031]', () => {
  openShell(site({ user: ada }))
  const items = within(menu('林知远的账号菜单')).getAllByRole('menuitem', hidden)
  expect(items.map((item) => item.textContent)).toEqual([
    '我的学习',
    '我的优惠',
    '账号安全',
    '周边订单',
    '个人主页',
    '设置',
    '退出登录',
  ])
  expect(items.slice(0, 6).map((item) => item.getAttribute('href'))).toEqual([
    '/u/u_ada',
    '/discount/u_ada',
    '/accountSafety/u_ada',
    '/u/u_ada?tab=periphery_order',
    '/u/u_ada',
    '/settings#tab_learn',
  ])
  const form = document.getElementById(items[6]?.getAttribute('form') ?? '') as HTMLFormElement
  expect([form.method, form.getAttribute('action')]).toEqual(['post', '/auth/logout?redirect_to=%2F'])
})

test('makers of content find the way to it, campus makers the one to the campus content, others neither [SHELL-032] [SHELL-033] [SHELL-035]', () => {
  const addressesFor = (...groups: Session['groups']) => {
    const view = openShell(site({ user: ada, groups }))
    const items = within(menu('林知远的账号菜单')).getAllByRole('menuitem', hidden)
    const found = items.map((item) => item.getAttribute('href')).filter((href) => href?.includes('creator'))
    view.unmount()
    return found
  }
  expect(addressesFor()).toEqual([])
  expect(addressesFor('learn_moderator')).toEqual([])
  for (const group of ['learn_creator', 'learn_creator_zh'] as const) {
    expect([group, addressesFor(group)]).toEqual([group, ['/creator/dashboard']])
  }
  for (const group of ['learn_editor_en', 'learn_admin_zh', 'admin'] as const) {
    expect([group, addressesFor(group)]).toEqual([group, ['/creator/dashboard', '/creator/pages']])
  }
  for (const group of ['campus_creator', 'campus_admin'] as const) {
    expect([group, addressesFor(group)]).toEqual([group, ['/campus/creator/dashboard']])
  }
  expect(addressesFor('learn_creator', 'campus_creator')).toEqual(['/creator/dashboard', '/campus/creator/dashboard'])
  // the admins' tool is for learning admins alone [SHELL-035]
  expect(addressesFor('learn_admin')).toEqual(['/creator/dashboard', '/creator/featured', '/creator/pages'])
})

test('moderators find the report stats, on the main site alone; others do not [SHELL-034]', () => {
  const offered = (at: string, ...groups: Session['groups']) => {
    const view = openShell(site({ user: ada, groups }), at)
    const items = within(menu('林知远的账号菜单')).getAllByRole('menuitem', hidden)
    const found = items.find((item) => item.textContent === '举报统计')
    view.unmount()
    return found?.getAttribute('href')
  }
  for (const group of ['learn_moderator', 'learn_admin', 'learn_editor'] as const) {
    expect([group, offered('/', group)]).toEqual([group, '/admin/learn/report-stats'])
  }
  for (const group of ['learn_creator', 'admin', 'super_admin', 'campus_admin', 'learn_admin_zh'] as const) {
    expect([group, offered('/', group)]).toEqual([group, undefined])
  }
  for (const at of ['/campus', '/campus/creator/dashboard', '/classroom/start?x=1']) {
    expect([at, offered(at, 'learn_moderator')]).toEqual([at, undefined])
  }
  expect(offered('/campus-tour', 'learn_moderator')).toBe('/admin/learn/report-stats')
})

test('the header has a banner for who has not bound an identity-provider account, which can be put away [SHELL-025] [SHELL-026]', async () => {
  const { unmount } = openShell(site({ user: { ...ada, authId: 'idp_1' } }), '/courses')
  expect(screen.queryByRole('complementary')).toBeNull()
  unmount()
  openShell(site({ user: { ...ada, authId: null } }), '/courses')
  const banner = await screen.findByRole('complementary')
  expect(within(banner).getByRole('link', { name: '去绑定' }).getAttribute('href')).toBe(
    '/auth/unityId/authorization?redirect_to=%2Fcourses',
  )
  await userEvent.setup().click(within(banner).getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('the search box is absent on the search page and on campaign pages, and a hidden header is absent altogether [SRCH-008] [SRCH-009]', () => {
  const session = site()
  const headerless = { ...session, site: { ...session.site, headerlessSearchPaths: ['/search', '/discount'] } }
  for (const path of ['/search', '/discount']) {
    const view = openShell(headerless, path)
    expect(within(header()).queryByRole('search', hidden)).toBeNull()
    view.unmount()
  }
  const { unmount } = openShell(headerless, '/tutorials')
  expect(within(header()).getByRole('search', hidden)).toBeTruthy()
  unmount()
  openShell(session, '/plain', [{ path: '/plain', element: <p>这一页</p>, handle: { headerTheme: 'hidden' } }])
  expect(screen.queryByRole('banner')).toBeNull()
})

test('a page asks for one of five headers by itself or in what it loads; the innermost decides, and any other word asks for none [SHELL-027]', async () => {
  const themeOf = async (handle: object, loaded?: object) => {
    const page = {
      path: '/page',
      element: <p>这一页</p>,
      handle,
      ...(loaded && { loader: () => loaded, hydrateFallbackElement: <p /> }),
    }
    const view = openShell(site(), '/page', [page])
    await screen.findByText('这一页')
    const theme = screen.queryByRole('banner')?.className.match(/default|dark|transparent|position-mobile/)?.[0]
    view.unmount()
    return theme
  }
  for (const headerTheme of ['default', 'dark', 'transparent', 'position-mobile']) {
    expect(await themeOf({ headerTheme })).toBe(headerTheme)
    expect(await themeOf({ headerTheme: 'dark' }, { headerTheme })).toBe(headerTheme)
  }
  expect(await themeOf({ headerTheme: 'hidden' })).toBeUndefined()
  expect(await themeOf({ headerTheme: 'no-such-theme' })).toBe('default')
})

test('what the page before wanted to say is said here, once', () => {
  flash('login_successfully')
  openShell()
  expect(screen.getByText('登录成功。')).toBeDefined()
  expect(sessionStorage.length).toBe(0)
})

test('a message with an act stands while the page turns into an error, and goes with the address', async () => {
  openShell()
  act(() => void toast({ tone: 'info', text: '你已被移出一个班级', action: { label: '看', onAct: () => undefined } }))
  // the frame of the error is another one
  cleanup()
  const { router } = openShell()
  expect(screen.getByText('你已被移出一个班级')).toBeTruthy()
  await act(() => router.navigate('/courses'))
  expect(screen.queryByText('你已被移出一个班级')).toBeNull()
})

test('a suspended person reads why and until when on every page', async () => {
  openShell(
    site({
      accountStatus: { suspend: true, suspendReason: '多次发布广告', suspendUtil: '2027-01-01T04:00:00.000Z' },
    }),
  )
  const { textContent } = await screen.findByRole('region', { name: '账号已停用' })
  expect(textContent).toContain('多次发布广告')
  expect(textContent).toContain('2027-01-01 12:00')
})

test('the first stop of the keyboard leads to the content', () => {
  openShell()
  const [first] = screen.getAllByRole('link')
  expect(first?.textContent).toBe('跳到正文')
  expect(first?.getAttribute('href')).toBe('#main')
})
