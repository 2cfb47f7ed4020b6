import type { getHomeTiles } from '@lantern/contract/catalog/home.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Locale } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { readingLanguageOf } from './reference.ts'

/** What the menu tiles count, of the content that readers of a locale are shown. */
export async function readHomeTiles(db: Db, locale: Locale, now: Date): Promise<ResponseOf<typeof getHomeTiles>> {
  const language = await readingLanguageOf(db, locale)
  const { rows } = await sql<{ free: number; discount_end: Date | null }>`
    select
      (select count(*)::integer from items where type = 'tutorial' and language = ${language} and status = 'published'
        and not hidden and not premium and not with_pay and learn_option_type = 'other') as free,
      (select min(discount_end) from items where discount_fen is not null and discount_start <= ${now}
        and discount_end > ${now} and status = 'published' and not hidden and language = ${language}) as discount_end
    `.execute(db)
  return { freeCount: rows[0]?.free ?? 0, discountEndDate: rows[0]?.discount_end?.toISOString() ?? null }
}
