import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockByFile, ownProcess } from './file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'lantern-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a lock is one file that says whose it is, taken in turns', async () => {
  const path = join(folder, 'turns')
  const order: string[] = []
  const unlock = await lockByFile(path, 10)
  const second = lockByFile(path, 10).then((unlockSecond) => {
    order.push('second')
    unlockSecond()
  })
  expect(readFileSync(path, 'utf8')).toBe(ownProcess())
  order.push('first')
  unlock()
  await second
  expect(order).toEqual(['first', 'second'])
})

test('a lock is taken with a line that is there already: nothing has to be written', async () => {
  const path = join(folder, 'full')
  const line = join(folder, 'lease')
  writeFileSync(line, ownProcess())
  const unlock = await lockByFile(path, 10, line)
  expect(statSync(path).ino).toBe(statSync(line).ino)
  // the lease may go while the lock is held
  rmSync(line)
  await expect(lockByFile(path, 0)).rejects.toThrow(`Process ${process.pid} has held`)
  unlock()
  await (await lockByFile(path, 10))()
})
