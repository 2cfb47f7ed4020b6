import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, clusterData, makeFolder, type Person, readText } from './cluster-folder.ts'
import { isAlive } from './file-lock.ts'

export interface EmbeddedOptions {
  dataDir: string
  say(line: string): void
  /** For tests: a lost cluster costs nothing, so nothing is forced to disk. */
  disposable?: boolean
  /** The server ended and could not be brought back: this process cannot go on. */
  onLost?(error: Error): void
}

/** What is needed to start it, the first time and again. */
export interface EmbeddedServer {
  cluster: Cluster
  person: Person | undefined
  binaries: string
  options: EmbeddedOptions
}

export const databaseName = 'lantern'

export const userName = 'lantern'

export async function bringUp(server: EmbeddedServer): Promise<'joined' | 'recovered' | 'started'> {
  const { cluster } = server
  if (await answers(urlOf(cluster, 'postgres'))) return 'joined'
  const crashed = existsSync(markOf(cluster))
  if (crashed && (await joinsAnother(cluster))) return 'joined'
  await launch(server)
  return crashed ? 'recovered' : 'started'
}

export const longestStartMs = 600_000

/** Starts the server and waits until it answers. */
export async function launch(server: EmbeddedServer): Promise<void> {
  // processes of one that was killed end a moment after it, and until then nobody may write beside them
  for (const startedAt = performance.now(); ; await wait(200)) {
    const said = await launchOnce(server)
    if (said === null) return
    if (!said.includes('pre-existing shared memory block') || performance.now() - startedAt > 30_000)
      throw new Error(`The database did not start. ${said}`)
  }
}

/** Such a cluster may lie in memory, where a log of a gibibyte would be dear. */
const disposable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' }

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
    ...(options.disposable && disposable),
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
 * Removes the pid file and socket lock of a killed server. PostgreSQL would take it for running: a zombie keeps its entry
 * in the process table until its parent reaps it, in a container often for good, and after a reboot the pid may belong to
 * another program. Orphaned backends still hold the shared memory, by which PostgreSQL finds them: they cannot write
 * beside the new server.
 */
export function clearMark(cluster: Cluster): void {
  if (serverState(cluster) !== 'killed') return
  rmSync(markOf(cluster), { force: true })
  rmSync(join(socketFolder(cluster), '.s.PGSQL.5432.lock'), { force: true })
}

/** Where a server says that it runs. */
export function markOf(cluster: Cluster): string {
  return join(clusterData(cluster), 'postmaster.pid')
}

/** `killed`: its number is still there, and nobody answers to it. */
export function serverState(cluster: Cluster): 'running' | 'killed' | 'gone' {
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

/** A socket path may have about 100 characters, so it does not live in a folder whose depth is not ours to choose. */
function socketFolder(cluster: Cluster): string {
  const near = join(cluster.home, 'socket')
  return near.length <= 80
    ? near
    : join(tmpdir(), `lantern-${Buffer.from(cluster.password).toString('hex').slice(0, 16)}`)
}

export function urlOf(cluster: Cluster, database: string): string {
  return `postgresql://${userName}:${cluster.password}@/${database}?host=${encodeURIComponent(socketFolder(cluster))}`
}

export async function stop(cluster: Cluster): Promise<void> {
  const pid = serverPid(cluster)
  if (pid === null || serverState(cluster) !== 'running') return
  // SIGINT is PostgreSQL's fast shutdown: roll back what is open, write everything down, leave
  process.kill(pid, 'SIGINT')
  for (let i = 0; i < 600 && serverState(cluster) === 'running'; i++) await wait(50)
}
