// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { ItemRecordButton } from './item-record-button.tsx'

beforeEach(prepareBrowser)

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
  expect(calls.map(({ path, body }) => [path, body])).toEqual([['/api/learn/cn/record', { id: 'item_1', type }]])
})
