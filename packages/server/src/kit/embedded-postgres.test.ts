import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { removeDataDir, startEmbeddedPostgres } from './embedded-postgres.ts'

const folders: string[] = []
const quiet = () => undefined

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
  const first = await startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })
  expect(first.found).toBe('created')
  await query(first.url, 'create table kept (n integer); insert into kept values (7)')
  await first.release()
  expect(() => process.kill(postmasterOf(dataDir), 0)).toThrow()

  const second = await startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })
  expect(second.found).toBe('started')
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.release()

  const { home } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))
  removeDataDir(dataDir)
  expect([existsSync(dataDir), existsSync(home)]).toEqual([false, false])
})

test('after every process was killed the next start recovers what was committed, and says so', async () => {
  const dataDir = folder()
  const first = await startEmbeddedPostgres({ dataDir, say: quiet })
  await query(first.url, 'create table kept (n integer); insert into kept values (7)')
  const children = await query(first.url, `select pid from pg_stat_activity where pid <> pg_backend_pid()`)
  for (const { pid } of [{ pid: postmasterOf(dataDir) }, ...(children as { pid: number }[])]) {
    process.kill(pid, 'SIGKILL')
  }

  const second = await startEmbeddedPostgres({ dataDir, say: quiet })
  expect(second.found).toBe('recovered')
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.release()
})

test('two users of one folder share one server', async () => {
  const dataDir = folder()
  const first = await startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })
  const second = await startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })
  expect(second.found).toBe('joined')
  expect(second.url).toBe(first.url)
  await second.release()
  expect(await query(first.url, 'select 7 as n')).toEqual([{ n: 7 }])
  await first.release()
})

test('two folders are two sites side by side, each with a password of its own', async () => {
  const [one, two] = await Promise.all(
    [folder(), folder()].map((dataDir) => startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })),
  )
  if (!one || !two) throw new Error('both start')
  expect(one.url).not.toBe(two.url)
  const stranger = one.url.replace(/:[^:@]+@/, ':wrong@')
  await expect(query(stranger, 'select 1')).rejects.toThrow(/password/)
  await Promise.all([one.release(), two.release()])
})

test('what PostgreSQL logs is kept for a week, a file for each day, begun anew when the day comes again', async () => {
  const dataDir = folder()
  const database = await startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })
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

/** `inside`: in a folder where PostgreSQL's user gets to, so that the database lies in it for root too. */
async function siteWithOneRow({ inside = false } = {}): Promise<{ dataDir: string; home: string }> {
  const dataDir = folder()
  if (inside) chmodSync(dataDir, 0o755)
  const database = await startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })
  await query(database.url, 'create table kept (n integer); insert into kept values (7)')
  await database.release()
  return { dataDir, home: JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')).home }
}

async function rowsAfterStart(dataDir: string): Promise<unknown[]> {
  const database = await startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })
  try {
    return await query(database.url, 'select n from kept')
  } finally {
    await database.release()
  }
}

test('without postgres.json, or with one that a crash left empty, the database is found and nothing is lost', async () => {
  const { dataDir } = await siteWithOneRow()
  rmSync(join(dataDir, 'postgres.json'))
  expect(await rowsAfterStart(dataDir)).toEqual([{ n: 7 }])
  writeFileSync(join(dataDir, 'postgres.json'), '')
  expect(await rowsAfterStart(dataDir)).toEqual([{ n: 7 }])
})

test('a data folder that was moved takes its database along', async () => {
  const { dataDir } = await siteWithOneRow()
  const moved = `${dataDir}-moved`
  folders.push(moved)
  renameSync(dataDir, moved)
  expect(await rowsAfterStart(moved)).toEqual([{ n: 7 }])
})

test('a copy of a data folder has a database of its own', async () => {
  const { dataDir } = await siteWithOneRow({ inside: true })
  const copy = `${dataDir}-copy`
  folders.push(copy)
  // as cp -a does
  await promisify(execFile)('cp', ['-a', dataDir, copy])
  const database = await startEmbeddedPostgres({ dataDir: copy, say: quiet, disposable: true })
  await query(database.url, 'update kept set n = 8')
  await database.release()
  expect(await rowsAfterStart(dataDir)).toEqual([{ n: 7 }])
  expect(await rowsAfterStart(copy)).toEqual([{ n: 8 }])
})

test('while its processes run, a database whose postgres.json is gone is left alone, and they are named', async () => {
  const dataDir = folder()
  const running = await startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })
  rmSync(join(dataDir, 'postgres.json'))
  await expect(startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })).rejects.toThrow(
    `Stop the processes of this site first`,
  )
  expect(await query(running.url, 'select 7 as n')).toEqual([{ n: 7 }])
  await running.release()
})

test('a database that is not where it was stops the start, which says so and begins none beside it', async () => {
  const { dataDir, home } = await siteWithOneRow({ inside: true })
  const away = `${home}-away`
  renameSync(home, away)
  await expect(startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })).rejects.toThrow(
    'Is a disk not mounted?',
  )
  rmSync(join(dataDir, 'postgres.json'))
  await expect(startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })).rejects.toThrow(
    'is gone. Nothing was changed',
  )
  expect(existsSync(home)).toBe(false)
  writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify({ home: away }))
  expect(await rowsAfterStart(dataDir)).toEqual([{ n: 7 }])
})

test('a folder whose database lost its inner files is not begun anew', async () => {
  const { dataDir, home } = await siteWithOneRow()
  rmSync(join(home, 'data', 'PG_VERSION'))
  await expect(startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })).rejects.toThrow(
    'There is no database in',
  )
  expect(existsSync(join(home, 'data', 'base'))).toBe(true)
})

test('a server that is killed is started again while the site runs, with what was committed', async () => {
  const dataDir = folder()
  const runsAgain = Promise.withResolvers<void>()
  const database = await startEmbeddedPostgres({
    dataDir,
    say: (line) => line === 'The database runs again' && runsAgain.resolve(),
  })
  await query(database.url, 'create table kept (n integer); insert into kept values (7)')
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  await runsAgain.promise
  expect(await query(database.url, 'select n from kept')).toEqual([{ n: 7 }])
  await database.release()
  expect(() => process.kill(postmasterOf(dataDir), 0)).toThrow()
})

test('a lock that says nothing, or names a process that is gone or another one, is taken over', async () => {
  const { dataDir } = await siteWithOneRow()
  const gone = spawnSync(process.execPath, ['-e', '0']).pid
  for (const left of ['', String(gone), `${process.ppid} 1`, `${process.pid}`]) {
    writeFileSync(join(dataDir, 'postgres.lock'), left)
    expect(await rowsAfterStart(dataDir)).toEqual([{ n: 7 }])
  }
})

test('a data folder that cannot be written to is named at once, with what to do', async () => {
  const dataDir = folder()
  chmodSync(dataDir, 0o555)
  await asOrdinaryUser(() =>
    expect(startEmbeddedPostgres({ dataDir, say: quiet, disposable: true })).rejects.toThrow(
      `${dataDir} cannot be written to by this user. Give it the right, or set DATA_DIR to another folder.`,
    ),
  )
  const file = join(folder(), 'a-file')
  writeFileSync(file, '')
  await expect(startEmbeddedPostgres({ dataDir: file, say: quiet, disposable: true })).rejects.toThrow(
    'is a file and no folder',
  )
})

/** Root may write everywhere. */
async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
  }
}
