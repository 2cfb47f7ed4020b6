import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { requireVisibleItem, type StatsRow, statsColumns, statsOf } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'

/** A rating from 0 to 10 by somebody who has learned the item. A second one takes the place of the first. */
export async function rateItem(
  { db, clock }: Services,
  viewer: SignedIn,
  { id, type, rating }: { id: string; type: ItemType; rating: number },
) {
  const item = await requireVisibleItem(db, viewer, id, type)
  const { rows } = await sql<StatsRow>`
    with acted as (
      insert into ratings as t (user_id, item_id, rating, rated_at)
      select user_id, item_id, ${rating}::smallint, ${clock.now()} from records
      where user_id = ${viewer.id} and item_id = ${item.id}
      on conflict (user_id, item_id) do update set replaced = t.rating, rating = excluded.rating, rated_at = excluded.rated_at
      returning item_id, rating, replaced
    )
    update item_stats s set rating_sum = s.rating_sum + acted.rating - coalesce(acted.replaced, 0),
      rating_count = s.rating_count + case when acted.replaced is null then 1 else 0 end,
      rating_spread = ${spreadAfter({ came: sql`acted.rating`, left: sql`acted.replaced` })}
    from acted where s.item_id = acted.item_id returning ${statsColumns}`.execute(db)
  if (!rows[0]) throw refuse('forbidden')
  return { statsMap: { [item.id]: statsOf(rows[0]) } }
}

/**
 * The counts of one to five stars of `item_stats s` after a rating came and another left; either may be null. Ratings are
 * stored as 0 to 10: half a star counts as the next whole one, and none at all as one.
 */
export function spreadAfter({ came, left }: { came: RawBuilder<unknown>; left: RawBuilder<unknown> }) {
  const isStarOf = (rating: RawBuilder<unknown>) =>
    sql`(${rating} is not null and star = greatest(1, (${rating} + 1) / 2))::integer`
  return sql`array(select people + ${isStarOf(came)} - ${isStarOf(left)}
    from unnest(s.rating_spread) with ordinality as counted (people, star) order by star)`
}

/** A note to the author, one for each learner and item; an empty one only says that there is nothing to say. */
export async function giveFeedback(
  { db, clock }: Services,
  viewer: SignedIn,
  { id, type, content }: { id: string; type: ItemType; content: string },
) {
  const item = await requireVisibleItem(db, viewer, id, type)
  const { rows } = await sql`
    with acted as (
      update records set feedback_given = true where user_id = ${viewer.id} and item_id = ${item.id} returning item_id
    ), kept as (
      insert into feedback (user_id, item_id, content, given_at)
      select ${viewer.id}, item_id, ${content.trim()}, ${clock.now()} from acted where ${content.trim()} <> ''
      on conflict (user_id, item_id) do update set content = excluded.content, given_at = excluded.given_at
    )
    select 1 from acted`.execute(db)
  if (rows.length === 0) throw refuse('forbidden')
  return { success: true }
}
