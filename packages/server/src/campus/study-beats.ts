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
  const timeZone = await zoneOfCounted(db, viewer, itemId, now)
  if (timeZone === null) return { token: null }
  const first = { userId: viewer.id, itemId, beganAt: now.getTime(), at: now.getTime(), films: 0 }
  if (!held) return { token: signStudy(sealer, first) }
  const films = await inTransaction(db, async (trx) => {
    const from = new Date(held.at)
    // time without a sign proves nothing; what was played is still known, and the clock allows for it
    if (!paused && now.getTime() - held.at <= longestBeatMs)
      await countTime(trx, viewer, { itemId, from, now, timeZone })
    const allowed = ((now.getTime() - held.beganAt) / 1000) * fastestFilm + filmSlackSeconds - held.films
    return countFilms(trx, viewer.id, watched, { itemId, now, timeZone, allowed })
  })
  return { token: signStudy(sealer, { ...first, beganAt: held.beganAt, films: held.films + films }) }
}

/**
 * Counted is what a class of the learner was assigned and may work on, in any language of it. Days are those of the
 * organisation, which accounts for them; null: not counted.
 */
async function zoneOfCounted(db: Db, viewer: SignedIn, itemId: string, now: Date): Promise<string | null> {
  const learnsIn = viewer.memberships.filter(({ role }) => role === 'learner')
  if (viewer.classes.length === 0 || learnsIn.length === 0) return null
  const { rows } = await sql<{ timeZone: string }>`
    select at.time_zone as "timeZone" from items i cross join lateral (
      select o.time_zone from assignments a join classes k on k.id = a.class_id and k.archived_at is null
        join organisations o on o.id = k.organisation_id
        left join assignment_dates d on d.assignment_id = a.id and d.user_id = ${viewer.id}
        cross join lateral ${partsOf(sql`a.item_id`)} x join items xi on xi.id = x.id
      where a.class_id = any(${viewer.classes}::text[])
        and k.organisation_id = any(${learnsIn.map(({ organisationId }) => organisationId)}::text[])
        and ${isFor(viewer.id)} and coalesce(d.opens_at, a.opens_at) <= ${now} and xi.work_id = i.work_id
      order by a.class_id limit 1
    ) at where i.id = ${itemId} and ${shownTo(viewer)}`.execute(db)
  return rows[0]?.timeZone ?? null
}

interface Moment {
  itemId: string
  now: Date
  /** Of the organisation whose days are counted. */
  timeZone: string
}

interface Beat extends Moment {
  from: Date
}

/** The row of the person's clock is locked by the statement: of two pages at once the second takes what the first left. */
async function countTime(trx: Trx, { id, sessionId }: SignedIn, { from, ...at }: Beat): Promise<void> {
  const { now } = at
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
    // what was given ends now; of what passed midnight each day has its part
    await sql`
      insert into study_time as t (user_id, item_id, day, spent_ms, last_at)
      select ${id}, ${at.itemId}, days.day, days.ms, ${now}
      from (select ${dayOf(at)} as today, least(${given}, extract(epoch from
          ${now}::timestamptz - ${dayOf(at)}::timestamp at time zone ${at.timeZone}) * 1000)::integer as ms) now
        cross join lateral (values (now.today, now.ms), (now.today - 1, ${given} - now.ms)) days (day, ms)
      where days.ms > 0
      on conflict (user_id, item_id, day) do update
        set spent_ms = t.spent_ms + excluded.spent_ms, last_at = excluded.last_at`.execute(trx)
  }
  if (overlap > 0) await note(trx, id, { ...at, kind: 'two_devices', ms: overlap })
  if (Number(run) >= leastAnomalyMs.no_pause) await note(trx, id, { ...at, kind: 'no_pause', ms: Number(run) })
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
    values (${userId}, ${itemId}, ${dayOf({ now: at, timeZone: siteTimeZone })}, ${minutes * 60_000}, ${at})
    on conflict do nothing`.execute(db)
}

interface FilmsOf extends Moment {
  /** Seconds that can have been played on this page and are not counted yet. */
  allowed: number
}

/**
 * Keeps which seconds of films of the item were played, each once: seeking adds nothing and takes nothing. More than can have been
 * played since the page was opened is not kept. Answers how many seconds are new.
 */
async function countFilms(trx: Trx, userId: string, watched: Watched, { allowed, ...at }: FilmsOf): Promise<number> {
  const { itemId } = at
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
    await note(trx, userId, { ...at, kind: 'film_too_fast', ms: Math.round((fresh - allowed) * 1000) })
    return 0
  }
  for (const { video_id, parts } of rows)
    await sql`
      insert into study_films as f (user_id, item_id, video_id, parts)
      values (${userId}, ${itemId}, ${video_id}, ${parts}::int4multirange)
      on conflict (user_id, item_id, video_id) do update set parts = f.parts + excluded.parts`.execute(trx)
  return fresh
}

interface Noted extends Moment {
  kind: StudyAnomaly
  ms: number
}

/** A run without a pause is as long as it has become; what else is noted adds up over the day. */
async function note(trx: Trx, userId: string, { itemId, kind, ms, ...at }: Noted): Promise<void> {
  await sql`
    insert into study_anomalies as n (user_id, item_id, day, kind, amount_ms)
    values (${userId}, ${itemId}, ${dayOf(at)}, ${kind}, ${ms})
    on conflict (user_id, item_id, day, kind) do update set amount_ms =
      case when n.kind = 'no_pause' then greatest(n.amount_ms, excluded.amount_ms)
        else n.amount_ms + excluded.amount_ms end`.execute(trx)
}

function dayOf({ now, timeZone }: Pick<Moment, 'now' | 'timeZone'>) {
  return sql`(${now}::timestamptz at time zone ${timeZone})::date`
}
