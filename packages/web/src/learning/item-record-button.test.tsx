// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { ItemRecordButton } from './item-record-button.tsx'
import { learnerSession, testRecord } from './testing/page.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const course = { id: 'lco_1', type: 'course' as const, title: '把光写进引擎', isFree: true }

test('a course is begun and begun again from its page, and the calls say whether the learner is premium [LEARN-059 LEARN-060]', async () => {
  const user = userEvent.setup()
  const record = testRecord([], { itemId: 'lco_1', type: 'course', steps: {} })
  const calls = fakeServer({
    '/api/learn/cn/record': () => ({ recordMap: { lco_1: record } }),
    '/api/learn/cn/record/restart': () => ({ recordMap: { lco_1: record } }),
  })
  const onRecords = vi.fn()
  const rest = { item: course, continueTo: null, formAction: '/course/light', onRecords }
  show(<ItemRecordButton {...rest} record={null} versionId="2022.3" />, { ...learnerSession(), premium: true })
  await user.click(screen.getByRole('button', { name: '开始学习' }))
  await waitFor(() => expect(onRecords).toHaveBeenLastCalledWith({ recordMap: { lco_1: record } }))
  expect(calls.at(-1)?.body).toEqual({ id: 'lco_1', type: 'course', userPremium: true, versionId: '2022.3' })
  cleanup()

  const done = { ...record, completed: true, lastCompletedTime: '2026-03-02T02:00:00.000Z' }
  show(<ItemRecordButton {...rest} record={done} />, learnerSession())
  await user.click(screen.getByRole('button', { name: '重新学习' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '重新学习' }))
  await waitFor(() => expect(onRecords).toHaveBeenCalledTimes(2))
  expect(calls.at(-1)).toMatchObject({
    path: '/api/learn/cn/record/restart',
    body: { id: 'lco_1', type: 'course', userPremium: false },
  })
})

test.each([
  ['project', true, 'free-start'],
  ['project', false, undefined],
  ['course', true, 'free-start'],
  ['course', false, undefined],
] as const)('the start of a %s, free: %s, carries the conversion tag %s [ANA-001]', async (type, isFree, tag) => {
  const records = { recordMap: {} }
  const calls = fakeServer({ '/api/learn/cn/record': () => records })
  const take = vi.fn()
  show(
    <ItemRecordButton
      item={{ id: 'item_1', type, title: '光照', isFree }}
      record={null}
      continueTo={null}
      formAction={`/${type}/light`}
      onRecords={take}
    />,
    learnerSession(),
  )
  const start = screen.getByRole('button', { name: '开始学习' })
  expect(start.dataset.conversion).toBe(tag)
  await userEvent.click(start)
  await waitFor(() => expect(take).toHaveBeenCalledWith(records))
  expect(calls.map(({ path, body }) => [path, body])).toEqual([
    ['/api/learn/cn/record', { id: 'item_1', type, userPremium: false }],
  ])
})
