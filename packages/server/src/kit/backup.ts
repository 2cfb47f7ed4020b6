import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { extract, type Pack, pack } from 'tar-stream'
import type { Storage } from './storage.ts'

interface Manifest {
  format: 1
  createdAt: string
  /** Migrations that the data has seen; it can only go into a database that has seen the same. */
  migrations: string[]
  tables: { name: string; columns: string[] }[]
}

/** What lives for minutes only, or must not come back: codes, limits, what the demo would have sent, who is signed in. */
const leftOut = new Set(['schema_migrations', 'sms_codes', 'rate_limits', 'outbox_messages', 'sessions'])

type Progress = (done: number, total: number, what: string) => void

const keyEntry = 'data.key'

/**
 * Writes the whole site to one file: a gzipped tar of a manifest, each table as PostgreSQL's COPY text, and every
 * stored file. It is one moment of the database, taken while the site runs; nothing waits for it. The file appears
 * under its name when it is complete. `keyFile` is the key that the site made for itself: without it, what was sealed
 * with it would be lost; a key that the operator gave is theirs to keep.
 */
export async function backUp(
  url: string,
  storage: Storage,
  file: string,
  onProgress: Progress,
  keyFile?: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const draft = `${file}.part`
  try {
    await client.query('begin isolation level repeatable read read only')
    const manifest = await describe(client)
    const tar = pack()
    const written = pipeline(tar, createGzip(), createWriteStream(draft))
    tar.entry({ name: 'manifest.json' }, JSON.stringify(manifest, null, 2))
    for (const [done, { name, columns }] of manifest.tables.entries()) {
      onProgress(done + 1, manifest.tables.length, name)
      const rows = await text(client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted)}) to stdout`)))
      tar.entry({ name: `tables/${name}` }, rows)
    }
    for await (const key of storage.keys()) await packFile(tar, storage, key)
    if (keyFile) tar.entry({ name: keyEntry, mode: 0o600 }, await readFile(keyFile))
    tar.finalize()
    await written
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
    await client.end()
  }
}

/** As a stream: a file may be larger than the memory there is. One that goes meanwhile is left out. */
async function packFile(tar: Pack, storage: Storage, key: string): Promise<void> {
  const size = await storage.size(key)
  const bytes = size === null ? null : await storage.stream(key)
  if (bytes && size !== null) await pipeline(bytes, tar.entry({ name: `storage/${key}`, size }))
}

/**
 * Puts a backup into an empty, migrated site: all tables in one transaction, then the files. Refuses a database that
 * holds people or items already, and a backup of another version.
 */
export async function restore(
  url: string,
  storage: Storage,
  file: string,
  onProgress: Progress,
  keyFile?: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    const here = await describe(client)
    const { rows } = await client.query<{ used: boolean }>(
      'select exists (select from users) or exists (select from items) as used',
    )
    if (rows[0]?.used)
      throw new Error('This site is in use. A backup goes into an empty one: set another DATA_DIR or database.')

    let key: Buffer | undefined
    const tar = extract()
    const read = pipeline(createReadStream(file), createGunzip(), tar)
    read.catch(() => undefined)
    let manifest: Manifest | undefined
    for await (const entry of tar) {
      const { name } = entry.header
      if (name === 'manifest.json') {
        manifest = JSON.parse(await text(entry)) as Manifest
        requireSameVersion(manifest, here)
        // what the empty site has made for itself gives way to what the backed-up one had
        await client.query(`truncate ${manifest.tables.map((table) => quoted(table.name))} cascade`)
      } else if (name.startsWith('tables/')) {
        const at = manifest?.tables.findIndex((table) => `tables/${table.name}` === name) ?? -1
        const table = manifest?.tables[at]
        if (!table) throw new Error(`${file} is not a backup of this site: ${name} is not in its manifest`)
        onProgress(at + 1, manifest?.tables.length ?? 0, table.name)
        await pipeline(
          entry,
          client.query(copyFrom(`copy ${quoted(table.name)} (${table.columns.map(quoted)}) from stdin`)),
        )
      } else if (name.startsWith('storage/')) {
        const facts = { contentType: 'application/octet-stream', byteSize: entry.header.size ?? 0 }
        await storage.putStream(name.slice('storage/'.length), Readable.from(entry), facts)
      } else if (name === keyEntry) key = await buffer(entry)
      else entry.resume()
    }
    await read
    if (!manifest) throw new Error(`${file} is not a backup of a site`)
    await moveIdentitiesOn(client)
    if (key && keyFile) await writeFile(keyFile, key, { mode: 0o600 })
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Tables in an order in which each comes after those it refers to, so that a copy meets no missing row. */
async function describe(client: pg.Client): Promise<Manifest> {
  const columns = await client.query<{ name: string; columns: string[] }>(`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by table_name order by table_name`)
  const references = await client.query<{ child: string; parent: string }>(`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`)
  const migrations = await client.query<{ name: string }>('select name from schema_migrations order by name')
  const waiting = new Map(columns.rows.filter(({ name }) => !leftOut.has(name)).map((table) => [table.name, table]))
  const tables: Manifest['tables'] = []
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ name }) => !references.rows.some(({ child, parent }) => child === name && waiting.has(parent)),
    )
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const table of free) {
      waiting.delete(table.name)
      tables.push(table)
    }
  }
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    tables,
  }
}

function requireSameVersion(backup: Manifest, here: Manifest): void {
  const isSame = backup.format === 1 && backup.migrations.join() === here.migrations.join()
  if (isSame) return
  const newest = backup.migrations.at(-1) ?? 'nothing'
  throw new Error(
    `The backup is of another version (its last migration is ${newest}). Restore it with that version, then update.`,
  )
}

/** A copied row brings its number along; the next new one must come after it. */
async function moveIdentitiesOn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`)
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${quoted(column)}) from ${quoted(table)}), 0) + 1, false)`,
      [table, column],
    )
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
