import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from './config.ts'

/** What one process of the site does at a time. The key is of our own choice, the name is for who waits. */
export interface SiteLock {
  key: number
  doing: string
}

/** The database past any pooler: for what belongs to a connection and not to one transaction. */
export interface DirectDatabase {
  url: string
  /** Does the work while no other process of the site does the same. See `whileLocked`. */
  whileLocked<T>(lock: SiteLock, work: () => Promise<T>): Promise<T>
  /** Runs statements that take as long as they take, on a connection of their own. */
  run(...statements: string[]): Promise<void>
}

export interface LockOptions {
  /** Hears who is waited for. */
  say?(line: string): void
  /** How long another may hold it. */
  longestWaitMs?: number
}

// the longest there is: none at all could not be told to PostgreSQL at the start, where a pooler refuses to hear it
const weeksMs = 2_147_483_647
const noLimits = { statement_timeout: weeksMs, lock_timeout: weeksMs, idle_in_transaction_session_timeout: weeksMs }

const notDirect =
  'DATABASE_URL: leads to a pooler that hands out connections by transaction. ' +
  'Give the address of PostgreSQL itself there, and that of the pooler as DATABASE_POOLER_URL.'

const askEveryMs = 100
const sayAfterMs = 5_000
const sayAgainAfterMs = 60_000

export function directDatabase(url: string, say?: (line: string) => void): DirectDatabase {
  return {
    url,
    whileLocked: (lock, work) => whileLocked(url, lock, work, say ? { say } : {}),
    run: (...statements) =>
      withDirectClient(url, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
  }
}

/**
 * Does the work while no other process of the site does the same. A process that waits asks again and again: a
 * statement that waited in the database would count as a slow one. The lock ends with its connection, however the
 * process ends. After a quarter of an hour this throws who holds it.
 */
export function whileLocked<T>(
  url: string,
  lock: SiteLock,
  work: (client: pg.Client) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  return withDirectClient(url, async (client) => {
    await take(client, lock, options)
    try {
      return await work(client)
    } finally {
      // behind a pooler the connection would outlive us, and the lock with it
      await client.query('select pg_advisory_unlock($1)', [lock.key]).catch(() => undefined)
    }
  })
}

/** A connection without limits of time, which says who we are. */
async function withDirectClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    ...noLimits,
    application_name: ownName(),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // a connection that breaks is heard of by the statement on it, or by the next one
  client.on('error', () => undefined)
  await client.connect().catch((error: Error) => {
    throw /unsupported startup parameter/.test(error.message) ? new ConfigError(notDirect) : error
  })
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** PostgreSQL cuts names at 63 bytes; of a long one the number of the process must stay. */
function ownName(): string {
  return `lantern ${process.pid} ${hostname()}`.slice(0, 63)
}

/** Which process a session with such a name belongs to; null for one that the site did not open. */
export function processOf(name: string): { pid: number; host: string; isHere: boolean } | null {
  const [, pid, host = ''] = /^lantern (\d+) (.+)$/.exec(name) ?? []
  return pid === undefined ? null : { pid: Number(pid), host, isHere: ownName().endsWith(` ${host}`) }
}

async function take(client: pg.Client, lock: SiteLock, options: LockOptions): Promise<void> {
  const { say, longestWaitMs = 15 * 60_000 } = options
  const startedAt = performance.now()
  let sayAt = startedAt + sayAfterMs
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock.key])
    if (rows[0]?.taken) return
    const now = performance.now()
    if (now - startedAt > longestWaitMs) throw new Error(await waitedTooLong(client, lock))
    if (now > sayAt) {
      sayAt = now + sayAgainAfterMs
      say?.(`Waiting: another process is ${lock.doing} (${(await holderOf(client, lock)).who})`)
    }
    await wait(askEveryMs)
  }
}

async function waitedTooLong(client: pg.Client, lock: SiteLock): Promise<string> {
  const { who, pid } = await holderOf(client, lock)
  const mend = pid === null ? '' : ` If that process is gone, end its connection: select pg_terminate_backend(${pid});`
  return `Another process has been ${lock.doing} for too long: ${who}.${mend}`
}

async function holderOf(client: pg.Client, { key }: SiteLock): Promise<{ who: string; pid: number | null }> {
  const { rows } = await client.query<{ pid: number; name: string; address: string | null; since: Date }>(
    `select pid, application_name as name, client_addr as address, backend_start as since
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1 and (classid::bigint << 32) | objid::bigint = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [key],
  )
  const [holder] = rows
  if (!holder) return { who: 'it has just let go', pid: null }
  const from = holder.address === null ? '' : ` from ${holder.address}`
  const who = `"${holder.name}"${from}, connection ${holder.pid}, since ${holder.since.toISOString()}`
  return { who, pid: holder.pid }
}
