// @vitest-environment jsdom
import type { RosterSource } from '@lantern/contract/lti/rosters.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { ClassRoster } from './class-roster.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const source: RosterSource = {
  ...{ id: 'lc_1', title: '图形程序', platform: '教学平台', isRead: false, readAt: null, problem: null },
  ...{ people: 0, left: [] },
}
const open = (sources: RosterSource[]) =>
  show(<ClassRoster sources={sources} classId="kl_1" />, learnerSession(), { at: '/campus/class/kl_1' })

test('the people of a course are read when the teacher presses, and it is said how many came', async () => {
  const calls = fakeServer({ '/api/campus/class/kl_1/lti/roster': () => ({ added: 3, problem: null }) })
  open([source])
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '读取名单：图形程序' }))
  expect(await screen.findByText('加进了3人。')).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ sourceId: 'lc_1', isRead: true })
})

test('who is named no more and what the platform answered are told; without a course there is nothing', () => {
  open([])
  expect(screen.queryByRole('heading')).toBeNull()
  cleanup()
  open([{ ...source, isRead: true, left: ['江照', '沈若川'], problem: 'learn.example: 503' }])
  expect(screen.getByText('没有读到：learn.example: 503')).toBeTruthy()
  expect(screen.getByText(/江照/).textContent).toContain('沈若川')
  expect(screen.getByRole('button', { name: '不再读取：图形程序' })).toBeTruthy()
})
