import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase } from '#testing/database.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { migrationsDir, pendingMigrations, tryMigrations } from './migration-steps.ts'

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
