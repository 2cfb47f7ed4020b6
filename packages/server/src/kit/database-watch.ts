import pg from 'pg'
import { isDatabaseAway } from './errors.ts'

/** Says whether the database answers, on a connection outside the pool's queue. */
export interface DatabaseWatch {
  /** Why it cannot be used at the moment; null when it can. Known within a second. */
  problem(): Promise<string | null>
  /** True while it takes requests and answers none: who comes now need not wait for that. */
  isHung(): boolean
  /** Looks from now on by itself. What waits in a database that hangs is broken off, so that people hear of it. */
  keepLooking(everyMs?: number): void
  /**
   * True for an error that comes of the database being away. That it is away is said with the first one, and that it is
   * back with the first answer: who meets such an error need not say it again.
   */
  isOutage(error: unknown): boolean
  close(): void
}

/** `seconds`: how long it was away; undefined when it has just gone. */
export type OutageSpeaker = (outage: { reason: string; seconds?: number }) => void

const longestAnswerMs = 900
const lookForReturnMs = 1_000

/** After so many looks without an answer it hangs. */
const looksUntilHung = 4

const noAnswer = 'the database does not answer'

/** On a connection of its own, by the address that the site's statements take. */
export function watchDatabase(url: string, pool: pg.Pool, say: OutageSpeaker = () => undefined): DatabaseWatch {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  let own: pg.Client | undefined
  let asking: Promise<string | null> | undefined
  let unanswered = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let returning: NodeJS.Timeout | undefined

  function ask(): Promise<string | null> {
    asking ??= askNow().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function askNow(): Promise<string | null> {
    const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<string>()
    // an answer that lies there already, because this process was busy itself, is read first
    const limit = setTimeout(() => setImmediate(() => giveUp(noAnswer)), longestAnswerMs)
    const found = await Promise.race([tooLate, answer()])
    clearTimeout(limit)
    if (found !== null) drop()
    unanswered = found === noAnswer ? unanswered + 1 : 0
    return found
  }

  async function answer(): Promise<string | null> {
    try {
      if (!own) {
        own = new pg.Client({ connectionString: url })
        own.on('error', () => undefined)
        await own.connect()
      }
      await own.query('select 1')
      return null
    } catch {
      return 'the database cannot be reached'
    }
  }

  function drop(): void {
    if (own) breakOff(own)
    own = undefined
  }

  const isHung = () => unanswered >= looksUntilHung

  async function look(): Promise<void> {
    await ask()
    if (isHung()) for (const client of clients) breakOff(client)
  }

  function lookForReturn(reason: string, since: number): void {
    returning = setTimeout(async () => {
      if ((await ask()) !== null) return lookForReturn(reason, since)
      returning = undefined
      say({ reason, seconds: Math.round((performance.now() - since) / 1000) })
    }, lookForReturnMs)
    returning.unref()
  }

  return {
    problem: ask,
    isHung,
    keepLooking(everyMs = 2_000) {
      timer ??= setInterval(look, everyMs)
      timer.unref()
    },
    isOutage(error) {
      if (!isDatabaseAway(error)) return false
      if (returning || closed) return true
      const reason = error instanceof Error ? error.message : String(error)
      say({ reason })
      lookForReturn(reason, performance.now())
      return true
    },
    close() {
      closed = true
      clearInterval(timer)
      clearTimeout(returning)
      drop()
    },
  }
}

/** Without a farewell: one that hangs would not take it. What waited for its answer hears that it is gone. */
function breakOff(client: pg.Client): void {
  client.connection.stream.destroy()
}
