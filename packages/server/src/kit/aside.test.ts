import { expect, test } from 'vitest'
import { runAside, TooMuch } from './aside.ts'

const file = new URL('../testing/work-aside.ts', import.meta.url)
const options = { deadlineMs: 10_000, forWhom: 'ada' }

test('work is done in another process, which may ask back', async () => {
  const work = { file, name: 'doubled' }
  const answer = async (question: unknown) => Number(question) * 2
  expect(await runAside(work, 21, { ...options, answer })).toBe(42)
})

test('work without an end is ended, and the process answers meanwhile', async () => {
  let turns = 0
  const beside = setInterval(() => turns++, 1)
  const endless = runAside({ file, name: 'endless' }, null, { deadlineMs: 500, forWhom: 'eve' })
  const ended = expect(endless).rejects.toBeInstanceOf(TooMuch)
  // what others send is done beside it
  const other = runAside({ file, name: 'doubled' }, 1, { ...options, answer: async () => 'done' })
  expect(await other).toBe('done')
  await ended
  clearInterval(beside)
  expect(turns).toBeGreaterThan(0)
})

test('work that takes all memory is ended and takes nothing with it', async () => {
  await expect(runAside({ file, name: 'greedy' }, null, options)).rejects.toBeInstanceOf(TooMuch)
  expect(await runAside({ file, name: 'doubled' }, 1, { ...options, answer: async () => 'alive' })).toBe('alive')
})

test('memory that a builtin takes without an end costs nobody else theirs', async () => {
  await expect(
    runAside({ file, name: 'greedyInside' }, null, { ...options, deadlineMs: 60_000 }),
  ).rejects.toBeInstanceOf(TooMuch)
  expect(await runAside({ file, name: 'doubled' }, 1, { ...options, answer: async () => 'alive' })).toBe('alive')
})

test('a process that runs out of memory while its deadline ends it takes nothing with it', async () => {
  for (const deadlineMs of [200, 400, 600, 800]) {
    const ended = runAside({ file, name: 'greedy' }, null, { deadlineMs, forWhom: 'eve' })
    await expect(ended).rejects.toBeInstanceOf(TooMuch)
  }
  expect(await runAside({ file, name: 'doubled' }, 1, { ...options, answer: async () => 'alive' })).toBe('alive')
})

test('one person’s errands go one after the other, and a failure is theirs alone', async () => {
  const order: unknown[] = []
  const told = (name: string) => ({ ...options, answer: async () => order.push(name) })
  const broken = expect(runAside({ file, name: 'broken' }, null, options)).rejects.toThrow('what was read is broken')
  const both = ['first', 'second'].map((name) => runAside({ file, name: 'doubled' }, 1, told(name)))
  await broken
  await Promise.all(both)
  expect(order).toEqual(['first', 'second'])
})
