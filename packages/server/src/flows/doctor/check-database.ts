import { existsSync, readdirSync } from 'node:fs'
import pg from 'pg'
import type { Config } from '#kit/config.ts'
import { processOf } from '#kit/direct-database.ts'
import { startEmbeddedPostgres } from '#kit/embedded-postgres.ts'
import { isAlive } from '#kit/file-lock.ts'
import { pendingMigrations } from '#kit/migration-steps.ts'
import { createSealer, dataKeyFile, dataKeyOf, keyCheckName, keyCheckOf } from '#kit/sealing.ts'
import { checked, type Finding } from './finding.ts'

type Ask = (text: string) => Promise<Record<string, unknown>[]>

/** The oldest PostgreSQL that the statements of the site are written for. */
const oldestVersion = 15

export async function checkDatabase(config: Config): Promise<Finding[]> {
  if (config.databaseUrl) {
    return [...(await checkAt(config, config.databaseUrl)), ...(await checkPooler(config, config.databaseUrl))]
  }
  // to look for a database in an empty folder would make one there
  if (!existsSync(config.dataDir) || readdirSync(config.dataDir).length === 0) {
    return [{ what: 'database', state: 'note', said: 'none yet: the first start makes one under DATA_DIR' }]
  }
  const mend = 'Read what it says; docs/operate.md, "The database does not start".'
  return checked('database', mend, async () => {
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, say: () => undefined })
    try {
      return await checkAt(config, embedded.url)
    } finally {
      await embedded.release()
    }
  })
}

async function checkAt(config: Config, url: string): Promise<Finding[]> {
  const mend = 'Look at DATABASE_URL: host, port, user, password, and whether the server lets this machine in.'
  return checked('database', mend, async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'lantern-doctor',
      connectionTimeoutMillis: 5_000,
      statement_timeout: 5_000,
    })
    await client.connect()
    const ask: Ask = async (text) => (await client.query(text)).rows
    try {
      return [
        ...(await checkServer(config, ask)),
        ...(await checkSafety(ask)),
        ...(await checkDatabaseClock(ask)),
        ...(await checkVersionOfTables(url)),
        ...(await checkLocks(ask)),
        ...(await checkUse(config, ask)),
      ]
    } finally {
      await client.end()
    }
  })
}

async function checkServer({ databasePool }: Config, ask: Ask): Promise<Finding[]> {
  const [row] = await ask(`select current_setting('server_version') as version,
    current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
    current_setting('max_connections')::int as most, (select count(*)::int from pg_stat_activity) as used,
    pg_is_in_recovery() as standby`)
  const { version, major, encoding, most, used, standby } = row as {
    version: string
    major: number
    encoding: string
    most: number
    used: number
    standby: boolean
  }
  const bad = (said: string, mend: string): Finding[] => [{ what: 'database', state: 'bad', said, mend }]
  if (major < oldestVersion) return bad(`PostgreSQL ${version} is too old`, `Update it to ${oldestVersion} or later.`)
  if (encoding !== 'UTF8') return bad(`it is encoded in ${encoding}`, 'Make it anew: create database … encoding UTF8.')
  if (standby) return bad('it is a standby and takes no writes', 'Lead DATABASE_URL to the primary.')
  // its pool, one that listens, and one that migrates
  const free = most - used
  const said = `PostgreSQL ${version}, ${used} of ${most} connections in use`
  if (free < databasePool + 2) {
    const mend = 'Raise max_connections, or lower DATABASE_POOL: every process of the site has as many and two more.'
    return [{ what: 'database', state: 'note', said, mend }]
  }
  return [{ what: 'database', state: 'good', said }]
}

/** Settings with which a power failure loses acknowledged writes. */
async function checkSafety(ask: Ask): Promise<Finding[]> {
  const off = await ask(`select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`)
  if (off.length === 0) return [{ what: 'writes', state: 'good', said: 'are on the disk before they are acknowledged' }]
  const names = off.map(({ name }) => name).join(', ')
  const mend = `Switch on in postgresql.conf: ${names}.`
  return [{ what: 'writes', state: 'bad', said: `a power failure would cost acknowledged ones (${names} off)`, mend }]
}

async function checkDatabaseClock(ask: Ask): Promise<Finding[]> {
  const before = Date.now()
  const [row] = await ask('select extract(epoch from clock_timestamp())::float8 * 1000 as now')
  const apart = Math.abs(Number(row?.now) - (before + Date.now()) / 2)
  const said = `${(apart / 1000).toFixed(1)} s from the one here`
  if (apart < 2_000) return [{ what: 'clock of the database', state: 'good', said }]
  const mend = 'Have the network set the clocks of both machines (chrony, systemd-timesyncd).'
  return [{ what: 'clock of the database', state: 'bad', said, mend }]
}

async function checkVersionOfTables(url: string): Promise<Finding[]> {
  const what = 'tables'
  const mend = 'Run: npm run lantern -- migrate'
  const pending = await pendingMigrations(url)
  return pending.length === 0
    ? [{ what, state: 'good', said: 'are those of this version' }]
    : [{ what, state: 'note', said: `${pending.length} steps behind this version`, mend }]
}

/**
 * Who brings the tables up to date holds one of these for as long as that takes, and its session is idle between two
 * statements: only one whose process is gone is left behind. That of another machine cannot be looked at from here.
 */
async function checkLocks(ask: Ask): Promise<Finding[]> {
  const held =
    await ask(`select pid, application_name as name, date_trunc('second', now() - backend_start)::text as since
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and classid = 0 and objsubid = 1 and objid between 727000 and 727999
      and pg_locks.database = (select oid from pg_database where datname = current_database()) and state = 'idle'`)
  return held.flatMap(({ pid, name, since }): Finding[] => {
    const holder = processOf(String(name))
    if (holder?.isHere && isAlive(holder.pid)) return []
    const who = `session ${pid} (${name}, connected for ${since}) holds a lock of the site`
    if (holder && !holder.isHere) {
      const mend = `If process ${holder.pid} on ${holder.host} is gone: select pg_terminate_backend(${pid})`
      return [{ what: 'locks', state: 'note', said: `${who} and does nothing now`, mend }]
    }
    const mend = `Run in the database: select pg_terminate_backend(${pid})`
    return [{ what: 'locks', state: 'bad', said: `${who}, and belongs to no process that runs`, mend }]
  })
}

/** A pooler belongs in front of this database, hands out its connections by transaction, and ends endless statements. */
async function checkPooler({ databasePoolerUrl }: Config, directUrl: string): Promise<Finding[]> {
  if (databasePoolerUrl === undefined) return []
  const what = 'pooler'
  const mend = 'Look at DATABASE_POOLER_URL, and at the log of the pooler.'
  return checked(what, mend, async () => {
    const [there, direct] = [await placeOf(databasePoolerUrl), await placeOf(directUrl)]
    if (there.place !== direct.place) {
      const said = 'leads to another database than DATABASE_URL'
      return [{ what, state: 'bad', said, mend: 'Give both the address of one database.' }]
    }
    if (there.limit === '0') {
      const said = 'statements through it have no limit of time'
      return [{ what, state: 'note', said, mend: "Run: alter role … set statement_timeout = '25s' (docs/settings.md)" }]
    }
    return [{ what, state: 'good', said: 'leads to the database of DATABASE_URL' }]
  })
}

/** Which database of which server an address leads to, and how long its statements may take. */
async function placeOf(url: string): Promise<{ place: string; limit: string }> {
  // without limits of its own: a pooler refuses to hear of them
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ place: string; limit: string }>(
      `select (select oid from pg_database where datname = current_database())
         || ' since ' || extract(epoch from pg_postmaster_start_time()) as place,
       current_setting('statement_timeout') as limit`,
    )
    return rows[0] ?? { place: '', limit: '' }
  } finally {
    await client.end()
  }
}

/** What is known of a site only once it has run. */
async function checkUse(config: Config, ask: Ask): Promise<Finding[]> {
  const [there] = await ask(`select to_regclass('site_secrets') is not null as secrets,
    to_regclass('operations') is not null as operations, to_regclass('pgboss.job') is not null as jobs,
    to_regclass('event_cursors') is not null as cursors`)
  return [
    ...(there?.secrets ? await checkKey(config, ask) : []),
    ...(there?.jobs ? await checkJobs(ask) : []),
    ...(there?.cursors ? await checkCursors(ask) : []),
    ...(there?.operations ? await checkBackup(ask) : []),
  ]
}

async function checkKey(config: Config, ask: Ask): Promise<Finding[]> {
  const what = 'key'
  const mend =
    'Bring DATA_KEY or the file data.key of the machine or backup it came from; docs/operate.md, "The key is lost".'
  const [kept] = await ask(`select value from site_secrets where name = '${keyCheckName}'`)
  if (!kept) return [{ what, state: 'note', said: 'nothing was sealed yet' }]
  if (config.dataKey === undefined && !existsSync(dataKeyFile(config.dataDir))) {
    return [{ what, state: 'bad', said: 'this database was sealed with a key that is not here', mend }]
  }
  const isSame = keyCheckOf(createSealer(dataKeyOf(config))).equals(kept.value as Buffer)
  return isSame
    ? [{ what, state: 'good', said: 'the one that this database was sealed with' }]
    : [{ what, state: 'bad', said: 'another than the one that this database was sealed with', mend }]
}

async function checkJobs(ask: Ask): Promise<Finding[]> {
  const what = 'jobs'
  const [row] = await ask(`select count(*) filter (where state = 'failed')::int as failed,
    coalesce(extract(epoch from now() - min(greatest(start_after, created_on))
      filter (where state < 'active' and start_after <= now())), 0)::int as oldest
    from pgboss.job where state < 'completed' or state = 'failed'`)
  const { failed, oldest } = row as { failed: number; oldest: number }
  if (oldest > 300) {
    const mend = 'Start a process with ROLES=worker, or look at the log of the one that runs.'
    return [
      { what, state: 'bad', said: `one has waited for ${Math.round(oldest / 60)} minutes: does no worker run?`, mend },
    ]
  }
  const mend = 'Look for "a job failed" in the log of the workers.'
  if (failed > 0) return [{ what, state: 'note', said: `${failed} were given up after their last try`, mend }]
  return [{ what, state: 'good', said: 'none waits and none was given up' }]
}

/** Subscribers of events that fail, or that nobody works. */
async function checkCursors(ask: Ask): Promise<Finding[]> {
  const what = 'events'
  const rows = await ask(`select subscriber, failures, error, (
      select coalesce(extract(epoch from now() - min(at)), 0) from outbox o
      where o.name = any(c.events) and (o.position > c.position or o.position is null))::int as oldest
    from event_cursors c order by subscriber`)
  const late = (rows as { subscriber: string; failures: number; error: string | null; oldest: number }[]).filter(
    ({ failures, oldest }) => failures > 0 || oldest > 300,
  )
  if (late.length === 0) return [{ what, state: 'good', said: 'every subscriber was told of everything' }]
  return late.map(({ subscriber, failures, error, oldest }) => {
    const said = `${subscriber} is ${Math.round(oldest / 60)} minutes behind`
    if (failures === 0) {
      const mend = 'Start a process with ROLES=worker of the newest version.'
      return { what, state: 'bad', said: `${said}: does no worker run?`, mend }
    }
    const mend = 'Look for "a subscriber of events failed" in the log of the workers.'
    return { what, state: 'bad', said: `${said} and failed ${failures} times: ${error}`, mend }
  })
}

async function checkBackup(ask: Ask): Promise<Finding[]> {
  const what = 'backup'
  const mend = 'Run: npm run lantern -- backup <file>, each night; docs/operate.md, "Backups".'
  const [row] = await ask(
    `select extract(epoch from now() - done_at)::int as age from operations where name = 'backup'`,
  )
  if (!row) return [{ what, state: 'note', said: 'there was none', mend }]
  const hours = Math.round(Number(row.age) / 3600)
  return hours > 48
    ? [{ what, state: 'note', said: `the last one is ${Math.round(hours / 24)} days old`, mend }]
    : [{ what, state: 'good', said: `the last one is ${hours} hours old` }]
}
