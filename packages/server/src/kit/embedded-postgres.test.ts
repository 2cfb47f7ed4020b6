import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { removeDataDir, startEmbeddedPostgres } from './embedded-postgres.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) removeDataDir(folder)
})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'lantern-embedded-'))
  folders.push(made)
  return made
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function postmasterOf(dataDir: string): number {
  const { home } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))
  return Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
}

test('a second start finds what the first one stored', async () => {
  const dataDir = folder()
  const first = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  expect(first.found).toBe('created')
  await query(first.url, 'create table kept (n integer); insert into kept values (7)')
  await first.release()
  expect(() => process.kill(postmasterOf(dataDir), 0)).toThrow()

  const second = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  expect(second.found).toBe('started')
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.release()

  const { home } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))
  removeDataDir(dataDir)
  expect([existsSync(dataDir), existsSync(home)]).toEqual([false, false])
})

test('after every process was killed the next start recovers what was committed, and says so', async () => {
  const dataDir = folder()
  const first = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  await query(first.url, 'create table kept (n integer); insert into kept values (7)')
  const children = await query(first.url, `select pid from pg_stat_activity where pid <> pg_backend_pid()`)
  for (const { pid } of [{ pid: postmasterOf(dataDir) }, ...(children as { pid: number }[])]) {
    process.kill(pid, 'SIGKILL')
  }

  const second = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  expect(second.found).toBe('recovered')
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.release()
})

test('two users of one folder share one server', async () => {
  const dataDir = folder()
  const first = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  const second = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  expect(second.found).toBe('joined')
  expect(second.url).toBe(first.url)
  await second.release()
})

test('two folders are two sites side by side, each with a password of its own', async () => {
  const [one, two] = await Promise.all(
    [folder(), folder()].map((dataDir) => startEmbeddedPostgres({ dataDir, say: () => undefined })),
  )
  if (!one || !two) throw new Error('both start')
  expect(one.url).not.toBe(two.url)
  const stranger = one.url.replace(/:[^:@]+@/, ':wrong@')
  await expect(query(stranger, 'select 1')).rejects.toThrow(/password/)
  await Promise.all([one.release(), two.release()])
})

test('what PostgreSQL logs is kept for a week, a file for each day, begun anew when the day comes again', async () => {
  const dataDir = folder()
  const database = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  await expect(query(database.url, 'select from a_table_that_is_not_there')).rejects.toThrow()
  const { home } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))
  const files = readdirSync(join(home, 'log'))
  expect(files).toEqual([expect.stringMatching(/^postgres-(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\.log$/)])
  const logged = () => readFileSync(join(home, 'log', files[0] ?? ''), 'utf8')
  await expect.poll(logged).toContain('a_table_that_is_not_there')
  expect(readFileSync(join(home, 'postgres.log'), 'utf8')).not.toContain('a_table_that_is_not_there')
  const settings = `select name, setting from pg_settings
    where name in ('log_rotation_age', 'log_truncate_on_rotation') order by name`
  expect(await query(database.url, settings)).toEqual([
    { name: 'log_rotation_age', setting: '1440' },
    { name: 'log_truncate_on_rotation', setting: 'on' },
  ])
  await database.release()
})
