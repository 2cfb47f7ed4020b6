import {
  fastestFilm,
  filmSlackSeconds,
  leastAnomalyMs,
  longestBeatMs,
  pauseMs,
  type StudyAnomaly,
} from '@lantern/contract/campus/study-rules.ts'
import type { beatStudy } from '@lantern/contract/campus/study-time.ts'
import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { partsOf, shownTo } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { siteTimeZone } from '#kit/site-time.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { isFor } from './recipients.ts'
import { refused } from './refused.ts'
import { readStudyToken, signStudy } from './study-token.ts'

type Watched = NonNullable<BodyOf<typeof beatStudy>['watched']>

/**
 * Counts the time since the page's last heartbeat. The site alone measures it: a token says when it was given, so a page can
 * neither invent time nor tell it twice, and what another page counted meanwhile is taken off.
 */
export async function beat(
  { db, clock, sealer }: Pick<Services, 'db' | 'clock' | 'sealer'>,
  viewer: SignedIn,
  { itemId, token, paused = false, watched = [] }: BodyOf<typeof beatStudy>,
): Promise<ResponseOf<typeof beatStudy>> {
  const now = clock.now()
  const held = token === null ? null : readStudyToken(sealer, token, { userId: viewer.id, itemId })
  if (token !== null && held === null) throw refused('token', 'campus.study_token_wrong')
  if (!(await isCounted(db, viewer, itemId, now))) return { token: null }
  const first = { userId: viewer.id, itemId, beganAt: now.getTime(), at: now.getTime(), films: 0 }
  if (!held) return { token: signStudy(sealer, first) }
  const films = await inTransaction(db, async (trx) => {
    const from = new Date(held.at)
    // time without a sign proves nothing; what was played is still known, and the clock allows for it
    if (!paused && now.getTime() - held.at <= longestBeatMs) await countTime(trx, viewer, { itemId, from, now })
    const allowed = ((now.getTime() - held.beganAt) / 1000) * fastestFilm + filmSlackSeconds - held.films
    return countFilms(trx, viewer.id, watched, { itemId, now, allowed })
  })
  return { token: signStudy(sealer, { ...first, beganAt: held.beganAt, films: held.films + films }) }
}

/** Counted is what a class of the learner was assigned and may work on, in any language of it. */
async function isCounted(db: Db, viewer: SignedIn, itemId: string, now: Date): Promise<boolean> {
  const learnsIn = viewer.memberships.filter(({ role }) => role === 'learner')
  if (viewer.classes.length === 0 || learnsIn.length === 0) return false
  const { rows } = await sql`
    select from items i where i.id = ${itemId} and ${shownTo(viewer)} and exists (
      select from assignments a join classes k on k.id = a.class_id and k.archived_at is null
        left join assignment_dates d on d.assignment_id = a.id and d.user_id = ${viewer.id}
        cross join lateral ${partsOf(sql`a.item_id`)} x join items xi on xi.id = x.id
      where a.class_id = any(${viewer.classes}::text[])
        and k.organisation_id = any(${learnsIn.map(({ organisationId }) => organisationId)}::text[])
        and ${isFor(viewer.id)} and coalesce(d.opens_at, a.opens_at) <= ${now} and xi.work_id = i.work_id)`.execute(db)
  return rows.length > 0
}

interface Beat {
  itemId: string
  from: Date
  now: Date
}

/** The row of the person's clock is locked by the statement: of two pages at once the second takes what the first left. */
async function countTime(trx: Trx, { id, sessionId }: SignedIn, { itemId, from, now }: Beat): Promise<void> {
  const passed = now.getTime() - from.getTime()
  const { rows } = await sql<{ given: number; overlap: number; run: number }>`
    insert into study_clocks as c (user_id, counted_until, run_since, session_id, given_ms, overlap_ms)
    values (${id}, ${now}, ${from}, ${sessionId}, ${passed}, 0)
    on conflict (user_id) do update set
      given_ms = greatest(0, least(${passed}, extract(epoch from ${now}::timestamptz - c.counted_until) * 1000)),
      overlap_ms = case when c.session_id = excluded.session_id then 0
        else greatest(0, extract(epoch from least(c.counted_until, ${now}) - ${from}::timestamptz) * 1000) end,
      run_since = case when c.counted_until < ${new Date(from.getTime() - pauseMs)} then ${from} else c.run_since end,
      session_id = excluded.session_id, counted_until = greatest(c.counted_until, excluded.counted_until)
    returning given_ms as given, overlap_ms as overlap,
      (extract(epoch from ${now}::timestamptz - run_since) * 1000)::bigint as run`.execute(trx)
  const { given = 0, overlap = 0, run = 0 } = rows[0] ?? {}
  if (given > 0) {
    await sql`
      insert into study_time as t (user_id, item_id, day, spent_ms, last_at)
      values (${id}, ${itemId}, ${dayOf(now)}, ${given}, ${now})
      on conflict (user_id, item_id, day) do update
        set spent_ms = t.spent_ms + excluded.spent_ms, last_at = excluded.last_at`.execute(trx)
  }
  if (overlap > 0) await note(trx, id, { itemId, now, kind: 'two_devices', ms: overlap })
  if (Number(run) >= leastAnomalyMs.no_pause) await note(trx, id, { itemId, now, kind: 'no_pause', ms: Number(run) })
}

interface Studied {
  itemId: string
  at: Date
  minutes: number
}

/** Writes study time that was counted elsewhere. */
export async function saveStudyTime(db: Db | Trx, userId: string, { itemId, at, minutes }: Studied): Promise<void> {
  await sql`
    insert into study_time (user_id, item_id, day, spent_ms, last_at)
    values (${userId}, ${itemId}, ${dayOf(at)}, ${minutes * 60_000}, ${at})
    on conflict do nothing`.execute(db)
}

interface FilmsOf {
  itemId: string
  now: Date
  /** Seconds that can have been played on this page and are not counted yet. */
  allowed: number
}

/**
 * Keeps which seconds of films of the item were played, each once: seeking adds nothing and takes nothing. More than can have been
 * played since the page was opened is not kept. Answers how many seconds are new.
 */
async function countFilms(
  trx: Trx,
  userId: string,
  watched: Watched,
  { itemId, now, allowed }: FilmsOf,
): Promise<number> {
  const told = watched.flatMap(({ videoId, parts }) =>
    parts.filter(({ from, to }) => to > from).map(({ from, to }) => ({ videoId, from, to })),
  )
  if (told.length === 0) return 0
  const { rows } = await sql<{ video_id: string; parts: string; fresh: number }>`
    select v.id as video_id, (told.parts + coalesce(f.parts, '{}'))::text as parts,
      (select coalesce(sum(upper(r) - lower(r)), 0)::integer
        from unnest(told.parts - coalesce(f.parts, '{}')) r) as fresh
    from (select t."videoId" as id, range_agg(int4range(t."from", t."to")) as parts
        from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t ("videoId" text, "from" integer, "to" integer)
        group by t."videoId") given
      join videos v on v.id = given.id and v.duration is not null
      cross join lateral (select given.parts * int4multirange(int4range(0, ceil(v.duration)::integer)) as parts) told
      left join study_films f on f.user_id = ${userId} and f.item_id = ${itemId} and f.video_id = v.id
    where exists (select from sections s where s.item_id = ${itemId} and strpos(s.body_html, v.id) > 0)
      or exists (select from tutorial_details t where t.item_id = ${itemId} and t.overview_video_id = v.id)`.execute(
    trx,
  )
  const fresh = rows.reduce((sum, row) => sum + row.fresh, 0)
  if (fresh > allowed) {
    await note(trx, userId, { itemId, now, kind: 'film_too_fast', ms: Math.round((fresh - allowed) * 1000) })
    return 0
  }
  for (const { video_id, parts } of rows)
    await sql`
      insert into study_films as f (user_id, item_id, video_id, parts)
      values (${userId}, ${itemId}, ${video_id}, ${parts}::int4multirange)
      on conflict (user_id, item_id, video_id) do update set parts = f.parts + excluded.parts`.execute(trx)
  return fresh
}

interface Noted {
  itemId: string
  now: Date
  kind: StudyAnomaly
  ms: number
}

/** A run without a pause is as long as it has become; what else is noted adds up over the day. */
async function note(trx: Trx, userId: string, { itemId, now, kind, ms }: Noted): Promise<void> {
  await sql`
    insert into study_anomalies as n (user_id, item_id, day, kind, amount_ms)
    values (${userId}, ${itemId}, ${dayOf(now)}, ${kind}, ${ms})
    on conflict (user_id, item_id, day, kind) do update set amount_ms =
      case when n.kind = 'no_pause' then greatest(n.amount_ms, excluded.amount_ms)
        else n.amount_ms + excluded.amount_ms end`.execute(trx)
}

function dayOf(now: Date) {
  return sql`(${now}::timestamptz at time zone ${siteTimeZone})::date`
}
