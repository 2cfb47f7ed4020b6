import type pg from 'pg'
import { ConfigError } from './config.ts'
import { type LockOptions, whileLocked } from './direct-database.ts'
import { makeRecord, migrationsDir, pendingMigrations, stepsToTake, takeStep } from './migration-steps.ts'

/**
 * Brings the database to the newest schema: every file of the folder that is not recorded yet, in name order, each in
 * its own transaction, or outside of any where it begins with `-- outside a transaction`. Forward only. Safe to run from
 * several processes at once. Throws when a file that has run was changed afterwards, or when the database is newer than
 * this checkout.
 */
export function migrate(url: string, { folder = migrationsDir, ...lock }: MigrateOptions = {}): Promise<string[]> {
  const turn = { key: 727_001, doing: 'bringing the database up to date' }
  return whileLocked(url, turn, (client) => takeSteps(client, folder), lock)
}

interface MigrateOptions extends LockOptions {
  folder?: string
}

async function takeSteps(client: pg.Client, folder: string): Promise<string[]> {
  await client.query(makeRecord)
  const ran: string[] = []
  for (const step of await stepsToTake(client, folder)) {
    try {
      if (!step.isOutside) await client.query('begin')
      await takeStep(client, step)
      if (!step.isOutside) await client.query('commit')
    } catch (cause) {
      if (!step.isOutside) await client.query('rollback')
      throw new Error(`${step.name} could not be applied: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      })
    }
    ran.push(step.name)
  }
  return ran
}

/** For a start that changes no table: refuses a database that is behind. */
export async function requireMigrated(url: string): Promise<void> {
  const pending = await pendingMigrations(url)
  if (pending.length === 0) return
  throw new ConfigError(
    `MIGRATE_AT_START=false: the database is ${pending.length} steps behind (${pending.join(', ')}). ` +
      'Bring it up to date first: npm run lantern -- migrate',
  )
}
