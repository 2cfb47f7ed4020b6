import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { figuresOf, requireVisibleItem } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'

/** A rating from 0 to 10 by a learner of the item. A second one takes the place of the first. */
export async function rateItem(
  { db, clock }: Services,
  viewer: SignedIn,
  { id, type, rating }: { id: string; type: ItemType; rating: number },
) {
  const item = await requireVisibleItem(db, viewer, id, type)
  const { rows } = await sql`
    with acted as (
      insert into ratings as t (user_id, item_id, rating, rated_at)
      select user_id, item_id, ${rating}::smallint, ${clock.now()} from records
      where user_id = ${viewer.id} and item_id = ${item.id}
      on conflict (user_id, item_id) do update set replaced = t.rating, rating = excluded.rating, rated_at = excluded.rated_at
      returning item_id, rating, replaced
    )
    insert into item_stat_changes ${ratingChange({ came: sql`rating`, left: sql`replaced` })} from acted
    returning item_id`.execute(db)
  if (rows.length === 0) throw refuse('forbidden')
  return { statsMap: await figuresOf(db, item.id) }
}

/**
 * The columns of `item_stat_changes` and what they are, of rows with an `item_id`, for a rating that came and another that
 * left; either may be null. Ratings are 0 to 10: half a star counts as the next whole one, and none at all as one.
 */
export function ratingChange({
  came = sql`null::integer`,
  left,
}: {
  came?: RawBuilder<unknown>
  left: RawBuilder<unknown>
}) {
  const starOf = (rating: RawBuilder<unknown>) =>
    sql`case when ${rating} is not null then greatest(1, (${rating} + 1) / 2) end`
  return sql`(item_id, rating_sum, rating_count, star_came, star_left)
    select item_id, coalesce(${came}, 0) - coalesce(${left}, 0),
      (${came} is not null)::integer - (${left} is not null)::integer, ${starOf(came)}, ${starOf(left)}`
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
