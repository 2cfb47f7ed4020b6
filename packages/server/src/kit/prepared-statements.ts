import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseHangs } from './errors.ts'

// Few enough that the plans stay small in every connection's memory, far more than the site asks often.
const maxPrepared = 200
const maxCounted = 2_000
const timesBefore = 3

interface PreparingOptions {
  isPooled: boolean
  /** True while the database takes statements and answers none: the next one fails at once instead of waiting. */
  isHung(): boolean
}

/**
 * The pool as Kysely sees it, with statements that come again prepared on each connection: to parse and plan a small
 * statement costs PostgreSQL more than to run it (docs/decisions/010-prepared-statements.md). What is put together anew
 * each time stays unprepared, and so does everything behind a pooler, where the next statement has another connection.
 */
export function preparing(pool: pg.Pool, { isPooled, isHung }: PreparingOptions): PostgresPool {
  const names = isPooled ? () => undefined : namesOfStatements()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (isHung()) throw new DatabaseHangs()
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const fresh = preparingClient(client, names)
      clients.set(client, fresh)
      return fresh
    },
  }
}

function preparingClient(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  return {
    // kysely knows the type of the rows, pg does not; the site reads with cursors nowhere
    query: (async (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 ? nameOf(text) : undefined
      return client.query({ text, values: [...values], ...(name && { name }) })
    }) as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

/** Names statements once they have come a few times, while there is room. */
function namesOfStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= maxPrepared) return known
    const count = (counts.get(text) ?? 0) + 1
    if (count < timesBefore) {
      if (counts.size >= maxCounted) counts.clear()
      counts.set(text, count)
      return undefined
    }
    counts.delete(text)
    const name = `lantern_${names.size}`
    names.set(text, name)
    return name
  }
}
