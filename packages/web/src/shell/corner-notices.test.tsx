// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { keepCookie } from '#kit/device-cookie.ts'
import { reloadPage } from '#kit/leave-page.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, type Session, SessionProvider, type SessionUser } from '#kit/session.tsx'
import { BindBanner } from './bind-banner.tsx'
import { acceptCookies, flagOf, preferenceCookie, preferenceEnds, rejectCookies } from './cookie-preference.ts'
import { CornerNotices, cornerNotice } from './corner-notices.tsx'
import { dismiss, dismissalCookie, isDismissed } from './dismissals.ts'
import { tipBeside } from './premium-tour.ts'
import { isBannerNext } from './prompts.ts'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

let written: string[] = []

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  written = []
  vi.mocked(reloadPage).mockClear()
  const real = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => {
    written.push(text)
    real.set?.call(document, text)
  })
  HTMLDialogElement.prototype.show = function () {
    this.open = true
  }
  Element.prototype.checkVisibility = () => true
  // the header, which stands before any notice comes
  document.body.innerHTML = '<i data-tour="menu_live_calendar"></i><i data-tour="menu_my_learning menu_my_account"></i>'
  document.body.insertAdjacentHTML('beforeend', '<i data-tour="search_box"></i>')
})
afterEach(() => {
  cleanup()
  for (const part of document.cookie.split(';')) keepCookie(part.split('=')[0]?.trim() ?? '', '', { days: 0 })
  vi.restoreAllMocks()
})

const ada = { id: 'u_ada', name: '林知远', authId: null } as SessionUser

function open(more: Partial<Session> = {}, at = '/', page: React.ReactNode = <CornerNotices />, handle: object = {}) {
  const guest = guestSession()
  const element = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={{ ...guest, features: { ...guest.features, outsideWays: ['unityId'] }, ...more }}>
        {page}
      </SessionProvider>
    </MessagesProvider>
  )
  return render(
    <RouterProvider router={createMemoryRouter([{ path: '*', element, handle }], { initialEntries: [at] })} />,
  )
}

test('the cookie bar offers to accept and to reject [SHELL-039]', async () => {
  open({}, '/tutorials')
  expect(screen.getByRole('region', { name: '关于Cookie' })).toBeDefined()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['只用必要的', '全部接受'])
})

test('rejecting stores false, keeps no flag and loads the page anew [SHELL-052]', async () => {
  acceptCookies()
  keepCookie(preferenceCookie, '', { days: 0 })
  open()
  await userEvent.setup().click(screen.getByRole('button', { name: '只用必要的' }))
  expect(document.cookie).toBe(`${preferenceCookie}=false`)
  expect(reloadPage).toHaveBeenCalledOnce()
  expect(screen.queryByRole('region')).toBeNull()
})

test('accepting stores a flag for each category and loads the page anew [SHELL-053]', async () => {
  open()
  await userEvent.setup().click(screen.getByRole('button', { name: '全部接受' }))
  expect(document.cookie.split('; ').sort()).toEqual([
    `${flagOf('analytics')}=true`,
    `${flagOf('functional')}=true`,
    `${preferenceCookie}=true`,
  ])
  expect(reloadPage).toHaveBeenCalledOnce()
})

test('a preference hides the bar, whichever it is [SHELL-051]', () => {
  rejectCookies()
  open({}, '/tutorials')
  expect(screen.queryByRole('region')).toBeNull()
  cleanup()
  acceptCookies()
  open({}, '/tutorials')
  expect(screen.queryByRole('region')).toBeNull()
})

test('the preference ends at one moment in 2038 [SHELL-054]', () => {
  expect(preferenceEnds.toISOString()).toBe('2038-01-19T03:14:07.000Z')
  rejectCookies()
  expect(written[0]).toContain('expires=Tue, 19 Jan 2038 03:14:07 GMT')
})

test('what can wait does not lie over an editor, which has its own buttons there', async () => {
  rejectCookies()
  const waiting = <CornerNotices headerNotice="bind_prompt" />
  open({ user: ada }, '/my-account', waiting)
  expect(await screen.findByRole('region', { name: '绑定开发者账号' })).toBeTruthy()
  cleanup()
  open({ user: ada }, '/creator/pages/pg_1', waiting, { headerTheme: 'hidden' })
  expect(screen.queryByRole('region')).toBeNull()
})

test('nothing speaks up by itself in a quiz, over an editor, or beside what has the turn', () => {
  open({ user: ada }, '/quiz/shadows', <CornerNotices headerNotice="bind_prompt" />)
  expect(screen.queryByRole('region')).toBeNull()
  cleanup()
  open({ user: ada }, '/quiz/shadows', <BindBanner />)
  expect(screen.queryByRole('complementary')).toBeNull()
  cleanup()
  open({}, '/tutorial/ltu_1/edit', undefined, { headerTheme: 'hidden' })
  expect(screen.queryByRole('region')).toBeNull()
  cleanup()
  open({}, '/tutorials', <CornerNotices isQuiet />)
  expect(screen.queryByRole('region')).toBeNull()
})

test('the banner has its turn when nothing else has to be said on this load', () => {
  const asked = { userId: 'u_1', phone: '13800000001', premium: false }
  const settled = `${preferenceCookie}=true; ${dismissalCookie('bind_prompt', 'u_1')}=1`
  expect(isBannerNext(settled, '/courses', asked)).toBe(true)
  expect(isBannerNext(null, '/courses', asked)).toBe(false)
  expect(isBannerNext(`${preferenceCookie}=true`, '/courses', asked)).toBe(false)
  expect(isBannerNext(settled, '/', asked)).toBe(false)
  expect(isBannerNext(`${settled}; ${dismissalCookie('welcome', 'u_1')}=1`, '/', asked)).toBe(true)
  expect(isBannerNext(settled, '/courses', { ...asked, phone: null })).toBe(false)
  expect(isBannerNext(`${settled}; ${dismissalCookie('bind_banner', 'u_1')}=1`, '/courses', asked)).toBe(false)
})

test('the welcome is put away for this person alone [SHELL-061]', async () => {
  rejectCookies()
  open()
  await userEvent.setup().click(screen.getByRole('button', { name: '知道了' }))
  expect(screen.queryByRole('region')).toBeNull()
  expect(document.cookie).toContain('lantern_welcome_none=1')
  expect(isDismissed(document.cookie, 'welcome', 'u_ada')).toBe(false)
  cleanup()
  open({ user: ada })
  await userEvent.setup().click(screen.getByRole('button', { name: '关闭' }))
  expect(document.cookie).toContain('lantern_welcome_u_ada=1')
})

test('the premium tour leads through its four stops in order [SHELL-040] [SHELL-049]', async () => {
  rejectCookies()
  open({ user: ada, premium: true })
  const user = userEvent.setup()
  const stops: (string | null)[] = []
  for (const next of ['下一步', '下一步', '下一步', '开始学习']) {
    stops.push(within(screen.getByRole('dialog')).getByRole('heading').textContent)
    await user.click(screen.getByRole('button', { name: next }))
  }
  expect(stops).toEqual(['直播日历', '我的学习', '我的账号', '搜索'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the premium tour, ended or skipped, stays away for this person [SHELL-062]', async () => {
  rejectCookies()
  open({ user: ada, premium: true })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '下一步' }))
  await user.click(screen.getByRole('button', { name: '上一步' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.cookie).toContain('lantern_premium_tour_u_ada=1')
  cleanup()
  open({ user: ada, premium: true })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what is put away stays away for a year [SHELL-063]', () => {
  dismiss('welcome', null)
  dismiss('premium_tour', 'u_ada')
  expect(written.map((text) => /max-age=(\d+)/.exec(text)?.[1])).toEqual(['31536000', '31536000'])
})

test('a tip of the tour has id, type, position, size, left and top, and stays in the window [SHELL-050]', () => {
  const target = { left: 380, width: 40, bottom: 64 } as DOMRect
  expect(tipBeside('search_box', target, 390)).toEqual({
    id: 'search_box',
    type: 'normal',
    position: 'bottom',
    size: 320,
    left: 58,
    top: 78,
  })
  expect(tipBeside('search_box', { ...target, left: 0 }, 1440).left).toBe(12)
  expect(tipBeside('search_box', target, 300).size).toBe(276)
})

test('one thing speaks at a time: the cookies first, then the tour or the welcome, and these at home only', () => {
  const chosen = `${preferenceCookie}=true`
  const guest = { userId: null, premium: false }
  const member = { userId: 'u_1', premium: true }
  expect(cornerNotice('', '/', member)).toBe('cookies')
  expect(cornerNotice(chosen, '/', guest)).toBe('welcome')
  expect(cornerNotice(chosen, '/', member)).toBe('premium_tour')
  expect(cornerNotice(chosen, '/courses', member)).toBeNull()
  expect(cornerNotice(`${chosen}; ${dismissalCookie('premium_tour', 'u_1')}=1`, '/', member)).toBeNull()
})

test('a person without an identity-provider account is asked to bind one, and back to where they are [SHELL-025]', () => {
  open({ user: ada }, '/courses?page=2', <BindBanner />)
  expect(screen.getByRole('link', { name: '去绑定' }).getAttribute('href')).toBe(
    '/auth/unityId/authorization?redirect_to=%2Fcourses%3Fpage%3D2',
  )
  cleanup()
  open({ user: { ...ada, authId: 'idp_1' } }, '/', <BindBanner />)
  expect(screen.queryByRole('complementary')).toBeNull()
  cleanup()
  open({}, '/', <BindBanner />)
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('the banner can be put away [SHELL-026]', async () => {
  open({ user: ada }, '/', <BindBanner />)
  await userEvent.setup().click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(isDismissed(document.cookie, 'bind_banner', 'u_ada')).toBe(true)
})

test('nothing speaks up by itself where authors write and look after their work', () => {
  const both = (
    <>
      <BindBanner />
      <CornerNotices headerNotice="bind_prompt" />
    </>
  )
  for (const at of ['/creator/dashboard', '/campus/creator/dashboard', '/creator/pages/pg_1', '/tutorial/ltu_1/edit']) {
    const { container } = open({ user: ada }, at, both)
    expect([at, container.textContent]).toEqual([at, ''])
    cleanup()
  }
  const { container } = open({ user: ada }, '/tutorial/edit-a-light', both)
  expect(container.textContent).not.toBe('')
})
