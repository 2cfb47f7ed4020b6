import { type RawBuilder, sql } from 'kysely'

/**
 * What a guest comes upon by looking around: published, shown, and no school's own. The one condition of everything that
 * is made for programs, so that none of them tells what the site itself does not.
 */
export function foundByAll(alias: 'i' | 'o'): RawBuilder<boolean> {
  const item = sql.raw(alias)
  return sql`${item}.status = 'published' and not ${item}.hidden and ${item}.learn_option_type = 'other'
    and ${item}.deleted_at is null`
}

/** Types with a page of their own, by the name of their part of the site's map. */
export const crawledTypes = ['tutorial', 'project', 'course', 'quiz', 'liveSession'] as const
export type CrawledType = (typeof crawledTypes)[number]
