import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { removeDataDir } from '../packages/server/src/kit/embedded-postgres.ts'

const here = resolve(import.meta.dirname, '..')

interface SiteProcess {
  nodeFlags: string[]
  environment: Record<string, string>
}

export interface RunningSite {
  url: string
  dataDir: string
  pid: number
  /** Runs `npm run lantern -- …` beside the site, on its database. */
  lantern(...args: string[]): Promise<string>
  /** As `kill -9` does; its database stays as it was. */
  kill(): Promise<void>
  stop(options?: { keepData?: boolean }): Promise<void>
}

interface RunOptions {
  port: number
  env?: Record<string, string>
  /** The checkout whose site it is; absent: this one. */
  root?: string
  /** The file that its log is added to; absent: nobody reads it. */
  logFile?: string
}

/** Starts the built site as `npm start` does, in a data folder of its own, and waits until it can serve. */
export async function runSite({ root = here, ...options }: RunOptions): Promise<RunningSite> {
  const siteProcess = JSON.parse(readFileSync(join(root, 'tools/site-process.json'), 'utf8')) as SiteProcess
  const dataDir = options.env?.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'lantern-run-'))
  const env = {
    ...siteProcess.environment,
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: String(options.port),
    LOG_LEVEL: 'warn',
    // everybody who visits comes from this machine
    CAPTCHA_AFTER: '1000',
    ...options.env,
  }
  const url = `http://127.0.0.1:${options.port}`
  if (await isReady(url)) throw new Error(`Another site is running at ${url}. Stop it first.`)
  const log = options.logFile === undefined ? 'ignore' : openSync(options.logFile, 'a')
  const site = spawn(process.execPath, [...siteProcess.nodeFlags, join(root, 'packages/server/src/main.ts')], {
    cwd: root,
    env,
    stdio: ['ignore', log, 'inherit'],
  })
  if (typeof log === 'number') closeSync(log)
  let ended = false
  const gone = new Promise<void>((done) => {
    site.on('exit', () => {
      ended = true
      done()
    })
  })
  for (let i = 0; ; i++) {
    if (ended) throw new Error('The site ended while it was starting')
    if (i > 3000) {
      site.kill('SIGKILL')
      throw new Error('The site was not ready after five minutes')
    }
    if (await isReady(url)) break
    await wait(100)
  }
  return {
    url,
    dataDir,
    pid: site.pid ?? 0,
    lantern: (...args) => runLantern(args, env),
    async kill() {
      site.kill('SIGKILL')
      if (!ended) await gone
    },
    async stop({ keepData = false } = {}) {
      site.kill('SIGTERM')
      if (!ended) await gone
      if (!keepData) removeDataDir(dataDir)
    },
  }
}

/** Runs `npm run lantern -- …` on the data folder of a site that may be running. */
export function lanternBeside(dataDir: string, ...args: string[]): Promise<string> {
  return runLantern(args, { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir })
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

function runLantern(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(here, 'packages/server/src/cli.ts'), ...args], { cwd: here, env })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('exit', (code) => (code === 0 ? done(output) : fail(new Error(`lantern ${args.join(' ')}:\n${output}`))))
  })
}
