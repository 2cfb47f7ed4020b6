import type { getHomeTiles } from '@lantern/contract/catalog/home.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Locale } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { discountRuns } from './price-now.ts'
import { isOfLists, readingListsOf } from './reference.ts'
import { foundByAll } from './visibility.ts'

/** What the menu tiles count, of the content that readers of a locale are shown. */
export async function readHomeTiles(db: Db, locale: Locale, now: Date): Promise<ResponseOf<typeof getHomeTiles>> {
  const isListed = isOfLists(await readingListsOf(db, locale))
  const { rows } = await sql<{ free: number; discount_end: Date | null }>`
    select
      (select count(*)::integer from items i where i.type = 'tutorial' and ${isListed}
        and not i.premium and not i.with_pay and ${foundByAll()}) as free,
      (select min(i.discount_end) from items i where ${discountRuns(now)}
        and ${isListed} and ${foundByAll()}) as discount_end
    `.execute(db)
  return { freeCount: rows[0]?.free ?? 0, discountEndDate: rows[0]?.discount_end?.toISOString() ?? null }
}
