import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const campusPersonalData = {
  holds: [
    'course_places.user_id',
    'live_courses.teacher_id',
    'assignments.assigned_by',
    'assignment_dates.user_id',
    'assignment_marks.user_id',
    'assignment_openings.user_id',
    'assignment_marks.marked_by',
    'class_teachings.taught_by',
    'class_places.user_id',
    'class_messages.sent_by',
    'class_group_members.user_id',
    'assignment_people.user_id',
    'study_clocks.user_id',
    'study_time.user_id',
    'study_films.user_id',
    'study_anomalies.user_id',
  ],
  read: campusData,
  erase: eraseCampus,
  merge: absorbCampus,
} satisfies PersonalData

const ofLearners = [
  'assignment_dates',
  'assignment_marks',
  'assignment_openings',
  'assignment_people',
  'class_group_members',
  'class_places',
  'study_anomalies',
  'study_clocks',
  'study_films',
  'study_time',
] as const

async function campusData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ entry: unknown }>`
    select jsonb_build_object('courseId', course_id, 'itemId', item_id, 'stepId', step_id, 'updatedAt', updated_at)
      as entry
    from course_places where user_id = ${userId} order by course_id`.execute(db)
  const { rows: dates } = await sql<{ entry: unknown }>`
    select jsonb_build_object('assignmentId', assignment_id, 'opensAt', opens_at, 'dueAt', due_at) as entry
    from assignment_dates where user_id = ${userId} order by assignment_id`.execute(db)
  const { rows: openings } = await sql<{ entry: unknown }>`
    select jsonb_build_object('assignmentId', assignment_id, 'openedAt', opened_at) as entry
    from assignment_openings where user_id = ${userId} order by assignment_id`.execute(db)
  // what is not released yet is not in the file either: `release_told_at` is set when its time has come
  const { rows: marks } = await sql<{ entry: unknown }>`
    select jsonb_build_object('assignmentId', m.assignment_id, 'points', m.points, 'feedback', m.feedback, 'levels', m.levels,
      'markedAt', m.marked_at) as entry
    from assignment_marks m join assignments a on a.id = m.assignment_id
    where m.user_id = ${userId} and a.release_told_at is not null order by m.assignment_id`.execute(db)
  const { rows: places } = await sql<{ entry: unknown }>`
    select jsonb_build_object('classId', class_id, 'stepId', step_id, 'seenAt', seen_at, 'handAt', hand_at,
      'question', hand_text) as entry
    from class_places where user_id = ${userId} order by class_id`.execute(db)
  const { rows: groups } = await sql<{ entry: unknown }>`
    select jsonb_build_object('classId', g.class_id, 'name', g.name) as entry
    from class_group_members gm join class_groups g on g.id = gm.group_id
    where gm.user_id = ${userId} order by g.class_id`.execute(db)
  const { rows: picked } = await sql<{ entry: unknown }>`
    select jsonb_build_object('assignmentId', assignment_id) as entry
    from assignment_people where user_id = ${userId} order by assignment_id`.execute(db)
  const { rows: messages } = await sql<{ entry: unknown }>`
    select jsonb_build_object('classId', class_id, 'title', title, 'text', text, 'sentAt', sent_at) as entry
    from class_messages where sent_by = ${userId} order by sent_at, id`.execute(db)
  const { rows: studied } = await sql<{ entry: unknown }>`
    select jsonb_build_object('itemId', item_id, 'day', day, 'seconds', spent_ms / 1000) as entry
    from study_time where user_id = ${userId} order by day, item_id`.execute(db)
  const { rows: films } = await sql<{ entry: unknown }>`
    select jsonb_build_object('itemId', item_id, 'videoId', video_id, 'parts', parts::text) as entry
    from study_films where user_id = ${userId} order by item_id, video_id`.execute(db)
  const { rows: anomalies } = await sql<{ entry: unknown }>`
    select jsonb_build_object('itemId', item_id, 'day', day, 'kind', kind, 'seconds', amount_ms / 1000) as entry
    from study_anomalies where user_id = ${userId} order by day, item_id, kind`.execute(db)
  return {
    studyTime: studied.map(({ entry }) => entry),
    studyFilms: films.map(({ entry }) => entry),
    studyAnomalies: anomalies.map(({ entry }) => entry),
    classGroups: groups.map(({ entry }) => entry),
    assignedByName: picked.map(({ entry }) => entry),
    classMessages: messages.map(({ entry }) => entry),
    classPlaces: places.map(({ entry }) => entry),
    assignmentMarks: marks.map(({ entry }) => entry),
    coursePlaces: rows.map(({ entry }) => entry),
    assignmentOpenings: openings.map(({ entry }) => entry),
    assignmentDates: dates.map(({ entry }) => entry),
  }
}

async function eraseCampus(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('course_places').where('user_id', '=', userId).execute()
  await trx.deleteFrom('live_courses').where('teacher_id', '=', userId).execute()
  for (const table of ofLearners) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await trx.updateTable('class_messages').set({ sent_by: null }).where('sent_by', '=', userId).execute()
  await trx.updateTable('class_teachings').set({ taught_by: null }).where('taught_by', '=', userId).execute()
  await trx.updateTable('assignment_marks').set({ marked_by: null }).where('marked_by', '=', userId).execute()
  await trx.updateTable('assignments').set({ assigned_by: null }).where('assigned_by', '=', userId).execute()
}

/**
 * Of a course in which both were, the newer place stays; of an assignment the later dates and the newer mark; of a class the
 * group of `into`. Study time of both adds up.
 */
async function absorbCampus(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    delete from course_places p using course_places o
    where p.course_id = o.course_id and (p.user_id, o.user_id) in ((${from}, ${into}), (${into}, ${from}))
      and (p.updated_at < o.updated_at or p.updated_at = o.updated_at and p.user_id = ${from})`.execute(trx)
  await trx.updateTable('course_places').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.updateTable('live_courses').set({ teacher_id: into }).where('teacher_id', '=', from).execute()
  await sql`
    insert into assignment_dates as d (user_id, assignment_id, opens_at, due_at, opening_told_at, due_told_at)
    select ${into}, assignment_id, opens_at, due_at, opening_told_at, due_told_at
    from assignment_dates where user_id = ${from}
    on conflict (user_id, assignment_id) do update set opens_at = excluded.opens_at, due_at = excluded.due_at,
      opening_told_at = excluded.opening_told_at, due_told_at = excluded.due_told_at
      where d.due_at < excluded.due_at`.execute(trx)
  await sql`
    insert into assignment_marks as m (user_id, assignment_id, points, feedback, levels, marked_by, marked_at)
    select ${into}, assignment_id, points, feedback, levels, marked_by, marked_at
    from assignment_marks where user_id = ${from}
    on conflict (user_id, assignment_id) do update set points = excluded.points, feedback = excluded.feedback,
      levels = excluded.levels, marked_by = excluded.marked_by, marked_at = excluded.marked_at where m.marked_at < excluded.marked_at`.execute(
    trx,
  )
  await sql`
    insert into assignment_openings (user_id, assignment_id, opened_at)
    select ${into}, assignment_id, opened_at from assignment_openings where user_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into assignment_people (user_id, assignment_id)
    select ${into}, assignment_id from assignment_people where user_id = ${from} on conflict do nothing`.execute(trx)
  await sql`
    insert into class_group_members (user_id, class_id, group_id)
    select ${into}, class_id, group_id from class_group_members where user_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into study_time as t (user_id, item_id, day, spent_ms, last_at)
    select ${into}, item_id, day, spent_ms, last_at from study_time where user_id = ${from}
    on conflict (user_id, item_id, day) do update set spent_ms = t.spent_ms + excluded.spent_ms,
      last_at = greatest(t.last_at, excluded.last_at)`.execute(trx)
  await sql`
    insert into study_films as f (user_id, item_id, video_id, parts)
    select ${into}, item_id, video_id, parts from study_films where user_id = ${from}
    on conflict (user_id, item_id, video_id) do update set parts = f.parts + excluded.parts`.execute(trx)
  await sql`
    insert into study_anomalies as n (user_id, item_id, day, kind, amount_ms)
    select ${into}, item_id, day, kind, amount_ms from study_anomalies where user_id = ${from}
    on conflict (user_id, item_id, day, kind) do update set
      amount_ms = greatest(n.amount_ms, excluded.amount_ms)`.execute(trx)
  // where one was in a class that is taught now is told anew within a minute
  for (const table of ofLearners) {
    await trx.deleteFrom(table).where('user_id', '=', from).execute()
  }
  await trx.updateTable('class_messages').set({ sent_by: into }).where('sent_by', '=', from).execute()
  await trx.updateTable('class_teachings').set({ taught_by: into }).where('taught_by', '=', from).execute()
  await trx.updateTable('assignment_marks').set({ marked_by: into }).where('marked_by', '=', from).execute()
  await trx.updateTable('assignments').set({ assigned_by: into }).where('assigned_by', '=', from).execute()
}
