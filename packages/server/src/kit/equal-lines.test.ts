import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { limitEqualLines } from './equal-lines.ts'

afterEach(() => void vi.useRealTimers())

function logger() {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { level: 'info', hooks: { logMethod: limitEqualLines() } },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  return {
    log,
    said: () => lines.splice(0).map(({ msg, leftOut, of }) => (leftOut ? `${msg} ${leftOut} (${of})` : msg)),
  }
}

test('a fault that comes again and again is said five times a minute, and then how often it was left out', () => {
  vi.useFakeTimers()
  const { log, said } = logger()
  for (let n = 0; n < 1000; n++) log.warn({ err: 'gone', path: `/tutorial/${n}` }, 'database away')
  log.child({ id: 'r-1' }).warn({ err: new Error('gone') }, 'database away')
  expect(said()).toEqual(Array(5).fill('database away'))
  vi.advanceTimersByTime(60_000)
  expect(said()).toEqual(['left out: database away 996 (gone)'])
  log.warn({ err: 'gone' }, 'database away')
  expect(said()).toEqual(['database away'])
  vi.advanceTimersByTime(60_000)
  expect(said()).toEqual([])
})

test('another cause, another sentence and what is no fault are each said', () => {
  vi.useFakeTimers()
  const { log, said } = logger()
  for (let n = 0; n < 6; n++) log.error({ err: new Error(`cause ${n}`) }, 'request failed')
  for (let n = 0; n < 6; n++) log.error(new Error('one'), `sentence ${n}`)
  for (let n = 0; n < 20; n++) log.info({ status: 200 }, 'request')
  expect(said()).toHaveLength(32)
})
