import { chmodSync, existsSync, mkdirSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { subscribeAll } from '../app.ts'
import { parseConfig } from '../kit/config.ts'
import { removeDataDir, startEmbeddedPostgres } from '../kit/embedded-postgres.ts'
import { migrate } from '../kit/migrate.ts'
import { openServices } from '../kit/open-services.ts'
import { onServer, testDatabases, withDatabase } from './database.ts'
import { notesOf } from './statements.ts'
import { wholeReads } from './whole-reads.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { adminUrl: string; templateName: string; folder: string }
  }
}

/**
 * One PostgreSQL for the whole run, ours or the one of TEST_DATABASE_URL, with a migrated template that each test file
 * clones. At its end it says of the statements that tests made the site send which of them no index serves.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(fastFolder(), 'lantern-test-'))
  // the database's user passes through: else its files would lie in a folder of root's, on the disk
  chmodSync(dataDir, 0o711)
  const given = process.env.TEST_DATABASE_URL
  const embedded = given ? undefined : await startEmbeddedPostgres({ dataDir, say: () => undefined, disposable: true })
  const adminUrl = withDatabase(given ?? embedded?.url ?? '', 'postgres')
  const templateName = `lantern_template_${process.pid}`
  await onServer(adminUrl, `create database ${templateName}`)
  const templateUrl = withDatabase(adminUrl, templateName)
  await migrate(templateUrl)

  // the queue's own tables are part of the template too: making them in every test file would cost a second each
  const services = await openServices(parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), templateUrl, {
    define: subscribeAll,
  })
  await services.close()
  mkdirSync(notesOf(dataDir))
  project.provide('database', { adminUrl, templateName, folder: dataDir })

  return async () => {
    const left = await onServer(adminUrl, `select datname from pg_database where datname like '${testDatabases}%'`)
    const whole = embedded ? await wholeReads(templateUrl, dataDir) : []
    await onServer(adminUrl, `drop database if exists ${templateName} with (force)`)
    await embedded?.release()
    removeDataDir(dataDir)
    // each holds connections until the run ends, and the last files find none
    if (left.length > 0)
      throw new Error(`${left.length} databases of tests were not taken away: see testing/after-use.ts`)
    if (whole.length > 0)
      throw new Error(`No index serves these statements: see testing/whole-reads.ts\n${whole.join('\n')}`)
  }
}

const memoryFolder = '/dev/shm'
const gibibyte = 2 ** 30

/**
 * In memory, where there is plenty. A clone is 1,700 files, and each test file makes one and deletes it: ext4 does not give
 * away the number of a file that was just deleted and looks through all of them for each new file, which made a clone
 * of 0.06 s one of a second and more.
 */
function fastFolder(): string {
  if (!existsSync(memoryFolder) || process.availableMemory() < 6 * gibibyte) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize < 3 * gibibyte ? tmpdir() : memoryFolder
}
