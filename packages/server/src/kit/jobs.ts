import { type JobWithMetadata, PgBoss, type QueueResult } from 'pg-boss'
import type { DatabaseChannels } from './database-channels.ts'
import { siteTimeZone } from './site-time.ts'
import { type Db, runSql, type Trx } from './sql.ts'

export type JobData = Record<string, unknown>
/**
 * `closing` aborts when the process wants to end, or when the work was given to another process because this one fell
 * silent: long work stops then, fails, and is done again elsewhere.
 */
export type JobHandler = (batch: JobData[], closing: AbortSignal) => Promise<void>

export interface QueueOptions {
  batchSize?: number
  /** Work of hours: it is not given up for taking long. */
  isLong?: boolean
  /**
   * Jobs are sent with keys; while one waits, a second one with its key is not kept: the first will do the work of
   * both.
   */
  isKeyed?: boolean
}

/**
 * Thrown by a handler that comes too early: the job waits for a while, as often as it has to, and that is no failed try.
 */
export class NotYet extends Error {}

interface Queue extends Required<QueueOptions> {
  name: string
  handler: JobHandler
}

/**
 * Work that is done later and survives a crash: kept in the database, sent in the same transaction as what caused it,
 * tried again with growing pauses when it fails. A worker gives a sign of life every few seconds; the jobs of one that
 * was killed are taken up by another, or by its next start, within half a minute. A handler may see a job twice
 * and must be safe to repeat.
 */
export interface Jobs {
  define(name: string, handler: JobHandler, options?: QueueOptions): void
  /** Work of every night. A night that nobody was there for is made up for once. */
  daily(name: string, handler: () => Promise<void>): void
  /** Work of every minute, in one of the workers. After a time without any it is done once. */
  everyMinute(name: string, handler: () => Promise<void>): void
  send(db: Db | Trx, name: string, data: JobData, options?: { key?: string }): Promise<void>
  /** Makes the queues; must run before the first send. */
  open(): Promise<void>
  /** Starts working (the worker role). */
  work(): Promise<void>
  /**
   * Does everything that waits now and returns when nothing is left; throws what a job throws, which is tried again
   * later. For the command line and for tests.
   */
  drain(): Promise<void>
  /** Lets running jobs finish, then stops. */
  close(): Promise<void>
}

export interface JobsOptions {
  /** Does the work while no other process does the same. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /**
   * Whether this process sees to what is due by the clock, and to jobs whose worker fell silent: where the worker role
   * is.
   */
  keepsTime: boolean
  /** The database channels on which a worker is notified of a committed job. */
  channels: DatabaseChannels
  /** How often the queue is polled for jobs without a notification: retries whose pause is over, and expired leases. */
  askEverySeconds?: number
  onError(error: unknown, context: string): void
}

// 03:40 in China, when few people learn
const nightly = '40 3 * * *'
const everyMinute = '* * * * *'

// Together with the first pause, of at most two seconds, work is taken over within half a minute of a kill. A process
// that is merely busy may miss two of its signs.
const lease = { heartbeatSeconds: 12 }
const signSeconds = 3
const watchSeconds = 8
const rarelySeconds = 3_600

// how long work waits whose time had not come
const notYetSeconds = 10

// two hours and a half of trying: longer than what a job needs is usually away
const tries = { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 600 }

// the queue takes nothing longer than a day
const usual = { ...lease, ...tries, expireInSeconds: 15 * 60, notify: true }
const longWork = { ...usual, expireInSeconds: 23 * 3600 }

export function createJobs(db: Db, options: JobsOptions): Jobs {
  const { askEverySeconds = 4 } = options
  const queues = new Map<string, Queue>()
  const timetable = new Map<string, string>()
  const boss = new PgBoss({
    db: { ...executorOf(db), listen: options.channels.listen },
    useListenNotify: options.keepsTime,
    supervise: options.keepsTime,
    superviseIntervalSeconds: watchSeconds,
    monitorIntervalSeconds: watchSeconds,
    schedule: options.keepsTime,
    // without the worker role a process sends jobs and no more: the workers finish migrations of the queue (bam), and the
    // settings of queues that it has read at its start stay right for sending
    ...(!options.keepsTime && { bamIntervalSeconds: rarelySeconds, queueCacheIntervalSeconds: rarelySeconds }),
  })
  const closing = new AbortController()
  boss.on('error', (error) => options.onError(asError(error), 'queue'))

  function define(
    name: string,
    handler: JobHandler,
    { batchSize = 1, isLong = false, isKeyed = false }: QueueOptions = {},
  ): void {
    if (queues.has(name)) throw new Error(`Two handlers for the job ${name}`)
    queues.set(name, { name, handler, batchSize, isLong, isKeyed })
  }

  async function handle(
    name: string,
    handler: JobHandler,
    jobs: JobWithMetadata<JobData>[],
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await handler(
        jobs.map((job) => job.data),
        signal,
      )
    } catch (error) {
      if (!(error instanceof NotYet)) throw error
      for (const { data, singletonKey } of jobs) {
        await boss.send(name, data, { startAfter: notYetSeconds, ...(singletonKey !== null && { singletonKey }) })
      }
    }
  }

  /** Says whether there was anything. */
  async function drainOnce({ name, handler, batchSize }: Queue): Promise<boolean> {
    const jobs = await boss.fetch<JobData>(name, { batchSize, includeMetadata: true })
    if (jobs.length === 0) return false
    const giveSign = () => {
      boss.touch(name, jobs).catch((error: unknown) => options.onError(error, name))
    }
    const signs = setInterval(giveSign, signSeconds * 1000)
    try {
      await handle(name, handler, jobs, closing.signal)
      await boss.complete(name, jobs)
    } catch (error) {
      // tried again as when a worker fails, by whoever works then
      await boss.fail(name, jobs).catch((failed: unknown) => options.onError(failed, name))
      throw error
    } finally {
      clearInterval(signs)
    }
    return true
  }

  return {
    define,

    daily(name, handler) {
      define(name, handler)
      timetable.set(name, nightly)
    },

    everyMinute(name, handler) {
      define(name, handler)
      timetable.set(name, everyMinute)
    },

    async send(database, name, data, { key } = {}) {
      await boss.send(name, data, { db: executorOf(database), ...(key !== undefined && { singletonKey: key }) })
    },

    async open() {
      // two processes that start on a new database would make the queue's own tables at once: one waits for the other
      await options.inTurn(async () => {
        await boss.start()
        const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
        for (const queue of queues.values()) {
          const found = existing.get(queue.name)
          if (found) await bringUpToDate(boss, db, found, queue)
          else await boss.createQueue(queue.name, { ...settingsOf(queue), policy: policyOf(queue) })
        }
        if (options.keepsTime) await keepSchedule(boss, timetable)
      })
    },

    async work() {
      for (const { name, handler, batchSize } of queues.values()) {
        const polling = {
          batchSize,
          pollingIntervalSeconds: askEverySeconds,
          notifyPollingIntervalSeconds: askEverySeconds,
          heartbeatRefreshSeconds: signSeconds,
          includeMetadata: true,
        } as const
        await boss.work<JobData, void, typeof polling>(name, polling, async (jobs) => {
          try {
            await handle(name, handler, jobs, AbortSignal.any([closing.signal, ...jobs.map((job) => job.signal)]))
          } catch (error) {
            // long work that was asked to stop is no news
            if (!closing.signal.aborted) options.onError(error, name)
            throw error
          }
        })
      }
    },

    async drain() {
      for (let found = true; found; ) {
        found = false
        for (const queue of queues.values()) found = (await drainOnce(queue)) || found
      }
    },

    async close() {
      closing.abort()
      await boss.stop({ graceful: true, close: false, timeout: 20_000 })
    },
  }
}

/** The queue tells of some errors by their fields alone. */
function asError(told: Error): Error {
  return told instanceof Error ? told : Object.assign(new Error(), told)
}

function settingsOf({ isLong }: Queue): typeof usual {
  return isLong ? longWork : usual
}

/** `short`: one that waits under each key. */
function policyOf({ isKeyed }: Queue): 'short' | 'standard' {
  return isKeyed ? 'short' : 'standard'
}

/** A queue that an older version made goes by what is written here from now on; what waits in it stays. */
async function bringUpToDate(boss: PgBoss, db: Db, found: QueueResult, queue: Queue): Promise<void> {
  const wanted = settingsOf(queue)
  const names = Object.keys(wanted) as (keyof typeof wanted)[]
  if (names.some((name) => found[name] !== wanted[name])) await boss.updateQueue(found.name, wanted)
  const policy = policyOf(queue)
  // the queue has no call for this; jobs have theirs from when they were sent
  if (found.policy !== policy)
    await runSql(db, 'update pgboss.queue set policy = $2 where name = $1', [found.name, policy])
}

async function keepSchedule(boss: PgBoss, timetable: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, times] of timetable) await boss.schedule(name, times, null, { tz: siteTimeZone, missed: 'once' })
  for (const { name } of await boss.getSchedules()) if (!timetable.has(name)) await boss.unschedule(name)
}

function executorOf(db: Db | Trx) {
  return {
    async executeSql(text: string, values?: unknown[]) {
      const isTransaction = !db.isTransaction && /^\s*begin\b/i.test(text)
      return { rows: isTransaction ? await runWholeTransaction(db, text, values) : await runSql(db, text, values) }
    },
  }
}

/**
 * The library writes whole transactions as one text. A statement that fails in it, be it for a full disk, leaves the
 * transaction open: without this the connection would refuse all that other requests ask of it.
 */
function runWholeTransaction(db: Db, text: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  return db.connection().execute(async (connection) => {
    try {
      return await runSql(connection, text, values)
    } catch (error) {
      // on a connection that broke there is none any more
      await runSql(connection, 'rollback').catch(() => undefined)
      throw error
    }
  })
}
