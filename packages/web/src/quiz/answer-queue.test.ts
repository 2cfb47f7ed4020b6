import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnswerQueue, type Kept, type PendingAnswer, type QueueOptions } from './answer-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an answer is on the device before it is sent, and gone from there once the server has it', async () => {
  const server = fakeServer()
  const store = fakeStore()
  const queue = createAnswerQueue({ ...server.options, store })
  queue.put('q1', ['a'])
  expect(JSON.parse(store.getItem('attempt') ?? '[]')).toMatchObject([{ questionId: 'q1', optionIds: ['a'] }])
  expect(queue.state()).toMatchObject({ answers: { q1: ['a'] }, status: 'saving', waiting: 1 })
  await vi.runAllTimersAsync()
  expect(queue.state()).toMatchObject({ status: 'idle', waiting: 0, savedAt: '2026-03-02T02:00:00.000Z' })
  expect(store.getItem('attempt')).toBeNull()
})

test('answers given while the network is away wait and go together when it is back', async () => {
  const server = fakeServer()
  server.away = true
  const queue = createAnswerQueue(server.options)
  queue.put('q1', ['a'])
  await vi.advanceTimersByTimeAsync(0)
  queue.put('q2', ['b'])
  queue.put('q1', ['c'])
  expect(queue.state()).toMatchObject({ status: 'away', waiting: 2, answers: { q1: ['c'], q2: ['b'] } })
  server.away = false
  queue.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.calls.at(-1)?.map(({ questionId, optionIds }) => [questionId, optionIds])).toEqual([
    ['q1', ['c']],
    ['q2', ['b']],
  ])
  expect(queue.state()).toMatchObject({ status: 'idle', waiting: 0 })
})

test('what is typed is on the device at once, and sent now and then', async () => {
  const server = fakeServer()
  const queue = createAnswerQueue(server.options)
  for (const text of ['s', 'sh', 'sha']) {
    queue.put('q1', [text], true)
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(queue.state()).toMatchObject({ answers: { q1: ['sha'] }, waiting: 1 })
  expect(server.calls).toHaveLength(0)
  // who types on without a pause is sent too
  for (let n = 0; n < 10; n += 1) {
    queue.put('q1', ['x'.repeat(n)], true)
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(server.calls.map(([answer]) => answer?.optionIds[0]?.length)).toEqual([1, 6])
})

test('without being told, it tries again with growing pauses of at most half a minute', async () => {
  const server = fakeServer()
  server.away = true
  const queue = createAnswerQueue(server.options)
  queue.put('q1', ['a'])
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000 + 8000 + 16_000 + 30_000 + 30_000)
  expect(server.calls).toHaveLength(8)
})

test('a reload takes up what could not be sent', async () => {
  const server = fakeServer()
  const store = fakeStore()
  server.away = true
  const before = createAnswerQueue({ ...server.options, store })
  before.put('q1', ['a'])
  await vi.advanceTimersByTimeAsync(0)
  before.close()

  server.away = false
  const after = createAnswerQueue({ ...server.options, store })
  after.resume()
  expect(after.state().answers).toEqual({ q1: ['a'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(server.answers).toEqual({ q1: ['a'] })
  expect(store.getItem('attempt')).toBeNull()
})

test('two tabs of one attempt keep their answers on the device beside each other', async () => {
  const server = fakeServer()
  const store = fakeStore()
  server.away = true
  const [one, other] = [0, 0].map(() => createAnswerQueue({ ...server.options, store }))
  one?.put('q1', ['a'])
  other?.put('q2', ['b'])
  await vi.advanceTimersByTimeAsync(0)
  server.away = false
  one?.retry()
  other?.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.answers).toEqual({ q1: ['a'] })

  const after = createAnswerQueue({ ...server.options, store })
  after.resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.answers).toEqual({ q1: ['a'], q2: ['b'] })
  expect(store.getItem('attempt')).toBeNull()
})

test('each answer keeps its place in the order, above everything the server has', async () => {
  const server = fakeServer()
  const queue = createAnswerQueue({ ...server.options, sequence: 9_999_999_999_999 })
  queue.put('q1', ['a'])
  queue.put('q2', ['b'])
  await vi.advanceTimersByTimeAsync(0)
  const sequences = server.calls.flat().map(({ sequence }) => sequence)
  expect(sequences).toEqual([10_000_000_000_000, 10_000_000_000_001])
})

test('an answer changed while its save is under way is sent again', async () => {
  const server = fakeServer()
  const queue = createAnswerQueue(server.options)
  queue.put('q1', ['a'])
  queue.put('q1', ['b'])
  await vi.advanceTimersByTimeAsync(0)
  expect(server.calls.map((call) => call.map(({ optionIds }) => optionIds))).toEqual([[['a']], [['b']]])
  expect(server.answers).toEqual({ q1: ['b'] })
})

test('answers of another device appear with the next save', async () => {
  const server = fakeServer()
  server.answers.q2 = ['z']
  const queue = createAnswerQueue(server.options)
  queue.put('q1', ['a'])
  await vi.advanceTimersByTimeAsync(0)
  expect(queue.state().answers).toEqual({ q1: ['a'], q2: ['z'] })
})

test('what another device saved is taken over, and what waits here stays', async () => {
  const server = fakeServer()
  server.away = true
  const queue = createAnswerQueue(server.options)
  queue.put('q1', ['a'])
  await vi.advanceTimersByTimeAsync(0)
  queue.adopt({ savedAt: '2026-03-02T03:00:00.000Z', sequence: 5000, questionAnswers: { q1: ['b'], q2: ['z'] } })
  expect(queue.state()).toMatchObject({ answers: { q1: ['a'], q2: ['z'] }, savedAt: '2026-03-02T03:00:00.000Z' })
  queue.put('q3', ['c'])
  expect(queue.waiting().at(-1)?.sequence).toBe(5001)
})

test('an attempt that is over takes nothing more, and an answer that is refused does not block the next', async () => {
  const server = fakeServer()
  server.fault = 'refused'
  const queue = createAnswerQueue(server.options)
  queue.put('q1', ['bad'])
  await vi.advanceTimersByTimeAsync(0)
  expect(queue.state()).toMatchObject({ status: 'refused', waiting: 0, answers: {} })
  server.fault = null
  queue.put('q2', ['b'])
  await vi.advanceTimersByTimeAsync(0)
  expect(queue.state()).toMatchObject({ status: 'idle', answers: { q2: ['b'] } })
  server.fault = 'closed'
  queue.put('q3', ['c'])
  await vi.advanceTimersByTimeAsync(0)
  expect(queue.state().status).toBe('closed')
  const calls = server.calls.length
  queue.retry()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.calls).toHaveLength(calls)
})

test('a store that is full, switched off or holds something else does no harm', async () => {
  const server = fakeServer()
  const broken = {
    getItem: () => '{"not":"answers"}',
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
    removeItem: () => undefined,
  }
  const queue = createAnswerQueue({ ...server.options, store: broken })
  queue.resume()
  queue.put('q1', ['a'])
  await vi.advanceTimersByTimeAsync(0)
  expect(server.answers).toEqual({ q1: ['a'] })
})

interface FakeServer {
  calls: PendingAnswer[][]
  answers: Record<string, string[]>
  away: boolean
  fault: 'closed' | 'refused' | null
  options: QueueOptions
}

function fakeServer(): FakeServer {
  const server: FakeServer = {
    calls: [],
    answers: {},
    away: false,
    fault: null,
    options: {
      name: 'attempt',
      answers: {},
      sequence: 0,
      savedAt: null,
      store: null,
      now: () => 1000,
      faultOf: () => server.fault ?? 'away',
      async send(answers): Promise<Kept> {
        server.calls.push(answers)
        if (server.away || server.fault) throw new Error('no')
        for (const { questionId, optionIds } of answers) server.answers[questionId] = optionIds
        const sequence = Math.max(...answers.map((answer) => answer.sequence))
        return { savedAt: '2026-03-02T02:00:00.000Z', sequence, questionAnswers: { ...server.answers } }
      },
    },
  }
  return server
}

function fakeStore() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  }
}
