import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { lanternBeside } from '../run-site.ts'
import { none, type Outcome, underLoad } from './stage.ts'

const here = resolve(import.meta.dirname, '../..')
const migrations = 'packages/server/migrations'

/**
 * The site before the newest migration runs and people write on it. It is stopped, its database is brought up to date by
 * this version, and this version starts on it.
 */
export function oldToNew(port: number): Promise<Outcome> {
  return withOldVersion((root, commit) =>
    underLoad({ port, root }, async ({ site, writers, startAgain }) => {
      await wait(10_000)
      const stoppedAt = Date.now()
      await site.stop({ keepData: true })
      const steps = (await lanternBeside(site.dataDir, 'migrate')).match(/^\S+\.sql$/gm) ?? []
      if (steps.length === 0) throw new Error(`The database of ${commit} needed no migration`)
      await startAgain()
      await writers.nextAcknowledged()
      const back = Date.now() - stoppedAt
      // on the new version people go on where they were
      await wait(5_000)
      return { backAfterMs: back, note: `from ${commit.slice(0, 8)}, ${steps.length} migrations` }
    }),
  )
}

/** Works with a folder that has the version before the newest migration, with its pages built. */
export async function withOldVersion(work: (root: string, commit: string) => Promise<Outcome>): Promise<Outcome> {
  const commit = commitBeforeNewestMigration()
  if (!commit) return { ...none, note: 'left out: the history of git is not here (no repository, or a shallow one)' }
  const folder = mkdtempSync(join(tmpdir(), 'lantern-drill-old-'))
  try {
    checkOut(commit, folder)
    // installs its libraries where they are others than today's
    execFileSync(process.execPath, ['tools/bootstrap.mjs', 'build'], { cwd: folder, stdio: 'inherit' })
    return await work(folder, commit)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Null where git does not know it. */
function commitBeforeNewestMigration(): string | null {
  try {
    const newest = git('log', '-1', '--diff-filter=AR', '--format=%H', '--', migrations)
    return newest === '' ? null : git('rev-parse', '--verify', '--quiet', `${newest}^`)
  } catch {
    return null
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: here, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

/** The files of a commit, with the libraries that are installed here where it has the same. */
function checkOut(commit: string, folder: string): void {
  const archive = join(folder, 'files.tar')
  git('archive', '--format=tar', `--output=${archive}`, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  if (lockOf(folder) !== lockOf(here)) return
  const parts = ['.', ...readdirSync(join(folder, 'packages')).map((name) => join('packages', name))]
  for (const part of parts) linkLibraries(join(here, part, 'node_modules'), join(folder, part, 'node_modules'))
  const own = join(folder, 'node_modules/@lantern')
  mkdirSync(own)
  for (const name of readdirSync(join(folder, 'packages'))) symlinkSync(join(folder, 'packages', name), join(own, name))
  // with this it takes them for its own and installs nothing
  writeFileSync(join(folder, 'node_modules/.installed'), lockOf(folder))
}

/** One by one: the project's own packages among them are those of the commit. */
function linkLibraries(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (!['@lantern', '.installed', '.cache', '.vite-temp'].includes(name))
      symlinkSync(join(from, name), join(to, name))
  }
}

function lockOf(folder: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
}
