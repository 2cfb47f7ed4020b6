import { leastAnomalyMs, type StudyAnomaly, studyAnomalies } from '@lantern/contract/campus/study-rules.ts'
import type { ClassStudy, readStudy, StudyRow } from '@lantern/contract/campus/study-time.ts'
import type { QueryOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import { inNameOrder } from '#kit/name-order.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import type { Cell } from '#kit/write-csv.ts'
import { worksOf } from './assigned-works.ts'
import { assignmentsOf } from './class-page.ts'
import { classFor, learnerName, learnersOf, requireTeacher, standBehind } from './class-rights.ts'
import { isFor } from './recipients.ts'

type Needs = Pick<Services, 'db' | 'clock'>

const pageSize = 100
/** Lines of the file. */
const mostLines = 200_000

/** Study time of a class by learner, by name. A learner reads what is kept of them. */
export async function readClassStudy(
  { db, clock }: Needs,
  viewer: SignedIn,
  classId: string,
  { assignmentId, after }: QueryOf<typeof readStudy>,
): Promise<ClassStudy> {
  const taught = await classFor(db, viewer, classId)
  const all = await assignmentsOf(db, viewer, taught, clock.now())
  const assigned = assignmentId === undefined ? all : all.filter(({ id }) => id === assignmentId)
  if (assignmentId !== undefined && assigned.length === 0) throw refuse('not_found')
  const isAsked = taught.isTeacher ? sql`true` : sql`u.id = ${viewer.id}`
  const found = sql`${learnersOf(classId)} where ${isAsked}`
  const isBehind = standBehind(classId, after)
  const people = await sql<{ id: string; name: string }>`
    select u.id, ${learnerName} as name from ${found} and ${isBehind}
    order by ${inNameOrder(learnerName)}, u.id limit ${pageSize + 1}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from ${found}`.execute(db)
  const page = people.rows.slice(0, pageSize)
  const known = await studyOf(
    db,
    page.map(({ id }) => id),
    assigned.map(({ id }) => id),
  )
  return {
    rows: page.map(({ id, name }) => ({ userId: id, name, ...(known.get(id) ?? nothing) })),
    total: counted.rows[0]?.total ?? 0,
    next: people.rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  }
}

type Studied = Omit<StudyRow, 'userId' | 'name'>

const nothing: Studied = { seconds: 0, filmSeconds: 0, filmsSeconds: 0, lastAt: null, anomalies: [] }

/** True of rows of `t` that are about something that was assigned to their person. */
const ofWork = sql`exists (select from works w join assignments a on a.id = w.assignment_id
  join items ti on ti.id = t.item_id where w.work_id = ti.work_id and ${isFor(sql`t.user_id`)})`

async function studyOf(
  db: Db,
  userIds: readonly string[],
  assignmentIds: readonly string[],
): Promise<ReadonlyMap<string, Studied>> {
  if (userIds.length === 0 || assignmentIds.length === 0) return new Map()
  const { rows } = await sql<{
    user_id: string
    seconds: number
    film_seconds: number
    films_seconds: number
    last_at: Date | null
    anomalies: { kind: StudyAnomaly; day: string; ms: number; title: string }[] | null
  }>`
    with ${worksOf(assignmentIds)}
    select u.id as user_id,
      coalesce((select sum(t.spent_ms) / 1000 from study_time t where t.user_id = u.id and ${ofWork}), 0)::integer
        as seconds,
      (select max(t.last_at) from study_time t where t.user_id = u.id and ${ofWork}) as last_at,
      coalesce(films.seen, 0)::integer as film_seconds, coalesce(films.whole, 0)::integer as films_seconds,
      (select json_agg(json_build_object('kind', t.kind, 'day', t.day, 'ms', t.amount_ms, 'title', i.title)
          order by t.day desc, t.kind)
        from study_anomalies t join items i on i.id = t.item_id where t.user_id = u.id and ${ofWork}) as anomalies
    from ${idRows(userIds)} u left join lateral (
      select sum((select sum(upper(r) - lower(r)) from unnest(t.parts) r)) as seen, sum(ceil(v.duration)) as whole
      from study_films t join videos v on v.id = t.video_id where t.user_id = u.id and ${ofWork}) films on true
  `.execute(db)
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        seconds: row.seconds,
        filmSeconds: row.film_seconds,
        filmsSeconds: row.films_seconds,
        lastAt: row.last_at?.toISOString() ?? null,
        anomalies: (row.anomalies ?? [])
          .filter(({ kind, ms }) => ms >= leastAnomalyMs[kind])
          .toSorted((one, other) => studyAnomalies.indexOf(one.kind) - studyAnomalies.indexOf(other.kind))
          .map(({ ms, ...one }) => ({ ...one, minutes: Math.round(ms / 60_000) })),
      },
    ]),
  )
}

/** A line for each learner, item and day, from which a school accounts for hours. */
export async function readStudyFile(
  { db, clock }: Needs,
  viewer: SignedIn,
  classId: string,
  t: (key: string) => string,
): Promise<Cell[][]> {
  const taught = await requireTeacher(db, viewer, classId)
  const assigned = await assignmentsOf(db, viewer, taught, clock.now())
  const { rows } = await sql<{ name: string; title: string; day: string; minutes: number }>`
    with ${worksOf(assigned.map(({ id }) => id))}
    select ${learnerName} as name, i.title, to_char(t.day, 'YYYY-MM-DD') as day,
      round(t.spent_ms / 60000.0, 1)::float8 as minutes
    from ${learnersOf(classId)} join study_time t on t.user_id = u.id join items i on i.id = t.item_id
    where ${ofWork} order by ${inNameOrder(learnerName)}, u.id, t.day, i.title limit ${mostLines}`.execute(db)
  return [
    ['campus.name', 'campus.study_item', 'campus.study_day', 'campus.study_minutes'].map(t),
    ...rows.map(({ name, title, day, minutes }) => [name, title, day, minutes]),
  ]
}
