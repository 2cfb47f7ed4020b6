import type pg from 'pg'
import { errandsAside } from './aside.ts'
import type { Disk } from './disks.ts'
import { type Figure, rememberedFor } from './metrics.ts'
import type { Services } from './services.ts'
import { type Db, runSql } from './sql.ts'
import type { CursorFigures } from './stream.ts'

/** Readers of the figures within a few seconds share one measurement. */
const lookEveryMs = 5_000

/** What an operator watches besides requests: connections, jobs, events, room on the disk, the last backup. */
export function addOperatingFigures(
  { metrics, db, events, stream, disks }: Omit<Services, 'text'>,
  pool: pg.Pool,
): void {
  metrics.gauge(
    'database_pool_connections',
    'Connections of the pool, by state: used, idle',
    () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
    'state',
  )
  metrics.gauge('database_pool_waiting', 'Who waits for a connection of the pool now', () => pool.waitingCount)
  metrics.gauge('database_up', 'Whether the database answers this process within a second', () => isUp(db))

  const queues = rememberedFor(lookEveryMs, () => readQueues(db))
  const ofQueues = (name: string, help: string, value: (queue: QueueFigures) => number) =>
    metrics.gauge(
      name,
      `${help}, of all processes, by queue`,
      async () => Object.fromEntries((await queues()).map((queue) => [queue.name, value(queue)])),
      'queue',
    )
  ofQueues('jobs_waiting', 'Jobs that could run now and do not yet', ({ waiting }) => waiting)
  ofQueues('jobs_oldest_waiting_seconds', 'For how long the oldest of them has waited', ({ oldest }) => oldest)
  ofQueues('jobs_active', 'Jobs that run', ({ active }) => active)
  ofQueues('jobs_failed', 'Jobs that were given up after their last try', ({ failed }) => failed)

  metrics.gauge('aside_errands', 'What people wrote that a process of its own has read', async () => errandsAside())

  const cursors = rememberedFor(lookEveryMs, () => stream.figures())
  const ofCursors = (name: string, help: string, value: (cursor: CursorFigures) => number) =>
    metrics.gauge(
      name,
      `${help}, by subscriber`,
      async () => Object.fromEntries((await cursors()).map((cursor) => [cursor.subscriber, value(cursor)])),
      'subscriber',
    )
  ofCursors('events_waiting', 'Events that a subscriber has still to be told of', ({ waiting }) => waiting)
  ofCursors('events_oldest_waiting_seconds', 'For how long the oldest of them has waited', ({ oldest }) => oldest)
  ofCursors('events_failures', 'Failures of a subscriber since it last succeeded', ({ failures }) => failures)

  const delay = rememberedFor(lookEveryMs, async () => {
    const startedAt = performance.now()
    await events.caughtUp()
    return (performance.now() - startedAt) / 1000
  })
  metrics.gauge('event_delay_seconds', 'From telling every process of a change until this one has heard it', delay)

  const found = rememberedFor(lookEveryMs, disks)
  const ofDisks = (name: string, help: string, value: (disk: Disk) => number) =>
    metrics.gauge(
      name,
      `${help}, by what lies there`,
      async () => Object.fromEntries((await found()).map((disk) => [disk.what, value(disk)])),
      'disk',
    )
  ofDisks('disk_size_bytes', 'Each disk of this machine that the site writes to', ({ sizeBytes }) => sizeBytes)
  ofDisks('disk_free_bytes', 'What is free of it for the site', ({ freeBytes }) => freeBytes)
  metrics.gauge('backup_age_seconds', 'Since the last backup, when there was one', () => backupAge(db))
}

interface QueueFigures {
  name: string
  waiting: number
  oldest: number
  active: number
  failed: number
}

async function readQueues(db: Db): Promise<QueueFigures[]> {
  const rows = await runSql(
    db,
    // each queue has its line, also an empty one: a figure that is missing is no zero
    `select q.name,
       count(j) filter (where j.state < 'active' and j.start_after <= now()) as waiting,
       coalesce(extract(epoch from now() - min(greatest(j.start_after, j.created_on))
         filter (where j.state < 'active' and j.start_after <= now())), 0)::float8 as oldest,
       count(j) filter (where j.state = 'active') as active,
       count(j) filter (where j.state = 'failed') as failed
     from pgboss.queue q left join pgboss.job j
       on j.name = q.name and (j.state < 'completed' or j.state = 'failed')
     group by q.name`,
  )
  return rows as unknown as QueueFigures[]
}

async function isUp(db: Db): Promise<Figure> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<number>((done) => {
    timer = setTimeout(() => done(0), 900)
  })
  const answer = runSql(db, 'select 1').then(
    () => 1,
    () => 0,
  )
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** A backup is there from now on, wherever it was made. */
export async function noteBackup(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('operations')
    .values({ name: 'backup', done_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ done_at: now }))
    .execute()
}

/** In seconds, by the clock of the database; undefined when there was none. */
async function backupAge(db: Db): Promise<number | undefined> {
  const [row] = await runSql(
    db,
    `select extract(epoch from now() - done_at)::float8 as age from operations where name = 'backup'`,
  )
  return row?.age as number | undefined
}
