// @vitest-environment jsdom
import type { NotificationList } from '@lantern/contract/notifications/notifications.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePerson } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { NotificationsPage, type NotificationsPageProps } from './notifications-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const kinds: NotificationList['kinds'] = [
  { kind: 'new_device', group: 'account', label: '新设备登录' },
  { kind: 'message_reply', group: 'community', label: '回复' },
  { kind: 'message_mention', group: 'community', label: '提到我' },
]

const open = (more: Partial<NotificationsPageProps> = {}) =>
  show(
    <NotificationsPage
      list={{ results: [], next: null, unread: 0, kinds }}
      {...{ filter: 'unread', kind: null, isLater: false, hasMuted: false, ...more }}
    />,
    { user: samplePerson() },
  )

test('one kind is chosen among its group, and what is unread stays chosen', async () => {
  const { address } = open()
  const select = screen.getByRole('combobox', { name: '按种类' })
  const groups = within(select).getAllByRole('group')
  expect(groups.map((group) => group.getAttribute('label'))).toEqual(['讨论', '账号'])
  await userEvent.selectOptions(select, '提到我')
  expect(address()).toBe('/notifications?filter=unread&kind=message_mention')
})

test('the chosen kind is shown, and every kind is one choice away; without script the form sends it', async () => {
  const { address } = open({ kind: 'message_reply' })
  const select = screen.getByRole('combobox', { name: '按种类' }) as HTMLSelectElement
  expect(select.value).toBe('message_reply')
  expect([select.form?.getAttribute('action'), Object.fromEntries(new FormData(select.form ?? undefined))]).toEqual([
    '/notifications',
    { filter: 'unread', kind: 'message_reply' },
  ])
  await userEvent.selectOptions(select, '所有种类')
  expect(address()).toBe('/notifications?filter=unread')
})
