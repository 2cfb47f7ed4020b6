import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { table } from '../bench/report.ts'
import { restore } from '../packages/server/src/kit/backup.ts'
import { removeDataDir, startEmbeddedPostgres } from '../packages/server/src/kit/embedded-postgres.ts'
import { migrate } from '../packages/server/src/kit/migrate.ts'
import { connect, runSql } from '../packages/server/src/kit/sql.ts'
import { folderStorage } from '../packages/server/src/kit/storage.ts'
import { oldToNew } from './drill/old-version.ts'
import { ordersAtRandom } from './drill/orders-at-random.ts'
import { poolerKilled } from './drill/pooler-killed.ts'
import { databaseProcesses, signal } from './drill/processes.ts'
import { settlingKilled } from './drill/settling-killed.ts'
import { kill, none, type Outcome, type Stage, underLoad, type Victim } from './drill/stage.ts'
import { twoVersions } from './drill/two-versions.ts'
import { missing } from './drill/writers.ts'
import { runSite } from './run-site.ts'

// `npm run drill [-- --short] [name …]`: what may happen to a site happens to one under load, and every write that it
// acknowledged is looked for afterwards. Ends with 1 when one is missing or the site did not come back. `--short` is the
// part that runs with every test. `npm run drill -- 'orders at random' --runs=100000 --seed=1` plays so many interleavings.

const port = Number(process.env.DRILL_PORT ?? 3194)

type Drill = () => Promise<Outcome>

const drills: Record<string, Drill> = {
  'site killed': () => underLoad({ port }, kills(['site'], 5)),
  'database killed': () => underLoad({ port }, kills(['database'], 3)),
  'both killed': () => underLoad({ port }, kills(['database', 'site'], 3)),
  'a backend killed': () => underLoad({ port }, kills(['backend'], 3)),
  'killed in short': () => underLoad({ port }, killsInShort),
  'database hangs': () => underLoad({ port }, hang),
  'disk full': diskFull,
  'first start of three': firstStartOfThree,
  'backup under load': backupUnderLoad,
  'pooler killed': () => poolerKilled(port),
  'settling killed': () => settlingKilled(port),
  'orders at random': () => ordersAtRandom({ runs: given('runs', 10_000), seed: given('seed', Date.now()) }),
  'old version to new': () => oldToNew(port),
  'two versions at once': () => twoVersions(port, given('minutes', 10)),
}

const short = ['killed in short']

const args = process.argv.slice(2)
const named = args.filter((arg) => !arg.startsWith('--'))
const unknown = named.find((name) => !drills[name])
if (unknown) throw new Error(`There is no drill "${unknown}". There are: ${Object.keys(drills).join(', ')}`)
const all = Object.keys(drills).filter((name) => !short.includes(name))
const chosen = named.length > 0 ? named : args.includes('--short') ? short : all

const rows: Record<string, string | number>[] = []
let failed = false
for (const name of chosen) {
  console.log(`Drill: ${name}`)
  const startedAt = Date.now()
  try {
    const { acknowledged, unanswered, lost, backAfterMs, note = '' } = (await drills[name]?.()) ?? none
    if (lost > 0) failed = true
    const back = backAfterMs === undefined ? '' : (backAfterMs / 1000).toFixed(1)
    rows.push({ drill: name, acknowledged, unanswered, lost, 'back after s': back, seconds: seconds(startedAt), note })
  } catch (error) {
    failed = true
    const note = error instanceof Error ? error.message : String(error)
    rows.push({ drill: name, acknowledged: '', unanswered: '', lost: '', seconds: seconds(startedAt), note })
    console.error(error)
  }
}
table('Writes that were acknowledged, and those of them that are not there afterwards', rows)
process.exit(failed ? 1 : 0)

function given(name: string, otherwise: number): number {
  return Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
}

function kills(victims: readonly Victim[], times: number) {
  return async (stage: Stage): Promise<Partial<Outcome>> => {
    let longest = 0
    for (let time = 0; time < times; time++) {
      longest = Math.max(longest, await kill(stage, victims))
      await wait(300 * (time + 1))
    }
    return { backAfterMs: longest, note: `${times} times` }
  }
}

async function killsInShort(stage: Stage): Promise<Partial<Outcome>> {
  const longest = []
  for (const victims of [['backend'], ['site'], ['database'], ['database', 'site']] as const) {
    longest.push(await kill(stage, victims))
  }
  return { backAfterMs: Math.max(...longest), note: 'a backend, the site, the database, both' }
}

/** The database stands still for a while: nothing is answered wrongly, and health says so soon. */
async function hang({ site, writers }: Stage): Promise<Partial<Outcome>> {
  const processes = databaseProcesses(site.dataDir)
  signal(processes, 'SIGSTOP')
  let slowest = 0
  let isSaid = false
  try {
    for (const until = Date.now() + 15_000; Date.now() < until; await wait(500)) {
      const askedAt = Date.now()
      const answer = await fetch(`${site.url}/readyz`, { signal: AbortSignal.timeout(5_000) })
      await answer.arrayBuffer()
      if (answer.status === 503) isSaid = true
      slowest = Math.max(slowest, Date.now() - askedAt)
    }
  } finally {
    signal(processes, 'SIGCONT')
  }
  if (!isSaid) throw new Error('/readyz did not say that the database hangs')
  return { backAfterMs: await writers.nextAcknowledged(), note: `15 s, /readyz within ${seconds(0, slowest)} s` }
}

/** On a disk of its own: it is filled to the last byte, and has room again. */
async function diskFull(): Promise<Outcome> {
  if (process.getuid?.() !== 0) return { ...none, note: 'left out: only root can make a small disk' }
  const disk = mkdtempSync(join(tmpdir(), 'lantern-drill-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', disk])
  try {
    const DATA_DIR = join(disk, 'data')
    mkdirSync(DATA_DIR)
    return await underLoad({ port, env: { DATA_DIR } }, async ({ site, writers }) => {
      const stone = join(disk, 'stone')
      const { bavail, bsize } = statfsSync(disk)
      try {
        writeFileSync(stone, Buffer.alloc(bavail * bsize))
      } catch {
        // others wrote meanwhile: now it is full
      }
      const before = writers.unanswered
      await wait(6_000)
      const answer = await fetch(`${site.url}/`, { signal: AbortSignal.timeout(5_000) })
      rmSync(stone)
      const back = await writers.nextAcknowledged()
      return {
        backAfterMs: back,
        note: `${writers.unanswered - before} refused while full, home answered ${answer.status}`,
      }
    })
  } finally {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

/** Three processes come to one empty database at the same moment: one makes it, all serve it. */
async function firstStartOfThree(): Promise<Outcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-drill-'))
  const database = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: join(dataDir, 'site'),
    DATA_KEY: randomBytes(32).toString('base64'),
  }
  const started = await Promise.allSettled([0, 1, 2].map((n) => runSite({ port: port + n, env })))
  const sites = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    if (sites.length < 3) throw new Error(`${3 - sites.length} of three did not start`)
    const { db, close } = connect(database.url, { poolSize: 2 })
    const [twice] = await runSql(db, 'select count(*) - count(distinct (type, slug)) as twice from items')
    await close()
    if (twice?.twice !== 0) throw new Error(`${twice?.twice} items are there twice`)
    return { ...none, note: 'all serve, nothing is there twice' }
  } finally {
    for (const site of sites) await site.stop({ keepData: true })
    await database.release()
    removeDataDir(dataDir)
  }
}

/** Writes acknowledged before a backup began are in it: rows and files; and a site starts on what is restored. */
async function backupUnderLoad(): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-drill-backup-'))
  const file = join(folder, 'site.backup')
  try {
    return await underLoad({ port }, async ({ site, writers }) => {
      const before = writers.acknowledged.length
      await site.lantern('backup', file)
      const inBackup = writers.acknowledged.slice(0, before)
      const during = writers.acknowledged.length - before
      const dataDir = join(folder, 'restored')
      const database = await startEmbeddedPostgres({ dataDir, say: () => undefined })
      await migrate(database.url)
      await restore(
        database.url,
        folderStorage(join(dataDir, 'storage')),
        file,
        () => undefined,
        join(dataDir, 'data.key'),
      )
      const restored = await runSite({ port: port + 1, env: { DATA_DIR: dataDir } })
      await database.release()
      const lost = await missing(restored, inBackup)
      await restored.stop()
      if (lost.length > 0) throw new Error(`${lost.length} of ${before} writes are not in the backup`)
      return { note: `${before} before it are in it, ${during} were acknowledged while it ran` }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function seconds(since: number, until = Date.now()): string {
  return ((until - since) / 1000).toFixed(1)
}
