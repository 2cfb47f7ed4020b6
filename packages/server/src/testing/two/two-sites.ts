import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { contentHash, rememberHash } from '#authoring/demo/loaded-content.ts'
import { afterUse } from '#testing/after-use.ts'
import { testRedis } from '../redis.ts'
import { type TestClock, type TestSite, testSite } from '../site.ts'

/** Two of one site, reached only over the network, so that the same checks hold for however they run. */
export interface TwoSites {
  origins: readonly [string, string]
  /** A third that serves nobody: it looks at rows, and tells what an operator's command would. */
  site: TestSite
  /** Time passes in all three. */
  advance(by: Parameters<TestClock['advance']>[0]): Promise<void>
}

/** What the checks rely on: each visitor comes from an address of their own. */
export const settingsForTwo = { TRUST_PROXY: 'true', CAPTCHA: 'off' }

/** Two in the process of the test. */
export async function sideBySide(site: TestSite, other: TestSite): Promise<TwoSites> {
  return {
    origins: [await originOf(site), await originOf(other)],
    site,
    advance: async (by) => site.clock.advance(by),
  }
}

async function originOf({ app }: TestSite): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

export interface TwoProcesses extends TwoSites {
  /** Sends the first the signal that an operator sends; answers with what it exits with. */
  stopFirst(): Promise<number | null>
  /** Lets go of the second, as if what had started it was killed; answers with what it exits with. */
  leaveSecond(): Promise<number | null>
  /** Starts one more, which has the files of `site`. */
  startThird(): Promise<Pick<SiteProcess, 'origin' | 'stop'>>
}

/** Two processes as `npm start` runs them, over one PostgreSQL and one Redis, each with a folder of its own. */
export async function twoProcesses(): Promise<TwoProcesses> {
  const redis = await testRedis()
  const site = await testSite({ ...settingsForTwo, REDIS_URL: redis.url })
  // the site's own content is not what is looked at
  await rememberHash(site.services, contentHash(join(site.services.config.siteRoot, 'content')))
  const settings = {
    ...settingsForTwo,
    DATABASE_URL: site.url,
    REDIS_URL: redis.url,
    DATA_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
  }
  const [first, second] = await startBoth(settings, site.clock.now()).catch(async (error) => {
    // a file that fails this early has none of its hooks run
    await redis.stop()
    throw error
  })
  return {
    origins: [first.origin, second.origin],
    site,
    async advance(by) {
      site.clock.advance(by)
      await Promise.all([first, second].map((one) => one.setClock(site.clock.now())))
    },
    stopFirst: () => first.stop(),
    leaveSecond: () => second.leave(),
    startThird: () => startProcess(settings, site.clock.now(), site.dataDir),
  }
}

interface SiteProcess {
  origin: string
  setClock(now: Date): Promise<void>
  stop(): Promise<number | null>
  leave(): Promise<number | null>
}

/** One after the other: the first makes what is not there yet. */
async function startBoth(settings: Record<string, string>, now: Date): Promise<[SiteProcess, SiteProcess]> {
  return [await startProcess(settings, now), await startProcess(settings, now)]
}

const serverSource = resolve(import.meta.dirname, '../..')

/** The process says itself when it serves, and where. It ends with the test, however that ends. */
async function startProcess(settings: Record<string, string>, now: Date, sharedDir?: string): Promise<SiteProcess> {
  const dataDir = sharedDir ?? mkdtempSync(join(tmpdir(), 'lantern-process-'))
  const child = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, 'clock-of-the-test.ts'), join(serverSource, 'main.ts')],
    {
      env: { PATH: process.env.PATH, ...settings, DATA_DIR: dataDir, PORT: '0', TEST_NOW: now.toISOString() },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  const exited = new Promise<number | null>((done) => child.on('exit', done))
  const stop = () => {
    child.kill('SIGTERM')
    return exited
  }
  const leave = () => {
    child.disconnect()
    return exited
  }
  afterUse(async () => {
    await stop()
    if (!sharedDir) rmSync(dataDir, { recursive: true, force: true })
  })
  return { origin: await addressSaidBy(child), setClock: (at) => tellClock(child, at), stop, leave }
}

function addressSaidBy(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk
      const address = /is ready after .*?(http:\S+)/.exec(said)?.[1]
      if (address) done(address)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('error', fail)
    child.on('exit', (code) => fail(new Error(`A process of the site ended at its start (${code}):\n${said}`)))
  })
}

function tellClock(child: ChildProcess, now: Date): Promise<void> {
  return new Promise((done, fail) => {
    if (!child.connected) return done()
    child.once('message', () => done())
    child.send(now.toISOString(), (error) => error && fail(error))
  })
}
