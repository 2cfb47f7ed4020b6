import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '#kit/services.ts'

/** What of the site's own content is in the database. Apart from what loads it: most starts only have to ask. */
export async function isDemoLoaded(services: Services): Promise<boolean> {
  const folder = join(services.config.siteRoot, 'content')
  return !existsSync(folder) || (await loadedHash(services)) === contentHash(folder)
}

const demoHash = 'demo-content'

export async function loadedHash({ db }: Services, name = demoHash): Promise<string | null> {
  const row = await db.selectFrom('site_secrets').select('value').where('name', '=', name).executeTakeFirst()
  return row ? row.value.toString('utf8') : null
}

export async function rememberHash({ db }: Services, hash: string, name = demoHash): Promise<void> {
  const value = Buffer.from(hash)
  await db
    .insertInto('site_secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** A hash over every file's name and bytes: while it stays, nothing has to be read, let alone written. */
export function contentHash(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(md|yaml|svg)$/.test(name)) continue
    hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex')
}
