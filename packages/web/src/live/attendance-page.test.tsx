// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { AttendancePage } from './attendance-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const session = { id: 'lls_1', slug: 'light', title: '光的问答', language: 'zh' } as const
const ada = {
  id: 'u_ada',
  fullName: '林知远',
  firstTime: '2026-05-10T12:00:00.000Z',
  lastTime: '2026-05-10T12:40:00.000Z',
  minutes: 41,
}

test('the list says when each person came and was there last, of how many it is a part, and leads to the file', () => {
  show(<AttendancePage attendance={{ session, people: [ada], total: 1001 }} />)
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells).toEqual(['2026-05-10 20:00', '2026-05-10 20:40', '41'])
  expect(screen.getByText('共1,001人，显示1人')).toBeTruthy()
  const file = screen.getByRole('link', { name: '下载CSV' })
  expect(file.getAttribute('href')).toBe('/api/learn/cn/liveSession/lls_1/attendance.csv')
})

test('before anybody came the list says who will stand in it, and there is no file', () => {
  show(<AttendancePage attendance={{ session, people: [], total: 0 }} />)
  expect(screen.getByRole('heading', { name: '还没有人出席' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: '下载CSV' })).toBeNull()
})
