import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventQueue, type EngagementEvent, type EventBatch } from './event-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function event(n: number): EngagementEvent {
  return { type: 'page', eventType: 'view', data: { n } }
}

function setUp(given: { mayCount?: () => boolean; takesOnLeave?: boolean } = {}) {
  const sent: EventBatch[] = []
  const left: EventBatch[] = []
  const network = { isAway: false }
  const queue = createEventQueue({
    async send(batch) {
      if (network.isAway) throw new Error('away')
      sent.push(batch)
    },
    sendOnLeave(batch) {
      left.push(batch)
      return given.takesOnLeave ?? true
    },
    mayCount: given.mayCount ?? (() => true),
  })
  const numbers = (batches: EventBatch[]) => batches.map(({ data }) => data.map((one) => one.data.n))
  return { queue, network, sent: () => numbers(sent), left: () => numbers(left) }
}

test('events wait a few seconds and go as one batch', async () => {
  const { queue, sent } = setUp()
  queue.add(event(1))
  await vi.advanceTimersByTimeAsync(4_000)
  queue.add(event(2))
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent()).toEqual([[1, 2]])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent()).toHaveLength(1)
})

test('without a network they wait on, in order; after a long time the oldest are given up', async () => {
  const { queue, network, sent } = setUp()
  network.isAway = true
  for (let n = 0; n < 320; n++) queue.add(event(n))
  await vi.advanceTimersByTimeAsync(20_000)
  network.isAway = false
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sent().map((batch) => [batch.length, batch[0]])).toEqual([
    [100, 20],
    [100, 120],
    [100, 220],
  ])
})

test('on leaving, what waits is handed over at once, and only once', async () => {
  const { queue, sent, left } = setUp()
  queue.add(event(1))
  queue.leave()
  queue.leave()
  expect(left()).toEqual([[1]])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent()).toEqual([])
})

test('what the browser does not take on leaving stays, for the page that comes back', async () => {
  const { queue, sent } = setUp({ takesOnLeave: false })
  queue.add(event(1))
  queue.leave()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent()).toEqual([[1]])
})

test('once the visitor has said no, nothing is counted', async () => {
  let preference = true
  const { queue, sent, left } = setUp({ mayCount: () => preference })
  queue.add(event(1))
  preference = false
  queue.add(event(2))
  await vi.advanceTimersByTimeAsync(5_000)
  queue.leave()
  expect([sent(), left()]).toEqual([[[1]], []])
})
