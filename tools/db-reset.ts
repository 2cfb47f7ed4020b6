import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig } from '../packages/server/src/kit/config.ts'
import { startEmbeddedPostgres } from '../packages/server/src/kit/embedded-postgres.ts'
import { connect, runSql } from '../packages/server/src/kit/sql.ts'

// Throws the site's data away: the next start makes the demo site anew. Asks for nothing, so it refuses in production.
const config = parseConfig(process.env)
if (config.mode === 'production') {
  console.error('This would delete the data of a production site. Nothing was done.')
  process.exit(1)
}
if (config.databaseUrl) {
  const connection = connect(config.databaseUrl, { poolSize: 1 })
  for (const schema of ['public', 'pgboss']) await runSql(connection.db, `drop schema if exists ${schema} cascade`)
  await runSql(connection.db, 'create schema public')
  await connection.close()
} else {
  const known = join(config.dataDir, 'postgres.json')
  if (existsSync(known)) {
    // joined and left again, so that a server which still runs is stopped before its files go
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, say: console.log })
    await embedded.release()
    const { home } = JSON.parse(readFileSync(known, 'utf8')) as { home: string }
    rmSync(home, { recursive: true, force: true })
  }
}
rmSync(config.dataDir, { recursive: true, force: true })
console.log('The data is gone. `npm start` makes a new demo site.')
