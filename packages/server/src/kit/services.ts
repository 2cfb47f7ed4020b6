import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { DatabaseWatch } from './database-watch.ts'
import type { DirectDatabase } from './direct-database.ts'
import type { Disk } from './disks.ts'
import type { Events } from './events.ts'
import type { Jobs } from './jobs.ts'
import type { Metrics } from './metrics.ts'
import type { Sealer } from './sealing.ts'
import type { Db } from './sql.ts'
import type { Storage } from './storage.ts'
import type { Stream } from './stream.ts'
import type { Text } from './text.ts'
import type { Topics } from './topics.ts'

/** What every part of the server may use, made once at the start and passed along. */
export interface Services {
  config: Config
  db: Db
  /** For what must not go through a pooler: locks of the site, and work without a limit of time. */
  direct: DirectDatabase
  databaseWatch: DatabaseWatch
  /** Room on the disks of this machine. */
  disks(): Promise<Disk[]>
  clock: Clock
  storage: Storage
  events: Events
  stream: Stream
  topics: Topics
  jobs: Jobs
  log: FastifyBaseLogger
  metrics: Metrics
  text: Text
  /** For what must not be readable in the database. */
  sealer: Sealer
}

/** The same services at another moment, for what is to have happened then. */
export function servicesAt(services: Services, time: number): Services {
  return { ...services, clock: { now: () => new Date(time) } }
}
