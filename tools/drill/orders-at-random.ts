import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { subscribeAll } from '../../packages/server/src/app.ts'
import { playInterleavings } from '../../packages/server/src/commerce/testing/interleavings/run.ts'
import { parseConfig } from '../../packages/server/src/kit/config.ts'
import { removeDataDir, startEmbeddedPostgres } from '../../packages/server/src/kit/embedded-postgres.ts'
import { migrate } from '../../packages/server/src/kit/migrate.ts'
import { openServices } from '../../packages/server/src/kit/open-services.ts'
import { none, type Outcome } from './stage.ts'

/** Orders, payments, refunds and crashes in random order against a real PostgreSQL: every rule of money holds. */
export async function ordersAtRandom({ runs, seed }: { runs: number; seed: number }): Promise<Outcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-drill-orders-'))
  const database = await startEmbeddedPostgres({ dataDir, say: () => undefined, disposable: true })
  try {
    await migrate(database.url)
    const config = parseConfig({ DATA_DIR: dataDir, ROLES: 'web', LOG_LEVEL: 'silent', DATABASE_POOL: '8' })
    const services = await openServices(config, database.url, { define: subscribeAll })
    try {
      await playInterleavings(services, { runs, seed })
    } finally {
      await services.close()
    }
    return { ...none, note: `${runs} interleavings, seed ${seed}` }
  } finally {
    await database.release()
    removeDataDir(dataDir)
  }
}
