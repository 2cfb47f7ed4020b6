// @vitest-environment jsdom
import type { accountTopic } from '@lantern/contract/identity/topics.ts'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { joinRealtime } from './realtime.ts'
import { useTopic } from './use-topic.ts'

class FakeSocket {
  static readonly OPEN = 1
  static last: FakeSocket
  readyState = 1
  sent: { type: string; topic?: string }[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  constructor() {
    FakeSocket.last = this
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.readyState = 3
  }
}

let leave: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  leave = join()
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

function join() {
  const nothing = () => undefined
  return joinRealtime({
    key: 'ls_1',
    userId: 'u_ada',
    region: null,
    onMessage: nothing,
    onState: nothing,
    onOver: nothing,
    onReady: nothing,
  })
}

const say = (message: object) => act(async () => FakeSocket.last.onmessage?.({ data: JSON.stringify(message) }))
const follows = () => FakeSocket.last.sent.map(({ type, topic }) => `${type} ${topic}`)

let gaps = 0
let keys: string[] = []

function Account({ id }: { id: string | null }) {
  const { state, others } = useTopic<typeof accountTopic>('account/:userId', id === null ? null : { userId: id }, {
    onMessage: ({ key }) => keys.push(key),
    onGap: () => gaps++,
  })
  return <output>{[state, ...others.map(({ name }) => name)].join(' ')}</output>
}

beforeEach(() => {
  gaps = 0
  keys = []
})
const shown = () => screen.getByRole('status').textContent

test('a component follows its topic when there is a connection, hears it, and stops when it goes', async () => {
  const { rerender, unmount } = render(<Account id="1" />)
  expect(follows()).toEqual([])
  await say({ type: 'READY', key: 'ls_1' })
  expect(follows()).toEqual(['FOLLOW account/1'])
  await say({ type: 'TOPIC_FOLLOWING', topic: 'account/1', id: 'me' })
  await say({ type: 'MOBILE', topic: 'account/1', key: 'ls_2' })
  await say({ type: 'MOBILE', topic: 'account/2', key: 'ls_9' })
  expect([keys, gaps, shown()]).toEqual([['ls_2'], 1, 'following'])
  rerender(<Account id="2" />)
  expect(follows().slice(1)).toEqual(['UNFOLLOW account/1', 'FOLLOW account/2'])
  rerender(<Account id={null} />)
  expect([follows().at(-1), shown()]).toEqual(['UNFOLLOW account/2', 'waiting'])
  unmount()
})

test('two components that follow the same topic ask once each and leave it with the last of them', async () => {
  await say({ type: 'READY', key: 'ls_1' })
  const one = render(<Account id="1" />)
  await say({ type: 'TOPIC_FOLLOWING', topic: 'account/1', id: 'me' })
  const two = render(<Account id="1" />)
  await say({ type: 'TOPIC_FOLLOWING', topic: 'account/1', id: 'me' })
  // the first one has missed nothing
  expect(gaps).toBe(2)
  one.unmount()
  expect(follows()).not.toContain('UNFOLLOW account/1')
  two.unmount()
  expect(follows()).toContain('UNFOLLOW account/1')
})

test('after a lost connection every topic is followed again and what was missed is made up for', async () => {
  render(<Account id="1" />)
  await say({ type: 'READY', key: 'ls_1' })
  await say({ type: 'TOPIC_FOLLOWING', topic: 'account/1', id: 'me' })
  await act(async () => FakeSocket.last.onclose?.({ code: 1006 }))
  expect(shown()).toBe('waiting')
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await say({ type: 'READY', key: 'ls_1' })
  expect(follows()).toEqual(['FOLLOW account/1'])
  await say({ type: 'TOPIC_FOLLOWING', topic: 'account/1', id: 'me' })
  expect([gaps, shown()]).toEqual([2, 'following'])
  await say({ type: 'TOPIC_GAP' })
  expect(gaps).toBe(3)
})

test('who else is here is shown without this browser, and nobody when access is taken back', async () => {
  render(<Account id="1" />)
  await say({ type: 'READY', key: 'ls_1' })
  await say({ type: 'TOPIC_FOLLOWING', topic: 'account/1', id: 'me' })
  const person = (id: string, name: string) => ({ id, name, userId: `u_${id}`, since: '2026-03-02T02:00:00.000Z' })
  await say({ type: 'TOPIC_PRESENCE', topic: 'account/1', here: [person('me', '我'), person('b', '周老师')] })
  expect(shown()).toBe('following 周老师')
  await say({ type: 'TOPIC_ENDED', topic: 'account/1' })
  expect(shown()).toBe('ended')
})
