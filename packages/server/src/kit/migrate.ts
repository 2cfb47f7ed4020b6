import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'

const migrationsDir = resolve(import.meta.dirname, '../../migrations')

/**
 * Brings the database to the newest schema: every file of the folder that is not recorded yet, in name order, each in
 * its own transaction. Forward only. Safe to run from several processes at once. Throws when a file that has run was
 * changed afterwards, or when the database is newer than this checkout.
 */
export async function migrate(url: string, folder: string = migrationsDir): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'lantern-migrate' })
  await client.connect()
  try {
    // one key of our own choice: whoever comes second waits here
    await client.query('select pg_advisory_lock(727001)')
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
    )
    const done = new Map<string, string>(
      (await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')).rows.map(
        (row) => [row.name, row.checksum],
      ),
    )
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const newer = [...done.keys()].filter((name) => !files.includes(name))
    if (newer.length > 0) {
      throw new Error(
        `The database was used by a newer version of the site (it has ${newer.join(', ')}). Update first.`,
      )
    }
    const ran: string[] = []
    for (const name of files) {
      const text = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      const recorded = done.get(name)
      if (recorded && recorded !== checksum) {
        throw new Error(`${name} was changed after it ran here. Migrations are never edited: write a new one.`)
      }
      if (recorded) continue
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
        await client.query('commit')
      } catch (cause) {
        await client.query('rollback')
        throw new Error(`${name} could not be applied: ${cause instanceof Error ? cause.message : cause}`, { cause })
      }
      ran.push(name)
    }
    return ran
  } finally {
    await client.end()
  }
}
