import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#kit/migrate.ts'
import { migrationsDir } from '#kit/migration-steps.ts'
import { emptyDatabase } from '#testing/database.ts'

/** The first migration that the old database does not have. */
const since = '20261122T1500'

type Row = Record<string, unknown>

/** Where the values of a column stand now that left its table: rows with the `id` of the old row and the `value`. */
const movedColumns: Record<string, string> = {
  ...from('item_details', ['description_html', 'materials', 'educator_plan', 'properties', 'group']),
  ...from('tutorial_details', ['is_exercise', 'solution_plan', 'documents', 'asset', 'is_video', 'overview_video_id']),
  ...from('tutorial_details', ['overview_video_title', 'offline', 'payment_item']),
  'items.with_manual': 'select id, manual_duration is not null as value from items',
  'items.live': `select item_id as id, jsonb_build_object('startTime', starts_at, 'endTime', ends_at, 'url', url,
    'seats', seats, 'speakers', speakers) as value from live_sessions`,
  'items.prerequisites': `select item_id as id, jsonb_agg(prerequisite_id order by position) as value
    from item_prerequisites group by item_id`,
  'items.package_ids': `select item_id as id, jsonb_agg(package_id order by position) as value
    from item_packages group by item_id`,
}

/** What says now what a table said that is gone. */
const movedTables: Record<string, string> = {
  xapi_credentials: 'select * from organisation_clients',
  entitlements: 'select user_id, item_id, source, starts_at as granted_at from grants',
}

/** Names of rows that are gone, which led nowhere. */
const dangling = ['ltu_gone', 'gone']

function from(table: string, columns: string[]): Record<string, string> {
  return Object.fromEntries(
    columns.map((name) => [`items.${name}`, `select item_id as id, "${name}" as value from ${table}`]),
  )
}

test('a database of a year takes every step since, and keeps every row and value that it had', async () => {
  const database = await emptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'lantern-migrations-'))
  cpSync(migrationsDir, folder, {
    recursive: true,
    filter: (path) => !path.endsWith('.sql') || basename(path) < since,
  })
  await migrate(database.url, { folder })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const rowsOf = async (query: string) =>
    (await client.query<{ row: Row }>(`select to_jsonb(t) as row from (${query}) t`)).rows.map(({ row }) => row)
  const tables = async () =>
    (await client.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)).rows
  await client.query(readFileSync(join(import.meta.dirname, 'testing/year-of-data.sql'), 'utf8'))

  const before = new Map<string, Row[]>()
  for (const { name } of await tables())
    if (name !== 'schema_migrations') before.set(name, await rowsOf(`select * from "${name}"`))
  await migrate(database.url)

  const now = new Set((await tables()).map(({ name }) => name))
  const counts: Record<string, number> = {}
  for (const [table, old] of before) {
    if (old.length === 0) continue
    counts[table] = old.length
    const query = now.has(table) ? `select * from "${table}"` : movedTables[table]
    expect(query, `${table} is gone: say in movedTables what has its rows`).toBeDefined()
    const rows = await rowsOf(query ?? '')
    const there = Object.keys(rows[0] ?? {})
    const kept = Object.keys(old[0] ?? {}).filter((column) => there.includes(column))
    // rows that a migration brings itself are none of the old ones
    const found = new Set(rows.map((row) => text(pick(row, kept))))
    expect(
      old.map((row) => text(pick(row, kept))).filter((row) => !found.has(row)),
      table,
    ).toEqual([])
    for (const column of Object.keys(old[0] ?? {}).filter((name) => !kept.includes(name))) {
      const name = `${table}.${column}`
      expect(movedColumns[name], `${name} is gone: say in movedColumns where its values are`).toBeDefined()
      const values = await rowsOf(movedColumns[name] ?? '')
      const was = old.map((row) => ({ id: row.id, value: withoutDangling(row[column]) })).filter(isSaid)
      expect(values.filter(isSaid).map(text).sort(), name).toEqual(was.map(text).sort())
    }
  }
  expect(counts).toMatchObject({ items: 45, record_events: 800, engagement_events: 800, audit_log: 70, records: 40 })
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]))
}

/** What a column holds that says nothing: a table of one type of item has no row for the others. */
function isSaid({ value }: Row): boolean {
  return !['null', 'false', '""', '[]'].includes(JSON.stringify(value ?? null))
}

function withoutDangling(value: unknown): unknown {
  return Array.isArray(value) ? value.filter((each) => !dangling.includes(String(each))) : value
}

/** The same text for the same values: moments in one form, keys in one order. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (typeof part === 'string' && /^\d{4}-\d\d-\d\dT/.test(part)) return new Date(part).toISOString()
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort())
  })
}
