import { teachesIn } from '@lantern/contract/authoring/rights.ts'
import {
  type CoursePlace,
  type recordTeachingProgress,
  type Teaching,
  teachingTopic,
} from '@lantern/contract/campus/teaching.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { visibleTo } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'

/** A live class whose teacher is not heard of for this long is over. */
const silentMs = 4 * 3_600_000

/** Keeps where the person is in the course. What is named has to be in the course and visible to them. */
export async function keepCoursePlace(
  { db, clock, topics }: Services,
  viewer: SignedIn,
  {
    courseId,
    projectId = null,
    tutorialId = null,
    quizId = null,
    stepId = null,
  }: BodyOf<typeof recordTeachingProgress>,
): Promise<void> {
  const itemId = tutorialId ?? quizId
  if (itemId === null || (tutorialId !== null && quizId !== null)) {
    throw refuse('bad_request', { details: [{ field: 'tutorialId', message: 'campus.place_one_item' }] })
  }
  const now = clock.now()
  await courseFor(db, viewer, courseId)
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      insert into course_places (user_id, course_id, project_id, item_id, step_id, updated_at)
      select ${viewer.id}, ${courseId}, ${projectId}, i.id, s.id, ${now}
      from items i left join sections s on s.id = ${stepId} and s.item_id = i.id
      where i.id = ${itemId} and i.type = ${tutorialId === null ? 'quiz' : 'tutorial'} and ${visibleTo(viewer)}
        and exists (select from item_contents c where c.child_id = i.id and c.parent_id = ${projectId ?? courseId})
        and (${projectId}::text is null
          or exists (select from item_contents p where p.child_id = ${projectId} and p.parent_id = ${courseId}))
      on conflict (user_id, course_id) do update set project_id = excluded.project_id, item_id = excluded.item_id,
        step_id = excluded.step_id, updated_at = excluded.updated_at
      returning item_id`.execute(trx)
    if (rows.length === 0) throw refuse('not_found')
    const live = await trx
      .updateTable('live_courses')
      .set({ live_until: new Date(now.getTime() + silentMs) })
      .where('course_id', '=', courseId)
      .where('teacher_id', '=', viewer.id)
      .where('live_until', '>', now)
      .returning('course_id')
      .executeTakeFirst()
    if (live) await topics.publish(trx, teachingTopic, { courseId }, { type: 'TEACHING' })
  })
}

/** Educators and admins of the course's organisation say whether its class is live; the newest of them leads it. */
export async function setLive(
  { db, clock, topics }: Services,
  viewer: SignedIn,
  { courseId, isLive }: { courseId: string; isLive: boolean },
): Promise<Teaching> {
  const course = await courseFor(db, viewer, courseId)
  if (!course.mayTeach) throw refuse('forbidden')
  const now = clock.now()
  const live_until = new Date(now.getTime() + silentMs)
  await inTransaction(db, async (trx) => {
    if (isLive) {
      await sql`
        insert into live_courses as l (course_id, teacher_id, began_at, live_until)
        values (${courseId}, ${viewer.id}, ${now}, ${live_until})
        on conflict (course_id) do update set teacher_id = excluded.teacher_id, live_until = excluded.live_until,
          began_at = case when l.live_until > ${now} then l.began_at else excluded.began_at end`.execute(trx)
    } else await trx.deleteFrom('live_courses').where('course_id', '=', courseId).execute()
    await topics.publish(trx, teachingTopic, { courseId }, { type: 'TEACHING' })
  })
  return readTeaching({ db, clock }, viewer, courseId)
}

export async function readTeaching(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  courseId: string,
): Promise<Teaching> {
  const { mayTeach } = await courseFor(db, viewer, courseId)
  const { rows } = await sql<{ teacherId: string; teacherName: string; since: Date }>`
    select u.id as "teacherId", coalesce(nullif(u.full_name, ''), u.name) as "teacherName", l.began_at as since
    from live_courses l join users u on u.id = l.teacher_id and u.deleted_at is null
    where l.course_id = ${courseId} and l.live_until > ${clock.now()}`.execute(db)
  const [live] = rows
  const places = await placesIn(db, viewer, courseId, live ? [viewer.id, live.teacherId] : [viewer.id])
  return {
    live: live
      ? {
          teacherName: live.teacherName,
          since: live.since.toISOString(),
          place: places.get(live.teacherId) ?? null,
        }
      : null,
    ownPlace: places.get(viewer.id) ?? null,
    mayTeach,
  }
}

/** Whether the person may hear of the class of a course: they may see the course. */
export async function mayFollowCourse(db: Db, viewer: SignedIn, courseId: string): Promise<boolean> {
  return (await findCourse(db, viewer, courseId)) !== undefined
}

async function courseFor(db: Db, viewer: SignedIn, courseId: string): Promise<{ mayTeach: boolean }> {
  const course = await findCourse(db, viewer, courseId)
  if (!course) throw refuse('not_found')
  return { mayTeach: teachesIn(viewer).includes(course.organisationId) }
}

async function findCourse(db: Db, viewer: SignedIn, courseId: string): Promise<{ organisationId: string } | undefined> {
  const { rows } = await sql<{ organisationId: string }>`
    select i.organisation_id as "organisationId" from items i
    where i.id = ${courseId} and i.type = 'course' and i.organisation_id is not null and ${visibleTo(viewer)}`.execute(
    db,
  )
  return rows[0]
}

interface PlaceRow {
  userId: string
  projectId: string | null
  id: string
  type: string
  language: string
  learnOptionType: 'campus' | 'other'
  title: string
  anchor: string | null
  stepTitle: string | null
}

async function placesIn(
  db: Db,
  viewer: SignedIn,
  courseId: string,
  userIds: readonly string[],
): Promise<Map<string, CoursePlace>> {
  const { rows } = await sql<PlaceRow>`
    select p.user_id as "userId", p.project_id as "projectId", i.id, i.type, i.language, i.title,
      i.learn_option_type as "learnOptionType", s.anchor, s.title as "stepTitle"
    from course_places p join items i on i.id = p.item_id left join sections s on s.id = p.step_id
    where p.course_id = ${courseId} and p.user_id = any(${userIds}::text[]) and ${visibleTo(viewer)}`.execute(db)
  return new Map(
    rows.map(({ userId, projectId, title, stepTitle, anchor, ...item }) => [
      userId,
      {
        path: itemIdLink(
          { id: item.id, type: item.type, learnOptionType: item.learnOptionType },
          { projectId, courseId, step: anchor },
        ),
        title,
        language: item.language,
        stepTitle,
      },
    ]),
  )
}
