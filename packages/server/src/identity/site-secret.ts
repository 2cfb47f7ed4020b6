import { randomBytes } from 'node:crypto'
import type { Db } from '#kit/sql.ts'

const known = new WeakMap<Db, Map<string, Promise<Buffer>>>()

/** A random key the site made for itself once; every process reads the same one. */
export function siteSecret(db: Db, name: string): Promise<Buffer> {
  const secrets = known.get(db) ?? new Map<string, Promise<Buffer>>()
  known.set(db, secrets)
  const secret = secrets.get(name) ?? readOrMake(db, name)
  secrets.set(name, secret)
  // a database that was away must not be remembered as the answer
  secret.catch(() => secrets.delete(name))
  return secret
}

async function readOrMake(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('site_secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('site_secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
