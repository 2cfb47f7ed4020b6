import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { subscribeAll } from '../app.ts'
import { parseConfig } from '../kit/config.ts'
import { removeDataDir, startEmbeddedPostgres } from '../kit/embedded-postgres.ts'
import { migrate } from '../kit/migrate.ts'
import { openServices } from '../kit/open-services.ts'
import { onServer, withDatabase } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { adminUrl: string; templateName: string }
  }
}

/**
 * One PostgreSQL for the whole run, ours or the one of TEST_DATABASE_URL, with a migrated template that each test file
 * clones.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-test-'))
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
  project.provide('database', { adminUrl, templateName })

  return async () => {
    await onServer(adminUrl, `drop database if exists ${templateName} with (force)`)
    await embedded?.release()
    removeDataDir(dataDir)
  }
}
