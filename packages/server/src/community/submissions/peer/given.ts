import { type RawBuilder, sql } from 'kysely'

/** How many submissions for a step a learner has given feedback on. */
export function givenBy(userId: RawBuilder<unknown>, sectionId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*)::integer from peer_feedback g join submissions o on o.id = g.submission_id
    where g.reviewer_id = ${userId} and o.section_id = ${sectionId} and g.given_at is not null)`
}
