import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase, emptyDatabase } from '#testing/database.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { migrationsDir, namesSinceBaseline, pendingMigrations, tryMigrations } from './migration-steps.ts'

const database = await cloneDatabase()
const folder = mkdtempSync(join(tmpdir(), 'lantern-migrations-'))
cpSync(migrationsDir, folder, { recursive: true })
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function isThere(table: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query('select to_regclass($1) is not null as there', [table])
  await client.end()
  return rows[0].there
}

test('steps are named before they are taken, tried without a trace, and taken by command', async () => {
  expect(await pendingMigrations(database.url)).toEqual([])
  writeFileSync(join(folder, '30000101T0000_added.sql'), 'create table added (n integer);')
  expect(await pendingMigrations(database.url, folder)).toEqual(['30000101T0000_added.sql'])
  expect(await tryMigrations(database.url, folder)).toEqual(['30000101T0000_added.sql'])
  expect(await isThere('added')).toBe(false)

  writeFileSync(join(folder, '30000102T0000_broken.sql'), 'alter table not_there add column n integer;')
  await expect(tryMigrations(database.url, folder)).rejects.toThrow(/30000102T0000_broken.sql.*not_there/)
  expect(await isThere('added')).toBe(false)
  rmSync(join(folder, '30000102T0000_broken.sql'))

  await migrate(database.url, { folder })
  expect(await isThere('added')).toBe(true)
  expect(await pendingMigrations(database.url, folder)).toEqual([])
})

test('a start that may not change tables refuses a database that is behind, and takes one that is not', async () => {
  const fresh = await cloneDatabase()
  await requireMigrated(fresh.url)
  const client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
  await client.query(`delete from schema_migrations where name like '%_operations.sql'`)
  await client.end()
  await expect(requireMigrated(fresh.url)).rejects.toThrow(/1 steps behind .*_operations\.sql.*migrate/s)
  await fresh.drop()
})

/** A database that has taken the steps of a folder with these files. */
async function takenBy(files: Record<string, string>) {
  const here = mkdtempSync(join(tmpdir(), 'lantern-migrations-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(here, name), text)
  const fresh = await emptyDatabase()
  await migrate(fresh.url, { folder: here })
  return {
    url: fresh.url,
    here,
    async leave() {
      await fresh.drop()
      rmSync(here, { recursive: true })
    },
  }
}

const baseline = JSON.stringify({ replaced: ['10_old.sql', '11_older.sql'], by: ['12_new.sql'] })
const table = 'create table kept (n integer);'

test('a database of the files before a baseline takes the next step, and its backups are of this version', async () => {
  const { url, here, leave } = await takenBy({
    '10_old.sql': 'create table kept ();',
    '11_older.sql': 'alter table kept add column n integer; insert into kept values (7);',
  })
  for (const name of ['10_old.sql', '11_older.sql']) rmSync(join(here, name))
  writeFileSync(join(here, '12_new.sql'), table)
  writeFileSync(join(here, 'baseline.json'), baseline)
  expect(await pendingMigrations(url, here)).toEqual([])
  writeFileSync(join(here, '13_next.sql'), 'update kept set n = n + 1;')
  expect(await migrate(url, { folder: here })).toEqual(['13_next.sql'])
  expect(await migrate(url, { folder: here })).toEqual([])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  expect((await client.query('select n from kept')).rows).toEqual([{ n: 8 }])
  await client.end()
  expect(await namesSinceBaseline(['10_old.sql', '11_older.sql', '13_next.sql'], here)).toEqual([
    '12_new.sql',
    '13_next.sql',
  ])
  await leave()
})

test('a database that has some of the files before a baseline is told what to start first', async () => {
  const { url, here, leave } = await takenBy({ '10_old.sql': table })
  rmSync(join(here, '10_old.sql'))
  writeFileSync(join(here, '12_new.sql'), table)
  writeFileSync(join(here, 'baseline.json'), baseline)
  await expect(migrate(url, { folder: here })).rejects.toThrow(/older.*11_older\.sql.*version before this one/s)
  await leave()
})

test('a step outside a transaction makes an index while others write, and runs again after it broke off', async () => {
  const { url, here, leave } = await takenBy({ '10_table.sql': `${table} insert into kept values (1), (1);` })
  const step = (unique: string) => `-- outside a transaction: others write meanwhile
drop index concurrently if exists kept_by_n;
create ${unique} index concurrently kept_by_n on kept (n);
`
  writeFileSync(join(here, '11_index.sql'), step('unique'))
  await expect(migrate(url, { folder: here })).rejects.toThrow(/11_index\.sql could not be applied/)
  writeFileSync(join(here, '11_index.sql'), step(''))
  expect(await migrate(url, { folder: here })).toEqual(['11_index.sql'])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`select indisvalid from pg_index where indexrelid = 'kept_by_n'::regclass`)
  expect(rows).toEqual([{ indisvalid: true }])
  await client.end()
  await leave()
})
