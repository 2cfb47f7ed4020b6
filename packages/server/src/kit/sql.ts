import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
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
  close(): Promise<void>
}

export interface ConnectOptions {
  poolSize: number
  /** Called once for each statement; tests count them. */
  onQuery?: (sql: string, parameters: readonly unknown[]) => void
  /** A connection that nobody was using broke, as it does when the server restarts. */
  onIdleError?: (error: Error) => void
}

export function connect(url: string, options: ConnectOptions): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 25_000,
    idle_in_transaction_session_timeout: 25_000,
    application_name: 'lantern',
  })
  // without a listener, one dropped idle connection would end the process
  let closing = false
  pool.on('error', (error) => closing || options.onIdleError?.(error))
  const { onQuery } = options
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    ...(onQuery && { log: (event) => onQuery(event.query.sql, event.query.parameters) }),
  })
  return {
    db,
    pool,
    close() {
      closing = true
      return db.destroy()
    },
  }
}

/** Runs the work in one transaction. Nested calls join the outer one. */
export function inTransaction<T>(db: Db | Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Trx) : db.transaction().execute(work)
}

/** For statements that have no place in the type system, such as SQL from a migration file. */
export async function runSql(db: Db | Trx, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const result = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))
  return result.rows
}
