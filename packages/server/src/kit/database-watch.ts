import pg from 'pg'

/** Says whether the database answers, without waiting in the line of those who use it. */
export interface DatabaseWatch {
  /** Why it cannot be used at the moment; null when it can. Known within a second. */
  problem(): Promise<string | null>
  /** True while it takes requests and answers none: who comes now need not wait for that. */
  isHung(): boolean
  /** Looks from now on by itself. What waits in a database that hangs is broken off, so that people hear of it. */
  keepLooking(everyMs?: number): void
  close(): void
}

const longestAnswerMs = 900

/** After so many looks without an answer it hangs. */
const looksUntilHung = 4

const noAnswer = 'the database does not answer'

/** On a connection of its own, by the address that the site's statements take. */
export function watchDatabase(url: string, pool: pg.Pool): DatabaseWatch {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  let own: pg.Client | undefined
  let asking: Promise<string | null> | undefined
  let unanswered = 0
  let timer: NodeJS.Timeout | undefined

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

  return {
    problem: ask,
    isHung,
    keepLooking(everyMs = 2_000) {
      timer ??= setInterval(look, everyMs)
      timer.unref()
    },
    close() {
      clearInterval(timer)
      drop()
    },
  }
}

/** Without a farewell: one that hangs would not take it. What waited for its answer hears that it is gone. */
function breakOff(client: pg.Client): void {
  client.connection.stream.destroy()
}
