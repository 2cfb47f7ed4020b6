import type { ModeratorAction, StatsPeriod } from '@lantern/contract/community/report-rules.ts'
import type { ReportStats } from '@lantern/contract/community/report-stats.ts'
import { sql } from 'kysely'
import { shownName } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { siteTimeZone } from '#kit/site-time.ts'
import type { Db } from '#kit/sql.ts'

/** Reports and moderators' actions of the last days of the site's time, today among them. */
export async function readReportStats(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  period: StatsPeriod = '30',
): Promise<ReportStats> {
  const now = clock.now()
  return {
    period,
    asOf: now.toISOString(),
    moderators: await actsByModerator(db, now, period),
    open: await openReports(db),
    perDay: await reportsByDay(db, now, period),
  }
}

/** Midnight of the first of the days. */
function firstMoment(now: Date, period: StatsPeriod) {
  return sql`(${firstDay(now, period)}::timestamp at time zone ${siteTimeZone})`
}

function firstDay(now: Date, period: StatsPeriod) {
  return sql`((${now}::timestamptz at time zone ${siteTimeZone})::date - ${Number(period) - 1}::integer)`
}

type ActsRow = Record<ModeratorAction, number> & { id: string | null; name: string | null; avatar: string | null }

async function actsByModerator(db: Db, now: Date, period: StatsPeriod): Promise<ReportStats['moderators']> {
  const of = (action: ModeratorAction) => sql`count(*) filter (where a.action = ${action})::integer`
  const { rows } = await sql<ActsRow>`
    select u.id, ${shownName} as name, u.avatar, ${of('ban')} as ban,
      ${of('ignore')} as ignore, ${of('undo')} as undo, ${of('read')} as read
    from report_acts a left join users u on u.id = a.moderator_id
    where a.acted_at >= ${firstMoment(now, period)}
    group by u.id order by count(*) desc, u.id`.execute(db)
  return rows.map(({ id, name, avatar, ...counts }) => ({
    moderator: id === null ? null : { id, name: name ?? '', avatar },
    ...counts,
  }))
}

async function openReports(db: Db): Promise<ReportStats['open']> {
  const { rows } = await sql<ReportStats['open']>`
    select ${countsByType} from reports where status = 'open'`.execute(db)
  return rows[0] ?? { message: 0, note: 0, submission: 0, feedback: 0, profile: 0 }
}

async function reportsByDay(db: Db, now: Date, period: StatsPeriod): Promise<ReportStats['perDay']> {
  const { rows } = await sql<ReportStats['perDay'][number]>`
    with came as (
      select (created_at at time zone ${siteTimeZone})::date as day, ${countsByType}
      from reports where created_at >= ${firstMoment(now, period)} group by 1)
    select to_char(${firstDay(now, period)} + series.at, 'YYYY-MM-DD') as day,
      coalesce(came.message, 0) as message, coalesce(came.note, 0) as note, coalesce(came.submission, 0) as submission,
      coalesce(came.feedback, 0) as feedback,      coalesce(came.profile, 0) as profile
    from generate_series(0, ${Number(period) - 1}::integer) as series (at)
    left join came on came.day = ${firstDay(now, period)} + series.at
    order by series.at`.execute(db)
  return rows
}

const countsByType = sql`count(*) filter (where type = 'message')::integer as message,
  count(*) filter (where type = 'note')::integer as note,
  count(*) filter (where type = 'submission')::integer as submission,
  count(*) filter (where type = 'feedback')::integer as feedback,
  count(*) filter (where type = 'profile')::integer as profile`
