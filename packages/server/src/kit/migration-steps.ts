import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'

export const migrationsDir = resolve(import.meta.dirname, '../../migrations')

interface Step {
  name: string
  text: string
  checksum: string
  /** Begins with `-- outside a transaction`: its statements run one by one, and again from the first after a failure. */
  isOutside: boolean
}

/**
 * The files of the folder that this database has not run, in the order of their names. Throws when a file that has run
 * was changed afterwards, or when the database is newer than this checkout.
 */
export async function stepsToTake(client: pg.Client, folder: string): Promise<Step[]> {
  const names = await readdir(folder)
  const done = await stepsTaken(client, folder)
  const files = names.filter((name) => name.endsWith('.sql')).sort()
  const newer = [...done.keys()].filter((name) => !files.includes(name))
  if (newer.length > 0) {
    throw new Error(`The database was used by a newer version of the site (it has ${newer.join(', ')}). Update first.`)
  }
  const steps: Step[] = []
  for (const name of files) {
    const text = await readFile(join(folder, name), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    const recorded = done.get(name)
    if (recorded !== undefined && recorded !== checksum && recorded !== byBaseline) {
      throw new Error(`${name} was changed after it ran here. Migrations are never edited: write a new one.`)
    }
    if (recorded === undefined)
      steps.push({ name, text, checksum, isOutside: /^-- outside a transaction\b/.test(text) })
  }
  return steps
}

/** Takes one step: in the transaction that is open, or outside of any where the step says so. */
export async function takeStep(client: pg.Client, { name, text, checksum, isOutside }: Step): Promise<void> {
  // PostgreSQL makes several statements of one text a transaction
  for (const statement of isOutside ? text.split(/;\s*\n/) : [text]) if (statement.trim()) await client.query(statement)
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
      // what runs outside a transaction cannot be taken back
      for (const step of steps.filter(({ isOutside }) => !isOutside)) {
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

async function stepsTaken(client: pg.Client, folder: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  )
  if (!rows[0]?.there) return new Map()
  const recorded = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const done = new Map(recorded.rows.map((row) => [row.name, row.checksum]))
  const names = await namesSinceBaseline([...done.keys()], folder)
  return new Map(names.map((name) => [name, done.get(name) ?? byBaseline]))
}

/** In the place of a checksum: the database has what the file makes, from the files that were there before it. */
const byBaseline = 'baseline'

interface Baseline {
  replaced: string[]
  by: string[]
}

/**
 * The steps that a database has taken, by the names of today. `baseline.json` in the folder says which older files were
 * written anew as which; a database that has taken all of those has taken these. Throws when it has some of them alone.
 */
export async function namesSinceBaseline(taken: readonly string[], folder = migrationsDir): Promise<string[]> {
  const text = await readFile(join(folder, 'baseline.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return [...taken]
  const { replaced, by } = JSON.parse(text) as Baseline
  const old = new Set(replaced)
  const missing = replaced.filter((name) => !taken.includes(name))
  if (missing.length === old.size) return [...taken]
  if (missing.length > 0) {
    throw new Error(
      `The database is older than this version can bring up to date (${missing.join(', ')} did not run). ` +
        'Start the version before this one once, then this one.',
    )
  }
  return [...by, ...taken.filter((name) => !old.has(name))].sort()
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
