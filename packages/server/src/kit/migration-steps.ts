import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'

export const migrationsDir = resolve(import.meta.dirname, '../../migrations')

interface Step {
  name: string
  text: string
  checksum: string
}

/**
 * The files of the folder that this database has not run, in the order of their names. Throws when a file that has run
 * was changed afterwards, or when the database is newer than this checkout.
 */
export async function stepsToTake(client: pg.Client, folder: string): Promise<Step[]> {
  const done = await stepsTaken(client)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const newer = [...done.keys()].filter((name) => !files.includes(name))
  if (newer.length > 0) {
    throw new Error(`The database was used by a newer version of the site (it has ${newer.join(', ')}). Update first.`)
  }
  const steps: Step[] = []
  for (const name of files) {
    const text = await readFile(join(folder, name), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    const recorded = done.get(name)
    if (recorded && recorded !== checksum) {
      throw new Error(`${name} was changed after it ran here. Migrations are never edited: write a new one.`)
    }
    if (!recorded) steps.push({ name, text, checksum })
  }
  return steps
}

/** Takes one step in the transaction that is open. */
export async function takeStep(client: pg.Client, { name, text, checksum }: Step): Promise<void> {
  await client.query(text)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/** The steps that `migrate` would take, by name. Changes nothing and waits for nobody. */
export function pendingMigrations(url: string, folder: string = migrationsDir): Promise<string[]> {
  return withClient(url, async (client) => (await stepsToTake(client, folder)).map(({ name }) => name))
}

/** Takes the steps that wait and takes them all back: they go through, or this throws which one does not and why. */
export function tryMigrations(url: string, folder: string = migrationsDir): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query('begin')
    try {
      // queries of the running site must not queue behind this lock
      await client.query(`set local lock_timeout = '5s'`)
      await client.query(makeRecord)
      const steps = await stepsToTake(client, folder)
      for (const step of steps) {
        await takeStep(client, step).catch((cause: Error) => {
          throw new Error(`${step.name} could not be applied: ${cause.message}`, { cause })
        })
      }
      return steps.map(({ name }) => name)
    } finally {
      await client.query('rollback')
    }
  })
}

/** Where it is written down which steps this database has taken. */
export const makeRecord =
  'create table if not exists schema_migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())'

async function stepsTaken(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  )
  if (!rows[0]?.there) return new Map()
  const recorded = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(recorded.rows.map((row) => [row.name, row.checksum]))
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'lantern-migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
