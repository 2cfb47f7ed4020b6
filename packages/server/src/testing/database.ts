import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database of one test file's own, cloned from the migrated template. */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { adminUrl, templateName } = inject('database')
  const name = `lantern_test_${randomBytes(6).toString('hex')}`
  await onServer(adminUrl, `create database ${name} template ${templateName}`)
  return {
    url: withDatabase(adminUrl, name),
    drop: () => onServer(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

export async function onServer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The same server and person, another database. The host of a socket URL is empty, which URL cannot hold. */
export function withDatabase(url: string, name: string): string {
  return url.replace(/^(postgresql:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}
