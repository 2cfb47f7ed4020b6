import { seesCampus } from '@lantern/contract/catalog/access.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'

/** What this viewer may come upon as a reader, as a condition on `i`: `isVisible` without what only makers see. */
export function shownTo(viewer: Viewer): RawBuilder<boolean> {
  return sql`i.status = 'published' and not i.hidden and (i.learn_option_type = 'other' or ${seesCampus(viewer)}::boolean)`
}

/**
 * Whether an item counts in the project or course that holds it: what is not public counts for nobody, and what belongs
 * to the campus only inside the campus's own.
 */
export function countsIn(alias: 'i' | 'c' | 'k', parentId: RawBuilder<string>): RawBuilder<boolean> {
  const item = sql.raw(alias)
  return sql`${item}.status = 'published' and not ${item}.hidden and (${item}.learn_option_type = 'other'
    or exists (select from items holder where holder.id = ${parentId} and holder.learn_option_type = 'campus'))`
}
