import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { type DatabaseWatch, type OutageSpeaker, watchDatabase } from './database-watch.ts'
import type { DirectDatabase } from './direct-database.ts'
import { isRaceLost } from './errors.ts'
import { preparing } from './prepared-statements.ts'
import type { DB } from './schema.generated.ts'

export type Db = Kysely<DB>
export type Trx = Transaction<DB>

// counts and generated keys stay below 2^53: plain numbers are right and far easier to work with
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// a day is a day, not a moment in some time zone
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export interface Connection {
  db: Db
  pool: pg.Pool
  watch: DatabaseWatch
  close(): Promise<void>
}

export interface ConnectOptions {
  poolSize: number
  /**
   * The address is that of a pooler which hands out connections by transaction: nothing may be said to a connection that
   * is meant for the next statement.
   */
  isPooled?: boolean
  /** Called once for each statement; tests count them. */
  onQuery?: (sql: string, parameters: readonly unknown[]) => void
  /** A connection that nobody was using broke, as it does when the server restarts. */
  onIdleError?: (error: Error) => void
  /** The database has gone away, or is back. */
  onOutage?: OutageSpeaker
  /** How long a statement or a transaction waited for its connection, each time. */
  onWait?: (seconds: number) => void
}

/** Behind a pooler the operator gives them to the database's user (docs/settings.md): they belong to a connection. */
const limits = { statement_timeout: 25_000, lock_timeout: 20_000, idle_in_transaction_session_timeout: 25_000 }

export function connect(url: string, options: ConnectOptions): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'lantern',
    ...(!options.isPooled && limits),
  })
  const watch = watchDatabase(url, pool, options.onOutage)
  // without a listener, one dropped idle connection would end the process
  let closing = false
  pool.on('error', (error) => closing || options.onIdleError?.(error))
  // nor one that breaks in the middle of a transaction, of which its statement tells already
  pool.on('connect', (client) => client.on('error', () => undefined))
  const { onQuery, onWait, isPooled = false } = options
  const preparingPool = preparing(pool, { isPooled, isHung: watch.isHung })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: onWait ? timed(preparingPool, onWait) : preparingPool }),
    ...(onQuery && { log: (event) => onQuery(event.query.sql, event.query.parameters) }),
  })
  return {
    db,
    pool,
    watch,
    close() {
      closing = true
      watch.close()
      return db.destroy()
    },
  }
}

function timed(pool: PostgresPool, onWait: (seconds: number) => void): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const startedAt = performance.now()
      try {
        return await pool.connect()
      } finally {
        onWait((performance.now() - startedAt) / 1000)
      }
    },
  }
}

const afterCommit = new WeakMap<Trx, (() => void)[]>()

/**
 * Runs the work in one transaction. Nested calls join the outer one. Work that lost a race against another
 * transaction runs once more, and finds what the other has made.
 */
export async function inTransaction<T>(db: Db | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Trx)
  try {
    return await runTransaction(db, work)
  } catch (error) {
    if (!isRaceLost(error)) throw error
    return runTransaction(db, work)
  }
}

async function runTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const acts: (() => void)[] = []
  const result = await db.transaction().execute((trx) => {
    afterCommit.set(trx, acts)
    return work(trx)
  })
  for (const act of acts) act()
  return result
}

/** Acts once the transaction is committed, before `inTransaction` returns; at once when there is none. */
export function onCommit(db: Db | Trx, act: () => void): void {
  if (db.isTransaction) afterCommit.get(db as Trx)?.push(act)
  else act()
}

/** For statements that have no place in the type system, such as SQL from a migration file. */
export async function runSql(db: Db | Trx, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const result = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))
  return result.rows
}

/**
 * Tells PostgreSQL what the tables hold now. After much was written at once: until it would look by itself, a minute
 * later or more, it plans for tables that are empty, and keeps such plans for prepared statements.
 */
export async function refreshStatistics(direct: DirectDatabase): Promise<void> {
  await direct.run('analyze')
}
