// @vitest-environment jsdom
import type { CheckedLink } from '@lantern/contract/authoring/links.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { LinksDialog } from './links-dialog.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const link = (change: Partial<CheckedLink>): CheckedLink => ({
  url: 'https://example.com/',
  text: '例子',
  kind: 'outside',
  part: 'steps',
  sectionId: 'se_1',
  place: '第一步',
  state: 'ok',
  reason: null,
  status: 200,
  movedTo: null,
  checkedAt: null,
  ...change,
})
const address = '/api/learn/creator/draft/ltu_1/links'

test('what is broken stands first, with where it is and why', async () => {
  fakeServer({
    [address]: () => ({
      links: [
        link({}),
        link({ url: '/tutorial/none', text: '旧教程', kind: 'site', state: 'broken', reason: 'item_missing' }),
      ],
      counts: { ok: 1, broken: 1, unclear: 0, waiting: 0 },
    }),
  })
  show(<LinksDialog draftId="ltu_1" onClose={() => undefined} />)
  const [first] = await screen.findAllByRole('listitem')
  if (!first) throw new Error('no line')
  expect(within(first).getByText('旧教程')).toBeDefined()
  expect(first.textContent).toContain('第一步')
  expect(first.textContent).toContain('这个内容不存在')
})

test('other sites are asked when the author wants it', async () => {
  const calls = fakeServer({
    [address]: () => ({
      links: [link({ state: 'waiting', status: null })],
      counts: { ok: 0, broken: 0, unclear: 0, waiting: 1 },
    }),
  })
  show(<LinksDialog draftId="ltu_1" onClose={() => undefined} />)
  await screen.findByRole('listitem')
  await userEvent.click(screen.getByRole('button', { name: '检查外部链接' }))
  expect(calls).toHaveLength(2)
})

test('a report that does not come can be asked for again', async () => {
  fakeServer({})
  show(<LinksDialog draftId="ltu_1" onClose={() => undefined} />)
  expect(await screen.findByRole('alert')).toBeDefined()
  fakeServer({ [address]: () => ({ links: [], counts: { ok: 0, broken: 0, unclear: 0, waiting: 0 } }) })
  await userEvent.click(screen.getByRole('button', { name: '再试一次' }))
  expect(await screen.findByText('这里还没有链接')).toBeDefined()
})

test('the first look does not go over a check that was asked for since, and a check is asked for once', async () => {
  const first = held<object>()
  const second = held<object>()
  const waits = { links: [link({ state: 'waiting' })], counts: { ok: 0, broken: 0, unclear: 0, waiting: 1 } }
  const answers = [first, second]
  const calls = fakeServer({ [address]: () => answers.shift()?.answer ?? waits })
  show(<LinksDialog draftId="ltu_1" onClose={() => undefined} />)
  const check = screen.getByRole('button', { name: '检查外部链接' })
  await userEvent.dblClick(check)
  second.give(waits)
  await screen.findByRole('listitem')
  first.give({ links: [link({}), link({ text: '旧' })], counts: { ok: 2, broken: 0, unclear: 0, waiting: 0 } })
  await waitFor(() => expect(check.ariaBusy).toBe('true'))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(calls).toHaveLength(2)
})
