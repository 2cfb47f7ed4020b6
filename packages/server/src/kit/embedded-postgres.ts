import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, findCluster, makeFolder, rememberCluster, usersFolder, usersOf } from './cluster-folder.ts'
import { folderFault, inDataFolder } from './data-folder.ts'
import { lockByFile, ownProcess } from './file-lock.ts'
import { initialise, renewPassword } from './make-cluster.ts'
import { personToRunAs, reachableBinaries } from './postgres-programs.ts'
import {
  bringUp,
  databaseName,
  type EmbeddedOptions,
  type EmbeddedServer,
  launch,
  longestStartMs,
  serverState,
  stop,
  urlOf,
} from './postgres-server.ts'

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

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  return inDataFolder(dataDir, async () => {
    mkdirSync(dataDir, { recursive: true })
    const unlock = await lockByFile(startLock(dataDir), longestStartMs / 1000)
    try {
      return await startLocked(options)
    } finally {
      unlock()
    }
  })
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

function startLock(dataDir: string): string {
  return join(dataDir, 'postgres.lock')
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

function holdLease(dataDir: string, cluster: Cluster): () => Promise<void> {
  mkdirSync(usersFolder(dataDir), { recursive: true })
  const mine = join(usersFolder(dataDir), `${process.pid}.${randomBytes(4).toString('hex')}`)
  writeFileSync(mine, ownProcess())
  return async () => {
    // the last one out stops the server on a full disk too
    const unlock = await lockByFile(startLock(dataDir), longestStartMs / 1000, mine)
    try {
      rmSync(mine, { force: true })
      if (usersOf(dataDir).length === 0) await stop(cluster)
    } finally {
      unlock()
    }
  }
}
