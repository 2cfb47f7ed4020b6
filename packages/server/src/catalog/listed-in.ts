import { fewestOfLanguage, siteLanguage } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { foundByAll } from './visibility.ts'

/**
 * An item for an event, with the lists that may be others now, as `zh/tutorial`: of its language, and of the one it had
 * before. They are left out where one of these languages has few items: with one more or less it comes into lists or goes.
 */
export async function withLists(
  trx: Trx,
  itemId: string,
  languageBefore?: string,
): Promise<{ itemId: string; lists?: string[] }> {
  const { rows } = await sql<{ language: string; type: string; others: number }>`
    select distinct listed.language, i.type, (select count(*)::integer from (
      select from items o where o.language = listed.language and o.id <> i.id and ${foundByAll('o')}
      limit ${fewestOfLanguage}) counted) as others
    from items i cross join unnest(array[i.language, ${languageBefore ?? null}::text]) listed (language)
    where i.id = ${itemId} and listed.language is not null`.execute(trx)
  const isFew = rows.some(({ language, others }) => others < (language === siteLanguage ? 1 : fewestOfLanguage))
  if (rows.length === 0 || isFew) return { itemId }
  return { itemId, lists: rows.map(({ language, type }) => `${language}/${type}`) }
}
