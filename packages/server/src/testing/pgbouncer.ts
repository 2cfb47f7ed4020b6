import { afterUse } from '#testing/after-use.ts'
import { freePort } from './free-port.ts'
import { startPgBouncer } from './pgbouncer-process.ts'

/** A PgBouncer in front of a database until the end of the test file. Answers with its address. */
export async function pgBouncer(databaseUrl: string): Promise<string> {
  const { url, stop } = await startPgBouncer(databaseUrl, await freePort())
  afterUse(stop)
  return url
}
