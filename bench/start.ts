import { readFileSync } from 'node:fs'
import { type RunningSite, runSite } from '../tools/run-site.ts'
import { table } from './report.ts'

/** Time from the process's start until it can serve: a fresh site with its demo content, and the same site again. */
export async function benchStart(): Promise<void> {
  const rows = []
  const startedAt = performance.now()
  const first = await runSite({ port: 3192 })
  rows.push({ what: 'first start: new database, demo site loaded', seconds: (performance.now() - startedAt) / 1000 })
  const { dataDir } = first
  await first.stop({ keepData: true })
  const againAt = performance.now()
  const again = await runSite({ port: 3192, env: { DATA_DIR: dataDir } })
  rows.push({ what: 'second start', seconds: (performance.now() - againAt) / 1000 })
  await again.stop()
  table('Cold start', rows)
}

/** What the site's own process holds in memory, in MiB. */
export function residentMiB(site: Pick<RunningSite, 'pid'>): number {
  const status = readFileSync(`/proc/${site.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
