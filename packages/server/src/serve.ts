import { spawn } from 'node:child_process'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as SocketServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate as oneTurn, setTimeout as wait } from 'node:timers/promises'
import { isDemoLoaded } from '#authoring/demo/loaded-content.ts'
import { arePagesLoaded } from '#authoring/index.ts'
import { ensureDemoAccounts } from '#identity/index.ts'
import { type Config, explain, parseConfig } from '#kit/config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/embedded-postgres.ts'
import { isAnswering } from '#kit/http-server.ts'
import { migrate, requireMigrated } from '#kit/migrate.ts'
import { type OpenServices, openServices } from '#kit/open-services.ts'
import type { App } from '#kit/route.ts'
import { requireKeyOfDatabase } from '#kit/sealing.ts'
import type { Services } from '#kit/services.ts'
import { runSql } from '#kit/sql.ts'
import { resumeVideos } from '#media/index.ts'
import { buildApp, buildWorkerApp, subscribeAll } from './app.ts'
import { createPages, type PageSource } from './pages.ts'

const say = (line: string) => console.log(`  ${line}`)

/** Runs the site until a signal ends it. With wrong settings or no database it says why and exits. */
export async function serve(source?: (services: Services) => PageSource): Promise<void> {
  try {
    await start(source)
  } catch (error) {
    console.error(`\n${explain(error)}\n`)
    process.exit(1)
  }
}

async function start(source?: (services: Services) => PageSource): Promise<void> {
  const startedAt = Date.now()
  const config = parseConfig(process.env)
  let embedded: EmbeddedPostgres | undefined
  let site: OpenSite | undefined
  // a start may take a minute, and what it has begun by then is ended too
  endOnSignal(async () => {
    if (site) await shutDown(config, site)
    await embedded?.release()
    say('Stopped')
  })
  embedded = config.databaseUrl ? undefined : await startOwnDatabase(config)
  try {
    site = await openSite(config, config.databaseUrl ?? embedded?.url ?? '', source)
    announce(config, site.app, startedAt)
  } catch (error) {
    // a site that could not start must not leave its database running
    await embedded?.release()
    throw error
  }
}

async function startOwnDatabase({ dataDir }: Config): Promise<EmbeddedPostgres> {
  say('Starting the database')
  const embedded = await startEmbeddedPostgres({
    dataDir,
    say,
    onLost(error) {
      console.error(`\nThe database ended and does not start again, so the site ends too.\n${error.message}\n`)
      process.exit(1)
    },
  })
  if (embedded.found === 'recovered') say('The site was not shut down properly; the database has recovered by itself')
  if (embedded.found === 'joined') say('The database of this site was still running; using it')
  return embedded
}

interface OpenSite {
  app: App
  services: OpenServices
  readiness: { closing: boolean }
}

/** Everything between a database that runs and a site that answers. */
async function openSite(
  config: Config,
  databaseUrl: string,
  source?: (services: Services) => PageSource,
): Promise<OpenSite> {
  if (!config.migratesAtStart) await requireMigrated(databaseUrl)
  const ran = await migrate(databaseUrl, { say })
  if (ran.length > 0) say(`Brought the database up to date (${ran.length} steps)`)

  const services = await openServices(config, databaseUrl, { define: subscribeAll })
  // one page that forgot about a failure must not end the answers to everybody else
  process.on('unhandledRejection', (err) => services.log.error({ err }, 'a failure that nobody waited for'))
  services.databaseWatch.keepLooking()
  if (config.databasePoolerUrl) await warnOfEndlessStatements(services)
  await requireKeyOfDatabase(services.db, services.sealer)
  if (config.mode === 'demo') await ensureDemoAccounts(services)
  const isLoaded = config.mode === 'demo' ? await isDemoLoaded(services) : await arePagesLoaded(services)
  if (!isLoaded) await loadContent(databaseUrl)

  const readiness = { closing: false }
  const pages = createPages(services, source?.(services))
  const app = config.roles.has('web')
    ? await buildApp(services, { readiness, shedsLoad: true, pages: pages.register, front: pages.front })
    : await buildWorkerApp(services, readiness)
  if (config.roles.has('worker')) {
    await services.jobs.work()
    services.stream.work()
    await resumeVideos(services)
  }
  if (config.roles.has('web')) {
    warnOfOpenDemo(config)
    await pages.warmUp()
  }
  await app.listen({ port: config.port, host: config.host })
  return { app, services, readiness }
}

/** A signal of the terminal comes several times: from the terminal, from npm, and from what npm runs. */
const sameSignalMs = 1_000

/** The first signal ends the site in peace, a later one at once. So does the end of the process that started it. */
function endOnSignal(end: () => Promise<void>): void {
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    end().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // it was killed and could send no signal
  process.once('disconnect', stop)
}

/** Stops taking requests, answers those accepted and lets jobs finish. */
async function shutDown({ mode, roles }: Config, { app, services, readiness }: OpenSite): Promise<void> {
  readiness.closing = true
  say('Finishing what was accepted')
  // behind a load balancer: time to notice that /readyz turned
  if (mode === 'production') await wait(2_000)
  if (roles.has('web')) app.gateway.close()
  await answerAccepted(app.server)
  await app.close()
  await services.close()
}

/** Limits of time belong to a connection, and behind a pooler the connections are not ours. */
async function warnOfEndlessStatements({ db }: Services): Promise<void> {
  const [row] = await runSql(db, 'show statement_timeout')
  if (row?.statement_timeout !== '0') return
  say('Warning: statements through DATABASE_POOLER_URL have no limit of time; see docs/settings.md')
}

function warnOfOpenDemo({ mode, host }: Config): void {
  if (mode !== 'demo' || ['127.0.0.1', 'localhost', '::1'].includes(host)) return
  say(`Warning: this is a demo site and HOST=${host} lets others reach it; sign-in codes can be read by anyone`)
}

function announce({ roles, siteName, mode, ...config }: Config, app: App, startedAt: number): void {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  if (!roles.has('web')) {
    say(`Working (no pages: ROLES=worker), ready after ${seconds} s; health and figures at ${app.listeningOrigin}`)
    return
  }
  // with PORT=0 the system chose the port
  const publicUrl = config.port === 0 && !config.isPublicUrlGiven ? app.listeningOrigin : config.publicUrl
  console.log(`\n  ${siteName} is ready after ${seconds} s:  ${publicUrl}\n`)
  if (mode !== 'demo') return
  console.log(`  Sign in with a phone of the demo; the code appears at ${publicUrl}/api/dev/outbox?to=<phone>`)
  console.log('    13800000001 learner        13800000002 creator        13800000003 moderator')
  console.log('    13800000004 learn admin    13800000005 campus creator 13800000006 campus admin')
  console.log('    13800000007 premium        13800000008 suspended      13800000009 super admin\n')
  console.log('  Real lessons in:  npm run lantern -- import <folder>      Stop: Ctrl+C\n')
}

/** How long a connection that is kept open may bring one more request, which was on its way. */
const lastRequestsMs = 500

/** How long an answer may take; supervisors commonly kill after 30 s. */
const lastAnswersMs = 25_000

/**
 * Takes no new connection and answers what comes on those there are, telling each that it ends. Before the application
 * closes: pages make calls inside it, which a closed application refuses.
 */
export async function answerAccepted(server: Server): Promise<void> {
  if (!server.listening) return
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  await takeWaiting(server)
  // the HTTP server's own way would cut off connections on which a request is just coming
  const closed = new Promise<void>((done) => SocketServer.prototype.close.call(server, () => done()))
  const grace = setTimeout(() => {
    sweep = setInterval(() => {
      if (!isAnswering(server)) server.closeIdleConnections()
    }, 50)
  }, lastRequestsMs)
  let sweep: NodeJS.Timeout | undefined
  const end = setTimeout(() => server.closeAllConnections(), lastAnswersMs)
  await closed
  clearTimeout(grace)
  clearInterval(sweep)
  clearTimeout(end)
}

/** The system accepts connections before we hear of them, and cuts off those when we stop listening. */
async function takeWaiting(server: Server): Promise<void> {
  let isTaking = true
  const noteTaken = () => {
    isTaking = true
  }
  server.on('connection', noteTaken)
  // a site that is flooded would never see a turn without one
  for (let turn = 0; isTaking && turn < 100; turn++) {
    isTaking = false
    await oneTurn()
    await oneTurn()
  }
  server.off('connection', noteTaken)
}

/** Loads what comes with the site, in a process that is gone with all it needed for that. */
async function loadContent(databaseUrl: string): Promise<void> {
  const loading = spawn(process.execPath, [join(import.meta.dirname, 'load-content.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: 'inherit',
  })
  process.once('exit', () => loading.kill())
  const code = await new Promise((done, fail) => {
    loading.on('exit', done)
    loading.on('error', fail)
  })
  if (code !== 0) throw new Error('What comes with the site could not be loaded')
}
