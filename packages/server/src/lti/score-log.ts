import type { LtiScore } from '@lantern/contract/lti/scores.ts'
import { sql } from 'kysely'
import { shownName } from '#identity/index.ts'
import type { Db } from '#kit/sql.ts'

const mostShown = 50

interface ScoreRow {
  id: string
  platform: string
  item: string
  person: string
  percent: number | null
  sentAt: Date | null
  problem: string | null
  retryAt: Date | null
}

/** What was sent last, and first of all what could not be. */
export async function readScores(db: Db, organisationId: string): Promise<LtiScore[]> {
  const { rows } = await sql<ScoreRow>`
    select s.link_id || ' ' || s.user_id as id, f.name as platform, i.title as item, ${shownName} as person, s.score::integer as percent, s.sent_at as "sentAt",
      s.problem, s.retry_at as "retryAt"
    from lti_scores s join lti_links l on l.id = s.link_id join lti_platforms f on f.id = l.platform_id
      join items i on i.id = l.item_id join users u on u.id = s.user_id
    where f.organisation_id = ${organisationId} and f.ended_at is null and (s.sent_at is not null or s.problem is not null)
    order by s.problem is null, s.sent_at desc nulls first limit ${mostShown}`.execute(db)
  return rows.map(({ sentAt, retryAt, ...row }) => ({
    ...row,
    sentAt: sentAt?.toISOString() ?? null,
    retryAt: retryAt?.toISOString() ?? null,
  }))
}
