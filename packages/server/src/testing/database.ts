import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A database of one test file's own, cloned from the migrated template: as files, in half the time of blocks in the log. */
export function cloneDatabase(): Promise<TestDatabase> {
  return makeDatabase(`template ${inject('database').templateName} strategy file_copy`)
}

/** One without a table, for tests of migrations. */
export function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase('')
}

/** How their names begin. */
export const testDatabases = 'lantern_test_'

async function makeDatabase(template: string): Promise<TestDatabase> {
  const { adminUrl } = inject('database')
  const name = `${testDatabases}${randomBytes(6).toString('hex')}`
  await onServer(adminUrl, `create database ${name} ${template}`)
  return {
    url: withDatabase(adminUrl, name),
    async drop() {
      await onServer(adminUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Answers with the rows. */
export async function onServer(adminUrl: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** The same server and person, another database. The host of a socket URL is empty, which URL cannot hold. */
export function withDatabase(url: string, name: string): string {
  return url.replace(/^(postgresql:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}
