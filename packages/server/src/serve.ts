import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { loadDemoSite } from '#authoring/index.ts'
import { explain, parseConfig } from '#kit/config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/embedded-postgres.ts'
import { migrate } from '#kit/migrate.ts'
import { openServices } from '#kit/open-services.ts'
import type { Services } from '#kit/services.ts'
import { buildApp, subscribeAll } from './app.ts'
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
  if (!config.databaseUrl) {
    say('Starting the database')
    embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, say })
    if (embedded.found === 'recovered') say('The site was not shut down properly; the database has recovered by itself')
    if (embedded.found === 'joined') say('The database of this site was still running; using it')
  }
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  const ran = await migrate(databaseUrl)
  if (ran.length > 0) say(`Brought the database up to date (${ran.length} steps)`)

  const services = await openServices(config, databaseUrl, { define: subscribeAll })
  if (config.mode === 'demo') await loadDemoSite(services, { say })

  const readiness = { closing: false }
  const servesWeb = config.roles.has('web')
  const pages = createPages(services, source?.(services))
  const app = await buildApp(services, {
    readiness,
    shedsLoad: true,
    pages: pages.register,
    serverFactory: pages.serverFactory,
  })
  if (config.roles.has('worker')) await services.jobs.work()
  if (servesWeb) {
    if (config.mode === 'demo' && !['127.0.0.1', 'localhost', '::1'].includes(config.host)) {
      say(
        `Warning: this is a demo site and HOST=${config.host} lets others reach it; sign-in codes can be read by anyone`,
      )
    }
    await app.listen({ port: config.port, host: config.host })
  } else await app.ready()

  announce()

  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      shutDown().then(
        () => process.exit(0),
        (error) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }

  /** Stops taking requests, answers those accepted, lets jobs finish, and stops the database last. */
  async function shutDown(): Promise<void> {
    readiness.closing = true
    say('Finishing what was accepted')
    // behind a load balancer: time to notice that /readyz turned
    if (config.mode === 'production') await wait(2_000)
    await answerAccepted(app.server)
    await app.close()
    await services.close()
    await embedded?.release()
    say('Stopped')
  }

  function announce(): void {
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    if (!servesWeb) {
      say(`Working (no pages: ROLES=worker), ready after ${seconds} s`)
      return
    }
    console.log(`\n  ${config.siteName} is ready after ${seconds} s:  ${config.publicUrl}\n`)
    if (config.mode !== 'demo') return
    console.log(`  Sign in with a phone of the demo; the code appears at ${config.publicUrl}/api/dev/outbox?to=<phone>`)
    console.log('    13800000001 learner        13800000002 creator        13800000003 moderator')
    console.log('    13800000004 learn admin    13800000005 campus creator 13800000006 campus admin')
    console.log('    13800000007 premium        13800000008 suspended      13800000009 super admin\n')
    console.log('  Real lessons in:  npm run lantern -- import <folder>      Stop: Ctrl+C\n')
  }
}

/**
 * Takes no new request and waits for those in work. Before the application closes: pages make calls inside it, which a
 * closed application refuses.
 */
async function answerAccepted(server: Server): Promise<void> {
  if (!server.listening) return
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise<void>((done) => server.close(() => done()))
  clearInterval(sweep)
}
