import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { foundByAll } from './visibility.ts'

/**
 * An item for an event, with the lists that may be others now, as `zh/tutorial`: of its language, and of the one it had
 * before. They are left out where it is the only one in its language: with it that language comes into lists or goes.
 */
export async function withLists(
  trx: Trx,
  itemId: string,
  languageBefore?: string,
): Promise<{ itemId: string; lists?: string[] }> {
  const { rows } = await sql<{ language: string; type: string; isOnly: boolean }>`
    select i.language, i.type, not exists (
      select from items o where o.language = i.language and o.id <> i.id and ${foundByAll('o')}) as "isOnly"
    from items i where i.id = ${itemId}`.execute(trx)
  const item = rows[0]
  if (!item || item.isOnly) return { itemId }
  const languages = [...new Set([item.language, languageBefore ?? item.language])]
  return { itemId, lists: languages.map((language) => `${language}/${item.type}`) }
}
