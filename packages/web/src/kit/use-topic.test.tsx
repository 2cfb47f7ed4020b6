// @vitest-environment jsdom
import { topic } from '@lantern/contract/topic.ts'
import { act, render, screen } from '@testing-library/react'
import { Type } from 'typebox'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { joinRealtime } from './realtime.ts'
import { useTopic } from './use-topic.ts'

const lesson = topic('lesson/:id', {
  summary: '',
  message: Type.Object({ type: Type.String(), version: Type.Number() }),
})

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
  vi.unstubAllGlobals()
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
let versions: number[] = []

function Lesson({ id }: { id: string | null }) {
  const { state, others } = useTopic<typeof lesson>('lesson/:id', id === null ? null : { id }, {
    onMessage: ({ version }) => versions.push(version),
    onGap: () => gaps++,
  })
  return <output>{[state, ...others.map(({ name }) => name)].join(' ')}</output>
}

beforeEach(() => {
  gaps = 0
  versions = []
})
const shown = () => screen.getByRole('status').textContent

test('a component follows its topic when there is a connection, hears it, and stops when it goes', async () => {
  const { rerender, unmount } = render(<Lesson id="1" />)
  expect(follows()).toEqual([])
  await say({ type: 'READY', key: 'ls_1' })
  expect(follows()).toEqual(['FOLLOW lesson/1'])
  await say({ type: 'TOPIC_FOLLOWING', topic: 'lesson/1', id: 'me' })
  await say({ type: 'SAVED', topic: 'lesson/1', version: 2 })
  await say({ type: 'SAVED', topic: 'lesson/2', version: 9 })
  expect([versions, gaps, shown()]).toEqual([[2], 1, 'following'])
  rerender(<Lesson id="2" />)
  expect(follows().slice(1)).toEqual(['UNFOLLOW lesson/1', 'FOLLOW lesson/2'])
  rerender(<Lesson id={null} />)
  expect([follows().at(-1), shown()]).toEqual(['UNFOLLOW lesson/2', 'waiting'])
  unmount()
})

test('two components that follow the same topic ask once each and leave it with the last of them', async () => {
  await say({ type: 'READY', key: 'ls_1' })
  const one = render(<Lesson id="1" />)
  await say({ type: 'TOPIC_FOLLOWING', topic: 'lesson/1', id: 'me' })
  const two = render(<Lesson id="1" />)
  await say({ type: 'TOPIC_FOLLOWING', topic: 'lesson/1', id: 'me' })
  // the first one has missed nothing
  expect(gaps).toBe(2)
  one.unmount()
  expect(follows()).not.toContain('UNFOLLOW lesson/1')
  two.unmount()
  expect(follows()).toContain('UNFOLLOW lesson/1')
})

test('after a lost connection every topic is followed again and what was missed is made up for', async () => {
  render(<Lesson id="1" />)
  await say({ type: 'READY', key: 'ls_1' })
  await say({ type: 'TOPIC_FOLLOWING', topic: 'lesson/1', id: 'me' })
  await act(async () => FakeSocket.last.onclose?.({ code: 1006 }))
  expect(shown()).toBe('waiting')
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await say({ type: 'READY', key: 'ls_1' })
  expect(follows()).toEqual(['FOLLOW lesson/1'])
  await say({ type: 'TOPIC_FOLLOWING', topic: 'lesson/1', id: 'me' })
  expect([gaps, shown()]).toEqual([2, 'following'])
  await say({ type: 'TOPIC_GAP' })
  expect(gaps).toBe(3)
})

test('who else is here is shown without this browser, and nobody when access is taken back', async () => {
  render(<Lesson id="1" />)
  await say({ type: 'READY', key: 'ls_1' })
  await say({ type: 'TOPIC_FOLLOWING', topic: 'lesson/1', id: 'me' })
  const person = (id: string, name: string) => ({ id, name, userId: `u_${id}`, since: '2026-03-02T02:00:00.000Z' })
  await say({ type: 'TOPIC_PRESENCE', topic: 'lesson/1', here: [person('me', '我'), person('b', '周老师')] })
  expect(shown()).toBe('following 周老师')
  await say({ type: 'TOPIC_ENDED', topic: 'lesson/1' })
  expect(shown()).toBe('ended')
})
