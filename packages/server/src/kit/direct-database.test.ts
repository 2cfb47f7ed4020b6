import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase } from '#testing/database.ts'
import { whileLocked } from './direct-database.ts'

const database = await cloneDatabase()
const lock = { key: 4711, doing: 'painting the fence' }

afterAll(() => database.drop())

/** Holds the lock until it is let go. */
async function held(): Promise<{ letGo(): Promise<void> }> {
  const taken = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const work = whileLocked(database.url, lock, async () => {
    taken.resolve()
    await done.promise
  })
  await taken.promise
  return {
    async letGo() {
      done.resolve()
      await work
    },
  }
}

async function admin(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

test('two processes take turns, and waiting for one that takes long is no slow statement', async () => {
  // new connections get a very short statement timeout
  const name = new URL(database.url.replace(/^postgresql:\/\/[^/]*/, 'postgresql://here')).pathname.slice(1)
  await admin(`alter database ${name} set statement_timeout = '50ms'`)
  const first = await held()
  let isSecond = false
  const second = whileLocked(database.url, lock, async (client) => {
    isSecond = true
    await client.query('select pg_sleep(0.2)')
  })
  await expect(admin('select pg_sleep(1)')).rejects.toThrow('statement timeout')
  expect(isSecond).toBe(false)
  await first.letGo()
  await second
  expect(isSecond).toBe(true)
})

test('who waits too long hears who holds the lock, and how to end it', async () => {
  const first = await held()
  const second = whileLocked(database.url, lock, async () => undefined, { longestWaitMs: 0 })
  await expect(second).rejects.toThrow(
    new RegExp(`been painting the fence for too long: "lantern ${process.pid} \\S+".* select pg_terminate_backend`),
  )
  await first.letGo()
})

test('a lock ends with the work, however it ends', async () => {
  await expect(whileLocked(database.url, lock, () => Promise.reject(new Error('no paint')))).rejects.toThrow('no paint')
  await (await held()).letGo()
})
