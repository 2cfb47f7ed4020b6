import { expect, test, vi } from 'vitest'
import { batching } from './batching.ts'

/** An ask that ends when the test says so. */
function heldAsk() {
  const asks: { inputs: readonly number[]; end(outputs?: readonly number[]): void; fail(error: Error): void }[] = []
  const ask = (inputs: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      asks.push({ inputs, end: (outputs = inputs.map((input) => input * 10)) => resolve(outputs), fail: reject })
    })
  return { asks, ask }
}

const turn = () => new Promise<void>((done) => setImmediate(() => setImmediate(done)))

test('what is asked in one turn goes out together, and everyone gets their own answer', async () => {
  const { asks, ask } = heldAsk()
  const gather = batching(ask)
  const answers = Promise.all([gather(1), gather(2), gather(3)])
  await turn()
  expect(asks.map(({ inputs }) => inputs)).toEqual([[1, 2, 3]])
  asks[0]?.end()
  expect(await answers).toEqual([10, 20, 30])
})

test('what comes while the lanes are taken waits for one and goes out together', async () => {
  const { asks, ask } = heldAsk()
  const gather = batching(ask, { lanes: 1 })
  const first = gather(1)
  await turn()
  const later = Promise.all([gather(2), gather(3)])
  await turn()
  expect(asks.map(({ inputs }) => inputs)).toEqual([[1]])
  asks[0]?.end()
  expect(await first).toBe(10)
  await turn()
  expect(asks.map(({ inputs }) => inputs)).toEqual([[1], [2, 3]])
  asks[1]?.end()
  expect(await later).toEqual([20, 30])
})

test('one ask never carries more than it may', async () => {
  const { asks, ask } = heldAsk()
  const gather = batching(ask, { lanes: 1, most: 2 })
  const answers = Promise.all([1, 2, 3].map(gather))
  await turn()
  asks[0]?.end()
  await turn()
  asks[1]?.end()
  expect(await answers).toEqual([10, 20, 30])
  expect(asks.map(({ inputs }) => inputs)).toEqual([[1, 2], [3]])
})

test('a failed ask fails those in it, and the next one goes out', async () => {
  const { asks, ask } = heldAsk()
  const gather = batching(ask, { lanes: 1 })
  const failed = Promise.allSettled([gather(1), gather(2)])
  await turn()
  const after = gather(3)
  asks[0]?.fail(new Error('no database'))
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await turn()
  asks[1]?.end()
  expect(await after).toBe(30)
})

test('an answer too few is a failure and no answer for the wrong one', async () => {
  const { asks, ask } = heldAsk()
  const gather = batching(ask)
  const answers = Promise.allSettled([gather(1), gather(2)])
  await turn()
  asks[0]?.end([10])
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('an ask that hangs holds up the others for a second and no longer, and is answered late', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { asks, ask } = heldAsk()
    const gather = batching(ask)
    const hanging = gather(1)
    await turn()
    const next = gather(2)
    await turn()
    vi.advanceTimersByTime(999)
    await turn()
    expect(asks).toHaveLength(1)
    vi.advanceTimersByTime(1)
    await turn()
    asks[1]?.end()
    expect(await next).toBe(20)
    asks[0]?.end()
    expect(await hanging).toBe(10)
  } finally {
    vi.useRealTimers()
  }
})
