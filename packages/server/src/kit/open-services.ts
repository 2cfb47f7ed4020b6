import { type DestinationStream, pino } from 'pino'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { inDataFolder } from './data-folder.ts'
import { databaseChannels } from './database-channels.ts'
import { directDatabase } from './direct-database.ts'
import { localDisks } from './disks.ts'
import { limitEqualLines } from './equal-lines.ts'
import { createEvents } from './events.ts'
import { createJobs } from './jobs.ts'
import { createMetrics } from './metrics.ts'
import { makeMonths } from './months.ts'
import { addOperatingFigures } from './operating-figures.ts'
import { openRedis } from './pubsub.ts'
import { createSealer, dataKeyOf } from './sealing.ts'
import type { Services } from './services.ts'
import { connect } from './sql.ts'
import { createStorage } from './storage.ts'
import { createStream } from './stream.ts'
import { text } from './text.ts'
import { createTopics } from './topics.ts'

export interface OpenOptions {
  /** Called before anything runs, to define the handlers of events and jobs. */
  define?: (services: Services) => void
  clock?: Clock
  onQuery?: (sql: string) => void
  /** Where the log goes; absent: to standard output. */
  logTo?: DestinationStream
}

const valuesInErrors = ['err.detail', 'err.where', 'err.internalQuery']

export type OpenServices = Services & { close(): Promise<void> }

/** Makes what the server runs on, in order; `close` undoes it in reverse. The database must be migrated. */
export async function openServices(
  config: Config,
  databaseUrl: string,
  options: OpenOptions = {},
): Promise<OpenServices> {
  const log = pino(
    {
      level: config.logLevel,
      redact: {
        // what PostgreSQL says of an error names the values of the row: phones and addresses of mail among them
        paths: [
          'req.headers.cookie',
          'req.headers.authorization',
          '*.token',
          '*.password',
          '*.idCard',
          ...valuesInErrors,
        ],
        censor: '…',
      },
      hooks: { logMethod: limitEqualLines() },
    },
    options.logTo ?? pino.destination({ sync: false }),
  )
  const metrics = createMetrics()
  const pooler = config.databasePoolerUrl
  const connection = connect(pooler ?? databaseUrl, {
    poolSize: config.databasePool,
    isPooled: pooler !== undefined,
    onIdleError(error) {
      if (!connection.watch.isOutage(error)) log.warn({ err: error.message }, 'an idle database connection broke')
    },
    onOutage: ({ reason, seconds }) =>
      seconds === undefined
        ? log.error({ err: reason }, 'the database is away')
        : log.warn({ err: reason, seconds }, 'the database is back'),
    onWait: (seconds) => metrics.poolWait.observe(seconds),
    ...(options.onQuery && { onQuery: options.onQuery }),
  })
  const direct = directDatabase(databaseUrl, (line) => log.warn(line))
  const clock = options.clock ?? systemClock
  const isOutage = (error: unknown) => connection.watch.isOutage(error)
  const channels = databaseChannels(databaseUrl, (err) => {
    if (!isOutage(err)) log.warn({ err }, 'the connection that hears of events and jobs broke')
  })
  const jobs = createJobs(connection.db, {
    channels,
    inTurn: (work) => direct.whileLocked({ key: 727_002, doing: 'making the queues' }, work),
    keepsTime: config.roles.has('worker'),
    onError(err, context) {
      if (!isOutage(err)) log.error({ err, context }, 'a job failed')
    },
  })
  const pubSub = config.redisUrl
    ? await openRedis(config.redisUrl, (err) => log.warn({ err }, 'Redis is away'))
    : undefined
  const stream = createStream(connection.db, { clock, log, isOutage })
  const events = createEvents(connection.db, {
    channels,
    pubSub,
    onKept: stream.wake,
    onError: (err) => log.error({ err }, 'a listener of events failed'),
  })
  const services: Services = {
    config,
    db: connection.db,
    direct,
    databaseWatch: connection.watch,
    disks: () => localDisks(config),
    clock,
    storage: await inDataFolder(config.dataDir, () => createStorage(config)),
    events,
    stream,
    topics: createTopics(events),
    jobs,
    log,
    metrics,
    text,
    sealer: createSealer(await inDataFolder(config.dataDir, async () => dataKeyOf(config))),
  }
  addOperatingFigures(services, connection.pool)
  options.define?.(services)
  jobs.daily('events.drop_old', () => stream.dropOld())
  jobs.daily('months.make', () => makeMonths(connection.db, clock.now()))
  await jobs.open()
  await stream.open()
  await events.open()
  return {
    ...services,
    async close() {
      await jobs.close()
      await stream.close()
      await channels.close()
      await pubSub?.close()
      await connection.close()
    },
  }
}
