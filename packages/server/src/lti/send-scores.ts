import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { lineItemScope, scoreScope } from './ags-scopes.ts'
import { addressOf, recordOf } from './claims.ts'
import { accessToken, askPlatform, PlatformFailure } from './platform-services.ts'

const mostAtOnce = 200
const minuteMs = 60_000
const longestPauseMs = 24 * 60 * minuteMs
/** Three months of trying, since a platform may be away for the holidays; after that the next change is sent. */
const mostTries = 100

/** Every minute: what people of platforms learned since is sent there. Safe to repeat: the platform keeps the newest. */
export async function sendScores(services: Services): Promise<void> {
  const tokens = new Map<string, Promise<string>>()
  /** Line items that were made or found in this round, by the ids of their links. */
  const columns = new Map<string, string>()
  for (const due of await dueScores(services.db, services.clock.now())) {
    const now = services.clock.now()
    const isSame = due.score !== null && due.score === due.sentScore && due.completed === due.sentCompleted
    if (due.score === null || (isSame && due.tries === 0)) {
      await keep(services.db, due, { seen_at: due.learnedAt })
      continue
    }
    try {
      await send(services, due, { tokens, columns })
      const { score, completed, learnedAt } = due
      const told = { seen_at: learnedAt, score, completed, sent_at: now, tries: 0, retry_at: null, problem: null }
      await keep(services.db, due, told)
    } catch (error) {
      if (!(error instanceof PlatformFailure)) throw error
      const tries = due.tries + 1
      const pauseMs = Math.min(minuteMs * 2 ** due.tries, longestPauseMs)
      const retry_at = tries < mostTries ? new Date(now.getTime() + pauseMs) : null
      await keep(services.db, due, { seen_at: due.learnedAt, tries, retry_at, problem: error.message.slice(0, 300) })
    }
  }
}

interface DueScore {
  linkId: string
  itemId: string
  userId: string
  subject: string
  platformId: string
  clientId: string
  tokenUrl: string
  lineItemUrl: string | null
  lineItemsUrl: string | null
  resourceLinkId: string
  scopes: string[]
  title: string
  /** Per cent; null: nothing was begun. */
  score: number | null
  completed: boolean
  learnedAt: Date
  sentScore: number | null
  sentCompleted: boolean | null
  tries: number
}

/** A quiz counts by its best attempt, everything else by what is done of it. */
async function dueScores(db: Db, now: Date): Promise<DueScore[]> {
  const { rows } = await sql<DueScore>`
    select s.link_id as "linkId", l.item_id as "itemId", s.user_id as "userId", s.subject, l.platform_id as "platformId",
      f.client_id as "clientId", f.token_url as "tokenUrl", l.line_item_url as "lineItemUrl",
      l.line_items_url as "lineItemsUrl", l.resource_link_id as "resourceLinkId", l.scopes, i.title,
      case
        when i.type = 'quiz' then q.score
        when p.completed_time is not null then 100
        when parts.of > 0 then round(100.0 * least(parts.done, parts.of) / parts.of)::real
        else 0 end as score,
      p.completed_time is not null as completed, learned.at as "learnedAt",
      s.score as "sentScore", s.completed as "sentCompleted", s.tries
    from lti_scores s join lti_links l on l.id = s.link_id
      join lti_platforms f on f.id = l.platform_id and f.ended_at is null and f.token_url is not null
      join items i on i.id = l.item_id
      join learner_progress p on p.item_id = l.item_id and p.user_id = s.user_id
    cross join lateral (
      select greatest(p.updated_time, max(o.updated_time)) as at
      from item_contents c join learner_progress o on o.item_id = c.child_id and o.user_id = s.user_id
      where c.parent_id = l.item_id) learned
    cross join lateral (
      select (select count(*) from sections t where t.item_id = l.item_id)
          + (select count(*) from item_contents c where c.parent_id = l.item_id) as of,
        (select count(*) from sections t
          where t.item_id = l.item_id and (p.steps -> t.work_step_id -> 'completed') = 'true'::jsonb)
          + (select count(*) from item_contents c
              join learner_progress o on o.item_id = c.child_id and o.user_id = s.user_id
              where c.parent_id = l.item_id and o.completed) as done) parts
    left join lateral (
      select round(100.0 * coalesce(a.score, a.correct_count) / greatest(a.question_count, 1))::real as score from quiz_attempts a
      where a.user_id = s.user_id and a.item_id = l.item_id and a.submitted_at is not null and a.waiting = 0
      order by 1 desc limit 1) q on true
    where (s.retry_at is null and (s.seen_at is null or s.seen_at < learned.at)) or s.retry_at <= ${now}
    order by s.retry_at nulls first, s.link_id, s.user_id limit ${mostAtOnce}`.execute(db)
  return rows
}

interface Round {
  tokens: Map<string, Promise<string>>
  columns: Map<string, string>
}

async function send(services: Services, due: DueScore, { tokens, columns }: Round): Promise<void> {
  const scope = due.scopes.filter((one) => one === scoreScope || one === lineItemScope).join(' ')
  const key = `${due.platformId} ${scope}`
  const asking = tokens.get(key) ?? accessToken(services, due, scope)
  tokens.set(key, asking)
  const authorization = `Bearer ${await asking}`
  const address = due.lineItemUrl ?? columns.get(due.linkId) ?? (await lineItemOf(services, due, authorization))
  columns.set(due.linkId, address)
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/scores`
  await askPlatform(services, url.href, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/vnd.ims.lis.v1.score+json' },
    body: JSON.stringify({
      userId: due.subject,
      scoreGiven: due.score,
      scoreMaximum: 100,
      activityProgress: due.completed ? 'Completed' : 'InProgress',
      gradingProgress: 'FullyGraded',
      timestamp: services.clock.now().toISOString(),
    }),
  })
}

/** For a link without a column at the platform: the one that was made for it before a process was killed, or a new one. */
async function lineItemOf(services: Services, due: DueScore, authorization: string): Promise<string> {
  const address =
    (await findLineItem(services, due, authorization)) ?? (await makeLineItem(services, due, authorization))
  await services.db.updateTable('lti_links').set({ line_item_url: address }).where('id', '=', due.linkId).execute()
  return address
}

async function findLineItem(services: Services, due: DueScore, authorization: string): Promise<string | null> {
  const url = new URL(due.lineItemsUrl ?? '')
  url.searchParams.set('resource_link_id', due.resourceLinkId)
  url.searchParams.set('resource_id', due.itemId)
  const found: unknown = await askPlatform(services, url.href, {
    headers: { authorization, accept: 'application/vnd.ims.lis.v2.lineitemcontainer+json' },
  })
  const own = (Array.isArray(found) ? found : [])
    .map(recordOf)
    .find(({ resourceLinkId, resourceId }) => resourceLinkId === due.resourceLinkId && resourceId === due.itemId)
  return addressOf(own?.id)
}

async function makeLineItem(services: Services, due: DueScore, authorization: string): Promise<string> {
  const { title: label, resourceLinkId, itemId: resourceId } = due
  const made = await askPlatform(services, due.lineItemsUrl ?? '', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/vnd.ims.lis.v2.lineitem+json' },
    body: JSON.stringify({ label, scoreMaximum: 100, resourceLinkId, resourceId }),
  })
  const address = addressOf(made.id)
  if (address === null) throw new PlatformFailure('line item: no id')
  return address
}

interface Kept {
  seen_at: Date
  score?: number
  completed?: boolean
  sent_at?: Date
  tries?: number
  retry_at?: Date | null
  problem?: string | null
}

async function keep(db: Db, { linkId, userId }: DueScore, change: Kept): Promise<void> {
  await db.updateTable('lti_scores').set(change).where('link_id', '=', linkId).where('user_id', '=', userId).execute()
}
