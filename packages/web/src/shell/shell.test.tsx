// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { flash } from '#kit/flash.ts'
import { useGuard } from '#kit/guards.tsx'
import { reloadAt, reloadPage } from '#kit/leave-page.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { useStartSignIn } from '#kit/require-login.tsx'
import { guestSession, type Session, SessionProvider } from '#kit/session.tsx'
import { whileWaiting } from '#kit/still-working.ts'
import { samplePerson } from '#testing/samples.ts'
import { ErrorPage } from './error-page.tsx'
import { Shell } from './shell.tsx'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

let sent: { path: string; body: unknown }[] = []

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  sent = []
  vi.mocked(reloadAt).mockClear()
  vi.mocked(reloadPage).mockClear()
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname: path } = new URL(address, 'http://site.test')
    if (path === '/api/session') return Response.json({ csrfToken: 'token' })
    // how long a page was open is told after a second, on a slow machine within a test
    if (init?.body && path !== '/api/cdp') sent.push({ path, body: JSON.parse(String(init.body)) })
    return Response.json({ topics: [] })
  })
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  HTMLElement.prototype.hidePopover = () => undefined
})
afterEach(cleanup)

// parts whose script comes later are there from now on
beforeAll(async () => {
  await loadCatalogue('zh_CN')
  open()
  await screen.findByRole('contentinfo')
  await waitFor(() => menu('切换应用'))
  cleanup()
})

function site(more: Partial<Session> = {}): Session {
  const guest = guestSession()
  return {
    ...guest,
    features: { ...guest.features, popupLogin: true, outsideWays: ['unityId'] },
    site: {
      ...guest.site,
      apps: {
        dashboard: 'https://dashboard.test/',
        assetStore: 'https://assets.test/',
        answers: 'https://answers.test/',
        forum: 'https://forum.test/',
      },
      filingRecords: [
        { text: '备案一', url: 'https://one.test/' },
        { text: '备案二', url: 'https://two.test/' },
        { text: '备案三', url: 'https://three.test/' },
        { text: '备案四', url: null },
      ],
    },
    ...more,
  }
}

const ada = samplePerson({ phone: '13800000001' })

function open(session: Session = site(), at = '/', routes: RouteObject[] = []) {
  const frame = (page: React.ReactNode) => (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={session}>
        <Shell>{page}</Shell>
      </SessionProvider>
    </MessagesProvider>
  )
  const router = createMemoryRouter(
    [...routes, { path: '*', element: frame(<main id="main">这一页</main>) }].map((route) => ({
      ...route,
      ...(route.element && routes.includes(route) && { element: frame(route.element) }),
    })),
    { initialEntries: [at] },
  )
  return { router, ...render(<RouterProvider router={router} />) }
}

function Act({ redirectTo }: { redirectTo?: string }) {
  const start = useStartSignIn()
  return (
    <button type="button" onClick={() => start({ redirectTo })}>
      收藏
    </button>
  )
}

function Guarded() {
  const guard = useGuard()
  return (
    <>
      <button type="button" onClick={() => guard(['email'], () => undefined)}>
        写信
      </button>
      <button type="button" onClick={() => guard(['tfa'], () => undefined)}>
        付款
      </button>
    </>
  )
}

function nameOf(dialog: HTMLElement): string | null | undefined {
  return document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent
}

const header = () => screen.getByRole('banner')
const footer = () => screen.getByRole('contentinfo')
const hidden = { hidden: true }
/** A closed popover: it is in the page, but has no name in the accessibility tree before it opens. */
function menu(label: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[popover="auto"][role="menu"][aria-label="${label}"]`)
  if (!found) throw new Error(`There is no menu ${label}`)
  return found
}
const linkNames = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link', hidden)
    .map((link) => link.textContent)

test('the logo leads home, and says so when it is the premium one [SHELL-019] [SHELL-020]', () => {
  open()
  expect(within(header()).getByRole('link', { name: '引擎课堂 首页' }).getAttribute('href')).toBe('/')
  cleanup()
  open(site({ user: ada, premium: true }))
  expect(within(header()).getByRole('link', { name: '引擎课堂 会员 首页' }).className).toContain('premium')
})

test('the main menu has tutorials, projects, courses and the live calendar, then the learning paths, and marks where one is [SHELL-021] [LIVE-002]', () => {
  open(site(), '/courses')
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
    open(site(), at)
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
    open()
    const spoken = () => screen.queryByText('还在处理，请稍等。你填的内容不会丢。') !== null
    const slow = Promise.withResolvers<void>()
    const answer = whileWaiting(slow.promise)
    await act(() => vi.advanceTimersByTimeAsync(4_999))
    expect(spoken()).toBe(false)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(spoken()).toBe(true)
    await act(async () => {
      slow.resolve()
      await answer
    })
    expect(spoken()).toBe(false)
    await act(async () => {
      await whileWaiting(Promise.resolve())
      await vi.advanceTimersByTimeAsync(5_000)
    })
    expect(spoken()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('the app switcher leads to the four other sites [SHELL-022]', () => {
  open()
  const apps = menu('切换应用')
  expect(
    within(apps)
      .getAllByRole('menuitem', hidden)
      .map((item) => item.getAttribute('href')),
  ).toEqual(['https://dashboard.test/', 'https://assets.test/', 'https://answers.test/', 'https://forum.test/'])
})

test('a guest of the China edition can only sign in [SHELL-023] [SHELL-030]', () => {
  open(site(), '/faq?a=1')
  expect(document.querySelector('[aria-label="账号菜单"]')).toBeNull()
  const signIn = within(header()).getByRole('link', { name: '登录' })
  expect(signIn.getAttribute('href')).toBe('/auth/login?redirect_to=%2Ffaq%3Fa%3D1')
  expect(within(header()).queryByText('注册')).toBeNull()
})

test('a guest elsewhere finds the FAQ, a new account and sign-in [SHELL-002] [SHELL-023] [SHELL-029]', () => {
  open(site({ features: { ...guestSession().features, edition: 'global', popupLogin: true } }))
  const items = within(menu('账号菜单')).getAllByRole('menuitem', hidden)
  expect(items.map((item) => item.textContent)).toEqual(['常见问题', '注册', '登录'])
  expect(items[0]?.getAttribute('href')).toBe('/faq')
})

test('a signed-in person finds learning, discounts, safety, orders, profile, settings and the way out [IDENT-003] [SHELL-023] [SHELL-031]', () => {
  open(site({ user: ada }))
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
    const view = open(site({ user: ada, groups }))
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
    const view = open(site({ user: ada, groups }), at)
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

test('signing in opens in a dialog on desktop and leaves the page where it is [IDENT-012] [IDENT-066]', async () => {
  const { router } = open()
  await userEvent.setup().click(within(header()).getByRole('link', { name: '登录' }))
  const dialog = await screen.findByRole('dialog', { name: '登录引擎课堂' })
  expect(within(dialog).getByRole('textbox', { name: '手机号' })).toBeDefined()
  expect(router.state.location.pathname).toBe('/')
})

const withoutPopup = { ...guestSession().features, edition: 'global', popupLogin: false } as const
const onPhone = () => vi.stubGlobal('matchMedia', () => ({ matches: false }))

test.each([
  ['on a phone', () => onPhone(), site()],
  ['where the popup is off', () => undefined, site({ features: withoutPopup })],
])('%s, signing in is a page that knows the way back [IDENT-068]', async (_, prepare, session) => {
  prepare()
  const { router } = open(session, '/here?x=1', [{ path: '/here', element: <Act /> }])
  await userEvent.setup().click(screen.getByRole('button', { name: '收藏' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'))
  expect(router.state.location.search).toBe('?redirect_to=%2Fhere%3Fx%3D1')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without the popup, registering leads to the page of signing up [IDENT-067]', async () => {
  const { router } = open(site({ features: withoutPopup }), '/faq')
  const items = within(menu('账号菜单')).getAllByRole('menuitem', hidden)
  await userEvent.setup().click(items.find((item) => item.textContent === '注册') as HTMLElement)
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/signup'))
  expect(router.state.location.search).toBe('?redirect_to=%2Ffaq')
})

test('who has signed in meanwhile goes straight to the target [IDENT-069]', async () => {
  const { router } = open(site({ user: ada }), '/here', [{ path: '/here', element: <Act redirectTo="/courses?a=1" /> }])
  await userEvent.setup().click(screen.getByRole('button', { name: '收藏' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/courses'))
  expect(router.state.location.search).toBe('?a=1')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a dialog that is opened again takes its own place, another one lies above it, and closing takes it away [SHELL-057] [SHELL-058] [SHELL-059]', async () => {
  const session = site({
    user: { ...ada, emailRequired: true },
    guards: { twoFactor: 'required', needsReview: false },
  })
  const user = userEvent.setup()
  open(session, '/here', [{ path: '/here', element: <Guarded /> }])
  const press = (name: string) => user.click(screen.getByRole('button', { name, ...hidden }))
  const stack = () => screen.queryAllByRole('alertdialog').map(nameOf)
  await press('写信')
  await waitFor(() => expect(stack()).toEqual(['请先填写邮箱']))
  await press('付款')
  await waitFor(() => expect(stack()).toEqual(['请先填写邮箱', '需要两步验证']))
  await press('写信')
  expect(stack()).toEqual(['请先填写邮箱', '需要两步验证'])
  const [, top] = screen.getAllByRole('alertdialog')
  await user.click(within(top as HTMLElement).getByRole('button', { name: '暂时不要' }))
  await waitFor(() => expect(stack()).toEqual(['请先填写邮箱']))
})

test('the search box is absent on the search page and on campaign pages, and a hidden header is absent altogether [SRCH-008] [SRCH-009]', () => {
  const session = site()
  const headerless = { ...session, site: { ...session.site, headerlessSearchPaths: ['/search', '/discount'] } }
  for (const path of ['/search', '/discount']) {
    const view = open(headerless, path)
    expect(within(header()).queryByRole('search', hidden)).toBeNull()
    view.unmount()
  }
  const { unmount } = open(headerless, '/tutorials')
  expect(within(header()).getByRole('search', hidden)).toBeTruthy()
  unmount()
  open(session, '/plain', [{ path: '/plain', element: <p>这一页</p>, handle: { headerTheme: 'hidden' } }])
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
    const view = open(site(), '/page', [page])
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

test('who has no phone is asked for one when the page is loaded, whatever else there is to say [IDENT-046]', async () => {
  open(site({ user: { ...ada, phone: null }, loginTip: true }), '/faq?bindSuccess=true')
  const dialog = await screen.findByRole('dialog', { name: '绑定手机号' })
  expect(within(dialog).getByRole('textbox', { name: '手机号' })).toBeDefined()
  expect(screen.queryByText('绑定成功')).toBeNull()
  cleanup()
  open(site({ user: ada }), '/faq')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the footer leads to contact, terms, and the two documents as files [SHELL-042] [SHELL-044] [SHELL-045] [SHELL-046]', () => {
  open()
  const to = (name: string) => within(footer()).getByRole('link', { name }).getAttribute('href')
  expect(to('联系我们')).toBe('/contact')
  expect(to('服务条款')).toBe('/app/terms')
  expect(to('隐私政策')).toMatch(/\.pdf$/)
  expect(to('Cookie政策')).toMatch(/2024-07-05\.pdf$/)
})

test('the footer leads to the lists that the header has no room for [CMS-004] [CMS-005]', () => {
  open()
  const learn = within(footer()).getByRole('navigation', { name: '学习' })
  const to = (name: string) => within(learn).getByRole('link', { name }).getAttribute('href')
  expect([to('新内容'), to('进阶内容')]).toEqual(['/new', '/advance'])
})

test('the four filing records stand in the footer and the last has no link [SHELL-043]', () => {
  open()
  expect(linkNames(footer()).filter((name) => name?.startsWith('备案'))).toEqual(['备案一', '备案二', '备案三'])
  expect(within(footer()).getByText('备案四').closest('a')).toBeNull()
})

test('the footer shows the picture of the app [SHELL-047]', () => {
  open()
  expect(within(footer()).getByRole('img', { name: /手机应用/ })).toBeDefined()
})

test('the language panel lists the languages and marks the one that is spoken [I18N-004]', async () => {
  open()
  const panel = menu('语言')
  const items = within(panel).getAllByRole('menuitemradio', hidden)
  expect(items.map((item) => item.textContent)).toEqual([
    '简体中文',
    'English',
    '日本語',
    '한국어',
    'Deutsch',
    'Español',
    'Français',
    'Português',
    'Русский',
  ])
  expect(items.map((item) => item.getAttribute('aria-checked')).indexOf('true')).toBe(0)
  await userEvent.setup().click(items[1] as HTMLElement)
  await waitFor(() => expect(reloadAt).toHaveBeenCalledTimes(1))
  expect(sent).toEqual([{ path: '/api/changeLanguage', body: { locale: 'en_US' } }])
})

test('the language that is spoken already is not asked for again, unless the address asks for another [I18N-008]', async () => {
  open()
  const spoken = within(menu('语言')).getAllByRole('menuitemradio', hidden)[0] as HTMLElement
  const user = userEvent.setup()
  await user.click(spoken)
  expect(sent).toEqual([])
  expect(reloadAt).not.toHaveBeenCalled()
  window.history.replaceState(null, '', '/faq?language=en&k=1')
  await user.click(spoken)
  await waitFor(() => expect(reloadAt).toHaveBeenCalledExactlyOnceWith('/faq?k=1'))
  expect(sent).toEqual([{ path: '/api/changeLanguage', body: { locale: 'zh_CN' } }])
  window.history.replaceState(null, '', '/')
})

test('the region panel lists the nine regions; choosing one is sent and reloads [SHELL-041] [SHELL-065]', async () => {
  open(site({ user: ada, region: '03' }))
  const panel = menu('地区')
  const items = within(panel).getAllByRole('menuitemradio', hidden)
  expect(items).toHaveLength(9)
  expect(new Set(items.map((item) => item.textContent)).size).toBe(9)
  expect(items.map((item) => item.getAttribute('aria-checked')).indexOf('true')).toBe(2)
  await userEvent.setup().click(items[6] as HTMLElement)
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  expect(sent).toEqual([{ path: '/api/changePreferredRegion', body: { regionRefId: '07' } }])
})

test('an address that is no page says so and leads home [SHELL-048]', () => {
  open(site(), '/gone', [{ path: '/gone', element: <ErrorPage error={routeError(404)} /> }])
  const page = screen.getByRole('main')
  expect(within(page).getByRole('heading', { level: 1 }).textContent).toBe('没有找到这一页')
  expect(within(page).getByRole('link', { name: '回到首页' }).getAttribute('href')).toBe('/')
  expect(document.title).toBe('没有找到这一页 · 引擎课堂')
})

test('a page that is refused looks like one that does not exist', () => {
  open(site(), '/secret', [{ path: '/secret', element: <ErrorPage error={routeError(403)} /> }])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('没有找到这一页')
})

test('when the database is away the page says what is safe and offers to try again', () => {
  open(site(), '/gone?page=2', [{ path: '/gone', element: <ErrorPage error={routeError(503)} /> }])
  const page = screen.getByRole('main')
  expect(within(page).getByRole('heading', { level: 1 }).textContent).toBe('网站暂时打不开')
  expect(within(page).getByRole('link', { name: '再试一次' }).getAttribute('href')).toBe('/gone?page=2')
})

test('a page that broke says that it is noted and what is safe, and offers to try again', () => {
  open(site(), '/gone', [{ path: '/gone', element: <ErrorPage error={new Error('column does not exist')} /> }])
  const page = screen.getByRole('main')
  expect(within(page).getByRole('heading', { level: 1 }).textContent).toBe('页面出了问题')
  expect(page.textContent).not.toContain('column')
  expect(within(page).getByRole('link', { name: '再试一次' }).getAttribute('href')).toBe('/gone')
})

test('a page that could not be fetched opens again when the network is back', () => {
  vi.mocked(reloadPage).mockClear()
  open(site(), '/gone', [{ path: '/gone', element: <ErrorPage error={new TypeError('Failed to fetch')} /> }])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('没有连上网站')
  expect(reloadPage).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('online'))
  expect(reloadPage).toHaveBeenCalledTimes(1)
})

test('what the page before wanted to say is said here, once', () => {
  flash('login_successfully')
  open()
  expect(screen.getByText('登录成功。')).toBeDefined()
  expect(sessionStorage.length).toBe(0)
})

test('a suspended person reads why and until when on every page', async () => {
  open(
    site({
      accountStatus: { suspend: true, suspendReason: '多次发布广告', suspendUtil: '2027-01-01T04:00:00.000Z' },
    }),
  )
  const { textContent } = await screen.findByRole('region', { name: '账号已停用' })
  expect(textContent).toContain('多次发布广告')
  expect(textContent).toContain('2027-01-01 12:00')
})

test('the first stop of the keyboard leads to the content', () => {
  open()
  const [first] = screen.getAllByRole('link')
  expect(first?.textContent).toBe('跳到正文')
  expect(first?.getAttribute('href')).toBe('#main')
})

function routeError(status: number) {
  return { status, statusText: '', internal: false, data: null }
}
