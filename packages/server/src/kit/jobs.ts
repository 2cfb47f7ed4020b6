import { PgBoss } from 'pg-boss'
import { type Db, runSql, type Trx } from './sql.ts'

export type JobData = Record<string, unknown>
/** `closing` aborts when the process wants to end: long work stops then, fails, and is done again elsewhere. */
export type JobHandler = (batch: JobData[], closing: AbortSignal) => Promise<void>

export interface QueueOptions {
  batchSize?: number
  /** Work of hours: it is not given up for taking long, and begun again a minute after its process fell silent. */
  isLong?: boolean
}

interface Queue extends Required<QueueOptions> {
  name: string
  handler: JobHandler
}

/**
 * Work that is done later and survives a crash: kept in the database, sent in the same transaction as what caused it,
 * tried again with growing pauses when it fails. A handler may see a job twice and must be safe to repeat.
 */
export interface Jobs {
  define(name: string, handler: JobHandler, options?: QueueOptions): void
  /** Work of every night. A night that nobody was there for is made up for once. */
  daily(name: string, handler: () => Promise<void>): void
  /** Work of every minute, in one of the workers. After a time without any it is done once. */
  everyMinute(name: string, handler: () => Promise<void>): void
  send(db: Db | Trx, name: string, data: JobData, options?: { singletonKey?: string }): Promise<void>
  /** Makes the queues; must run before the first send. */
  open(): Promise<void>
  /** Starts working (the worker role). */
  work(): Promise<void>
  /** Does everything that waits now and returns when nothing is left. For the command line and for tests. */
  drain(): Promise<void>
  /** Lets running jobs finish, then stops. */
  close(): Promise<void>
}

export interface JobsOptions {
  /** Whether this process sees to what is due by the clock: where the worker role is. */
  keepsTime: boolean
  onError(error: unknown, context: string): void
}

// 03:40 in China, when few people learn
const nightly = '40 3 * * *'
const everyMinute = '* * * * *'
const nightZone = 'Asia/Shanghai'

// the queue takes nothing longer than a day
const longWork = { expireInSeconds: 23 * 3600, heartbeatSeconds: 60 }

export function createJobs(db: Db, options: JobsOptions): Jobs {
  const queues = new Map<string, Queue>()
  const timetable = new Map<string, string>()
  const boss = new PgBoss({ db: executorOf(db), supervise: true, schedule: options.keepsTime })
  const closing = new AbortController()
  boss.on('error', (error) => options.onError(error, 'queue'))

  function define(name: string, handler: JobHandler, { batchSize = 1, isLong = false }: QueueOptions = {}): void {
    if (queues.has(name)) throw new Error(`Two handlers for the job ${name}`)
    queues.set(name, { name, handler, batchSize, isLong })
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

    async send(database, name, data, sendOptions = {}) {
      await boss.send(name, data, { db: executorOf(database), ...sendOptions })
    },

    async open() {
      // two processes that start on a new database would make the queue's own tables at once: one waits for the other
      await db.connection().execute(async (connection) => {
        await runSql(connection, 'select pg_advisory_lock(727002)')
        try {
          await boss.start()
          const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
          for (const { name, isLong } of queues.values()) {
            if (existing.has(name)) continue
            await boss.createQueue(name, { retryLimit: 8, retryDelay: 2, retryBackoff: true, ...(isLong && longWork) })
          }
          if (options.keepsTime) await keepSchedule(boss, timetable)
        } finally {
          await runSql(connection, 'select pg_advisory_unlock(727002)')
        }
      })
    },

    async work() {
      for (const { name, handler, batchSize } of queues.values()) {
        await boss.work<JobData>(name, { batchSize, pollingIntervalSeconds: 1 }, async (jobs) => {
          try {
            await handler(
              jobs.map((job) => job.data),
              closing.signal,
            )
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
        for (const { name, handler, batchSize } of queues.values()) {
          const jobs = await boss.fetch<JobData>(name, { batchSize })
          if (!jobs || jobs.length === 0) continue
          found = true
          await handler(
            jobs.map((job) => job.data),
            closing.signal,
          )
          await boss.complete(
            name,
            jobs.map((job) => job.id),
          )
        }
      }
    },

    async close() {
      closing.abort()
      await boss.stop({ graceful: true, close: false, timeout: 20_000 })
    },
  }
}

async function keepSchedule(boss: PgBoss, timetable: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, times] of timetable) await boss.schedule(name, times, null, { tz: nightZone, missed: 'once' })
  for (const { name } of await boss.getSchedules()) if (!timetable.has(name)) await boss.unschedule(name)
}

function executorOf(db: Db | Trx) {
  return { executeSql: async (text: string, values?: unknown[]) => ({ rows: await runSql(db, text, values) }) }
}
