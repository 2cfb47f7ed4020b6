import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { removeDataDir, startEmbeddedPostgres } from '../../packages/server/src/kit/embedded-postgres.ts'
import { startPgBouncer } from '../../packages/server/src/testing/pgbouncer-process.ts'
import { type Outcome, underLoad } from './stage.ts'

const times = 3
const awayMs = 3_000

/** A site behind PgBouncer in transaction mode, which is killed under load, is away for a while and comes back. */
export async function poolerKilled(port: number): Promise<Outcome> {
  // the database beside the site's files, where the drill looks for what is lost
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-drill-pooler-'))
  const database = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  let pooler = await startPgBouncer(database.url, port + 1)
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, DATABASE_POOLER_URL: pooler.url }
  try {
    return await underLoad({ port, env, keepsData: true }, async ({ site, writers }) => {
      let longest = 0
      for (let time = 0; time < times; time++) {
        await pooler.kill()
        const killedAt = Date.now()
        await wait(awayMs)
        const ready = await fetch(`${site.url}/readyz`, { signal: AbortSignal.timeout(5_000) })
        if (ready.status !== 503) throw new Error(`/readyz answered ${ready.status} without a pooler`)
        pooler = await startPgBouncer(database.url, port + 1)
        await writers.nextAcknowledged()
        longest = Math.max(longest, Date.now() - killedAt)
        await wait(2_000)
      }
      return { backAfterMs: longest, note: `${times} times, away for ${awayMs / 1000} s each` }
    })
  } finally {
    await pooler.stop()
    await database.release()
    removeDataDir(dataDir)
  }
}
