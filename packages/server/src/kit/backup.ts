import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Extract, extract, type Pack, pack } from 'tar-stream'
import { filesStayLock } from './files-stay.ts'
import { namesSinceBaseline } from './migration-steps.ts'
import type { Storage } from './storage.ts'

/** A file in the archive, read as it comes. */
type Source = Extract extends AsyncIterable<infer Entry> ? Entry : never

interface Table {
  name: string
  columns: string[]
}

interface Manifest {
  /** 1 had each table in one piece. */
  format: 1 | 2
  createdAt: string
  /** Migrations that the data has seen; it can only go into a database that has seen the same. */
  migrations: string[]
  tables: Table[]
}

/** What lives for minutes only, or must not come back: codes, limits, what the demo would have sent, who is signed in. */
const leftOut = new Set(['schema_migrations', 'sms_codes', 'rate_limits', 'outbox_messages', 'sessions'])

type Progress = (done: number, total: number, what: string) => void

const keyEntry = 'data.key'

export interface BackupFacts {
  tables: number
  files: number
  /** Size of the finished file. */
  bytes: number
}

/** The rows of a table go in pieces: a table is as large as it likes, and the format asks for sizes beforehand. */
const pieceBytes = 4 * 1024 * 1024

/**
 * Writes the whole site to one file: a gzipped tar of a manifest, each table as PostgreSQL's COPY text in pieces, and
 * every stored file. It is one moment of the database, taken while the site runs; nothing waits for it but the deletion
 * of files, so that every file which that moment names is in it. The file appears under its name when it is complete.
 * `keyFile` is the key that the site made for itself: without it, values sealed with it would be lost; a key that the
 * operator gave is theirs to keep.
 */
export async function backUp(
  url: string,
  storage: Storage,
  file: string,
  onProgress: Progress,
  keyFile?: string,
): Promise<BackupFacts> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const draft = `${file}.part`
  const tar = pack()
  const written = pipeline(tar, createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }))
  // the writer that is active reports the failure
  written.catch(() => undefined)
  try {
    await client.query('select pg_advisory_lock($1)', [filesStayLock])
    await client.query('begin isolation level repeatable read read only')
    const manifest = await describe(client)
    await add(tar, 'manifest.json', Buffer.from(JSON.stringify(manifest, null, 2)))
    for (const [done, table] of manifest.tables.entries()) {
      onProgress(done + 1, manifest.tables.length, table.name)
      await packTable(tar, client, table)
    }
    let files = 0
    for await (const _ of storage.keys()) files++
    let packed = 0
    for await (const key of storage.keys()) {
      await packFile(tar, storage, key)
      packed++
      onProgress(packed, Math.max(files, packed), key)
    }
    if (keyFile) await add(tar, keyEntry, await readFile(keyFile))
    tar.finalize()
    await written
    await rename(draft, file)
    return { tables: manifest.tables.length, files: packed, bytes: (await stat(file)).size }
  } catch (error) {
    tar.destroy()
    // of the two the file's own fault says more: a full disk, a folder that is not there
    throw await written.then(
      () => error,
      (fault: unknown) => (isOfFile(fault) ? fault : error),
    )
  } finally {
    await rm(draft, { force: true })
    await client.end()
  }
}

function isOfFile(fault: unknown): boolean {
  return fault instanceof Error && 'syscall' in fault
}

async function add(tar: Pack, name: string, bytes: Buffer): Promise<void> {
  await pipeline([bytes], tar.entry({ name, size: bytes.length, mode: 0o600 }))
}

async function packTable(tar: Pack, client: pg.Client, { name, columns }: Table): Promise<void> {
  const rows = client.query(copyTo(`copy (select ${columns.map(quoted)} from ${quoted(name)}) to stdout`))
  let piece = 0
  for await (const bytes of inPieces(rows)) await add(tar, `tables/${name}/${++piece}`, bytes)
}

async function* inPieces(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    waiting.push(chunk)
    size += chunk.length
    if (size < pieceBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/** As a stream: a file may be larger than the memory there is. One that goes meanwhile is left out. */
async function packFile(tar: Pack, storage: Storage, key: string): Promise<void> {
  const size = await storage.size(key)
  if (size === null) return
  // an upload that is being received grows: what it had is in the backup
  const bytes = size === 0 ? [] : await storage.stream(key, { start: 0, end: size - 1 })
  if (bytes) await pipeline(bytes, tar.entry({ name: `storage/${key}`, size, mode: 0o600 }))
}

/**
 * Puts a backup into an empty, migrated site: all tables in one transaction, then the files. Refuses a database that
 * holds people or items already, a backup of another version and one that is not whole, before anything is written; and
 * when it fails on its way it takes back what it wrote.
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
  const takeBack: (() => Promise<unknown>)[] = []
  try {
    await client.query('begin')
    const here = await describe(client)
    const { rows } = await client.query<{ used: boolean }>(
      'select exists (select from users) or exists (select from items) as used',
    )
    if (rows[0]?.used)
      throw new Error('This site is in use. A backup goes into an empty one: set another DATA_DIR or database.')

    const manifest = await readThrough(file, here)
    // what the empty site has made for itself gives way to what the backed-up one had
    await client.query(`truncate ${manifest.tables.map((table) => quoted(table.name))} cascade`)
    const tables = tableWriter(client, manifest, onProgress)
    let key: Buffer | undefined
    await eachEntry(file, async (name, entry) => {
      if (name.startsWith('tables/')) return tables.write(name, entry)
      await tables.end()
      if (name.startsWith('storage/')) await unpackFile(storage, entry, takeBack)
      else if (name === keyEntry) key = await buffer(entry)
      else entry.resume()
    })
    await tables.end()
    await moveIdentitiesOn(client)
    if (key && keyFile) {
      const before = await readFile(keyFile).catch(() => undefined)
      takeBack.push(() => (before ? writeFile(keyFile, before, { mode: 0o600 }) : rm(keyFile, { force: true })))
      await writeFile(keyFile, key, { mode: 0o600 })
    }
    await client.query('commit')
  } catch (error) {
    for (const undo of takeBack.reverse()) await undo()
    throw error
  } finally {
    await client.end()
  }
}

/** Reads a backup to its end and answers its manifest: what broke off or is something else is found before it matters. */
async function readThrough(file: string, here: Manifest): Promise<Manifest> {
  let manifest: Manifest | undefined
  try {
    await eachEntry(file, async (name, entry) => {
      if (name === 'manifest.json') manifest = JSON.parse(await text(entry)) as Manifest
      else if (!manifest) throw new Error('it does not begin with a manifest')
      else {
        if (name.startsWith('tables/') && !tableOf(manifest, name)) throw new Error(`${name} is not in its manifest`)
        for await (const _ of entry);
      }
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} is not a whole backup of a site: ${why}`, { cause: error })
  }
  if (!manifest) throw new Error(`${file} is not a backup of a site`)
  await requireSameVersion(manifest, here)
  return manifest
}

async function eachEntry(file: string, read: (name: string, entry: Source) => Promise<void>): Promise<void> {
  const tar = extract()
  const whole = pipeline(createReadStream(file), createGunzip(), tar)
  whole.catch(() => undefined)
  for await (const entry of tar) await read(entry.header.name, entry)
  await whole
}

/** The table that an entry holds a piece of; in the first format, all of it. */
function tableOf(manifest: Manifest, entryName: string): Table | undefined {
  const name = entryName.split('/')[1]
  return manifest.tables.find((table) => table.name === name)
}

/** Puts the pieces of each table, which come one after the other, into one COPY. */
function tableWriter(client: pg.Client, manifest: Manifest, onProgress: Progress) {
  let open: { table: Table; rows: Writable; done: Promise<void> } | undefined

  async function end(): Promise<void> {
    if (!open) return
    const { rows, done } = open
    open = undefined
    rows.end()
    await done
  }

  return {
    end,
    async write(name: string, entry: Source): Promise<void> {
      const table = tableOf(manifest, name)
      if (!table) return
      if (open?.table !== table) {
        await end()
        onProgress(manifest.tables.indexOf(table) + 1, manifest.tables.length, table.name)
        const rows = client.query(copyFrom(`copy ${quoted(table.name)} (${table.columns.map(quoted)}) from stdin`))
        const done = finished(rows)
        done.catch(() => undefined)
        open = { table, rows, done }
      }
      const { rows, done } = open
      for await (const chunk of entry) {
        // what the database refuses ends the wait too, with its reason
        if (!rows.write(chunk)) await Promise.race([once(rows, 'drain'), done])
      }
    },
  }
}

async function unpackFile(storage: Storage, entry: Source, takeBack: (() => Promise<unknown>)[]): Promise<void> {
  const key = entry.header.name.slice('storage/'.length)
  if (!(await storage.exists(key))) takeBack.push(() => storage.delete(key))
  const facts = { contentType: 'application/octet-stream', byteSize: entry.header.size ?? 0 }
  await storage.putStream(key, Readable.from(entry), facts)
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
    format: 2,
    createdAt: new Date().toISOString(),
    migrations: await namesSinceBaseline(migrations.rows.map(({ name }) => name)),
    tables,
  }
}

async function requireSameVersion(backup: Manifest, here: Manifest): Promise<void> {
  const taken = await namesSinceBaseline(backup.migrations)
  const isSame = [1, 2].includes(backup.format) && taken.join() === here.migrations.join()
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
    where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval(%')`)
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
