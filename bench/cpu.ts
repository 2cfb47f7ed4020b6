import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Connection } from '../packages/server/src/kit/sql.ts'
import type { RunningSite } from '../tools/run-site.ts'

export interface CpuSeconds {
  site: number
  database: number
  client: number
}

/**
 * Work by who did it. What a machine manages in a second changes with its other load; the work that a call
 * costs does not.
 */
export async function measureCpu<T>(
  site: RunningSite,
  db: Connection['db'],
  work: () => Promise<T>,
): Promise<{ result: T; cpu: CpuSeconds }> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const server = statOf(rows[0]?.pid ?? 0).parent
  const before = cpuNow(site.pid, server)
  const result = await work()
  const after = cpuNow(site.pid, server)
  return {
    result,
    cpu: {
      site: after.site - before.site,
      database: after.database - before.database,
      client: after.client - before.client,
    },
  }
}

/** The columns of a table of figures: milliseconds of each for one call. */
export function cpuColumns(cpu: CpuSeconds, calls: number): Record<string, number> {
  const each = (seconds: number) => (seconds * 1000) / calls
  return {
    'site CPU ms': each(cpu.site),
    'database CPU ms': each(cpu.database),
    'client CPU ms': each(cpu.client),
  }
}

/** What a process has had of the processor since it began, its threads with it. */
export function processCpuSeconds(pid: number): number {
  return statOf(pid).seconds
}

function cpuNow(sitePid: number, databasePid: number): CpuSeconds {
  const database = statOf(databasePid)
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter(({ parent }) => parent === databasePid)
  const own = process.cpuUsage()
  return {
    site: statOf(sitePid).seconds,
    // connections that were closed meanwhile are in what their parent waited for
    database: backends.reduce((sum, { seconds }) => sum + seconds, database.seconds + database.ended),
    client: (own.user + own.system) / 1_000_000,
  }
}

/** From /proc: the parent process, and its time on a core in hundredths of a second. */
function statOf(pid: number): { parent: number; seconds: number; ended: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name in brackets may hold anything, so fields are counted from behind the last one
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = (at: number) => (fields[at] ?? 0) / 100
    return { parent: fields[1] ?? 0, seconds: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) }
  } catch {
    return { parent: 0, seconds: 0, ended: 0 }
  }
}
