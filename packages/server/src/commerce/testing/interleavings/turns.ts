import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { DB } from '#kit/schema.generated.ts'
import type { Db } from '#kit/sql.ts'

/** Where an act is cut off, as by `kill -9`: at its statement of this number, before that is sent or after it was done. */
export interface Cut {
  atStatement: number
  isDone: boolean
}

/** The connection of an act was cut. */
export class CutOff extends Error {}

const stalledMs = 4

/**
 * Lets acts that run at the same time send their statements one at a time, in a random order. A statement that is not
 * done within 4 ms waits for a lock of another act, so that the next one is sent beside it.
 */
export class Turns {
  readonly #waiting: (() => void)[] = []
  readonly #random: () => number
  #running = 0

  /** `random` answers numbers from 0 to below 1. */
  constructor(random: () => number) {
    this.#random = random
  }

  async take<T>(statement: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => {
      this.#waiting.push(go)
      this.#goOn()
    })
    let isCounted = true
    const leave = () => {
      if (isCounted) this.#running--
      isCounted = false
      this.#goOn()
    }
    const stalled = setTimeout(leave, stalledMs)
    try {
      return await statement()
    } finally {
      clearTimeout(stalled)
      leave()
    }
  }

  /** Later, when every act has said whether it has a statement to send. */
  #goOn(): void {
    setImmediate(() => {
      if (this.#running > 0 || this.#waiting.length === 0) return
      const [go] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1)
      this.#running++
      go?.()
    })
  }
}

/** The database as one act has it: statement by statement in its turn, until it is cut off. */
export function databaseInTurns(pool: PostgresPool, turns: Turns | null, cut: Cut | null): Db {
  let count = 0
  const shared: PostgresPool = {
    options: pool.options,
    end: () => Promise.resolve(),
    async connect() {
      const client = await pool.connect()
      let isCut = false
      const query = async (text: string, values: readonly unknown[]) => {
        if (isCut) throw new CutOff()
        const isHere = cut !== null && ++count === cut.atStatement
        if (!isHere || cut.isDone) {
          const send = () => client.query<object>(text, values)
          const answer = await (turns ? turns.take(send) : send())
          if (!isHere) return answer
        }
        isCut = true
        // what the server does when the connection of a process that is gone breaks
        await client.query('rollback', [])
        throw new CutOff()
      }
      return { query: query as unknown as typeof client.query, release: () => client.release() }
    },
  }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: shared }) })
}
