// @vitest-environment jsdom
import type { NotificationList } from '@lantern/contract/notifications/notifications.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restAtOnce } from '#testing/rest-at-once.ts'
import { sampleNotification, samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { Bell } from './bell.tsx'
import { setUnread } from './unread.ts'

const listPath = '/api/learn/cn/notification/list'
const unreadPath = '/api/learn/cn/notification/unread'
const readPath = '/api/learn/cn/notification/read'

beforeEach(async () => {
  await prepareBrowser()
  restAtOnce()
  setUnread(0)
  // jsdom hides popovers and opens none: it is shown, and told of as a browser does
  HTMLElement.prototype.showPopover = function () {
    this.removeAttribute('popover')
    this.dispatchEvent(Object.assign(new Event('toggle'), { oldState: 'closed', newState: 'open' }))
  }
})
afterEach(cleanup)

const list = (more: Partial<NotificationList> = {}): NotificationList => ({
  results: [
    sampleNotification({
      id: 'nt_2',
      kind: 'new_device',
      icon: 'shield',
      title: '你的账号在新设备iPhone上登录',
      body: 'Safari 18',
      path: '/settings#tab_learn',
      at: new Date().toISOString(),
    }),
    sampleNotification({
      kind: 'profile_reviewed',
      icon: 'profile',
      title: '你的资料已通过审核',
      path: '/settings#tab_profile',
      mutes: [
        { of: 'group', id: 'reviews', name: '这一组' },
        { of: 'kind', id: 'profile_reviewed', name: '资料审核结果' },
      ],
      read: true,
    }),
  ],
  next: null,
  unread: 1,
  kinds: [
    { kind: 'new_device', group: 'account', label: '新设备登录' },
    { kind: 'profile_reviewed', group: 'account', label: '资料审核结果' },
  ],
  ...more,
})

const open = () => show(<Bell />, { user: samplePerson() })

/** The bell itself, with what it says. */
async function bell(name: string) {
  return screen.findByRole('link', { name })
}

test('the bell says how many are unread, leads to the page, and opens the newest below itself', async () => {
  const calls = fakeServer({ [unreadPath]: () => ({ unread: 1 }), [listPath]: () => list() })
  const { address } = open()
  const link = await bell('通知，1条未读')
  expect(link.getAttribute('href')).toBe('/notifications')
  await userEvent.click(link)
  const today = await screen.findByRole('region', { name: '今天' })
  expect(within(today).getByRole('link', { name: '你的账号在新设备iPhone上登录' }).getAttribute('href')).toBe(
    '/settings#tab_learn',
  )
  expect(within(today).getByText('未读')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: '更早' })).getByText('2026-03-02 10:00')).toBeTruthy()
  expect(address()).toBe('/')
  expect(calls.map(({ path }) => path)).toEqual([unreadPath, listPath])
})

test('following a notification has read it', async () => {
  const calls = fakeServer({
    [unreadPath]: () => ({ unread: 1 }),
    [listPath]: () => list(),
    [readPath]: () => ({ unread: 0 }),
  })
  const { address } = open()
  await userEvent.click(await bell('通知，1条未读'))
  await userEvent.click(await screen.findByRole('link', { name: /iPhone/ }))
  expect(await bell('通知')).toBeTruthy()
  expect(calls.find(({ path }) => path === readPath)?.body).toEqual({ ids: ['nt_2'] })
  expect(address()).toBe('/settings')
})

test('all that was shown can be read at once', async () => {
  let unread = 1
  const calls = fakeServer({
    [unreadPath]: () => ({ unread }),
    [listPath]: () => list({ unread }),
    [readPath]: () => {
      unread = 0
      return { unread }
    },
  })
  open()
  await userEvent.click(await bell('通知，1条未读'))
  await userEvent.click(await screen.findByRole('button', { name: '全部已读' }))
  expect(await bell('通知')).toBeTruthy()
  expect(calls.find(({ path }) => path === readPath)?.body).toEqual({ upTo: 'nt_2' })
  await waitFor(() => expect(screen.queryByRole('button', { name: '全部已读' })).toBeNull())
})

test('a group or a kind is muted from its entry, and undone; one that must be told has no such menu', async () => {
  const mutePath = '/api/learn/cn/notification/mute'
  const calls = fakeServer({
    [unreadPath]: () => ({ unread: 1 }),
    [listPath]: () => list(),
    [mutePath]: () => ({ muted: true }),
  })
  open()
  await userEvent.click(await bell('通知，1条未读'))
  expect(await screen.findByRole('button', { name: '静音：你的资料已通过审核' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /静音：.*iPhone/ })).toBeNull()
  const choice = (name: string) => screen.getByRole('menuitem', { name, hidden: true })
  expect(choice('不再通知：资料审核结果')).toBeTruthy()
  // without script its form goes to the page
  const { form } = choice('不再通知：这一组') as HTMLButtonElement
  expect([form?.getAttribute('action'), Object.fromEntries(new FormData(form ?? undefined))]).toEqual([
    '/notifications',
    { of: 'group', mute: 'reviews' },
  ])
  await userEvent.click(choice('不再通知：这一组'))
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }))
  const sent = () => calls.filter(({ path }) => path === mutePath).map(({ body }) => body)
  await waitFor(() => expect(sent()).toHaveLength(2))
  const wish = (muted: boolean) => ({ of: 'group', id: 'reviews', muted })
  expect(sent()).toEqual([wish(true), wish(false)])
})

test('an empty list says what will be here', async () => {
  const calls = fakeServer({
    [unreadPath]: () => ({ unread: 0 }),
    [listPath]: () => list({ results: [], unread: 0 }),
  })
  open()
  await userEvent.click(await bell('通知'))
  expect(await screen.findByRole('heading', { name: '还没有通知' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: '未读' }))
  expect(await screen.findByRole('heading', { name: '没有未读的通知' })).toBeTruthy()
  expect(calls.at(-1)?.query.get('filter')).toBe('unread')
})

test('a list that does not come says so and can be asked for again', async () => {
  let isAway = true
  fakeServer({
    [unreadPath]: () => ({ unread: 0 }),
    [listPath]: () => {
      if (isAway) throw new TypeError('network')
      return list()
    },
  })
  open()
  await userEvent.click(await bell('通知'))
  expect((await screen.findByRole('alert')).textContent).toContain('通知没有加载出来')
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: '再试一次' }))
  expect(await screen.findByRole('link', { name: /iPhone/ })).toBeTruthy()
})

test('who comes back to the tab sees the count of now', async () => {
  let unread = 0
  fakeServer({ [unreadPath]: () => ({ unread }) })
  open()
  await bell('通知')
  unread = 120
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect((await bell('通知，120条未读')).textContent).toBe('99+')
})
