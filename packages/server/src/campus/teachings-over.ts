import { classPlacesTopic, classTeachingTopic } from '@lantern/contract/campus/class-teaching.ts'
import { teachingTopic } from '@lantern/contract/campus/teaching.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'topics'>

/**
 * Ends what is taught live when nobody is left who may go on with it: the one who led it lost the right to, and the class has
 * no other educator. At once when a person's rights change; every minute for what was silent too long, or was put away.
 */
export function endTeachings(services: Services): void {
  const { events, jobs, log } = services
  events.listen([accountChanged], (changed) => {
    end(services, changed ? { userId: changed.userId } : {}).catch((err) =>
      log.warn({ err }, 'what a person taught could not be ended at once'),
    )
  })
  jobs.everyMinute('campus.teachings_over', () => end(services, {}))
}

/** Of one person: what they taught or may have gone on with. Without: everywhere. */
async function end({ db, clock, topics }: Needs, { userId }: { userId?: string }): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const { rows: classes } = await sql<{ classId: string }>`
      delete from class_teachings g using classes c
      where c.id = g.class_id and ${near(userId, sql`g.taught_by`, sql`c.organisation_id`)}
        and (g.live_until <= ${now} or c.archived_at is not null or not exists (
          select from ${membersNow(now)} where m.organisation_id = c.organisation_id and (
            m.role = 'admin' and m.user_id = g.taught_by or m.role = 'educator' and exists (
              select from class_members k where k.class_id = c.id and k.user_id = m.user_id))))
      returning g.class_id as "classId"`.execute(trx)
    await topics.publishEach(trx, classTeachingTopic, classes, { type: 'CHANGED' })
    await topics.publishEach(trx, classPlacesTopic, classes, { type: 'PLACES' })
    const { rows: courses } = await sql<{ courseId: string }>`
      delete from live_courses l using items i
      where i.id = l.course_id and ${near(userId, sql`l.teacher_id`, sql`i.organisation_id`)}
        and (l.live_until <= ${now} or not exists (
          select from ${membersNow(now)} where m.organisation_id = i.organisation_id and m.user_id = l.teacher_id
            and m.role in ('admin', 'educator')))
      returning l.course_id as "courseId"`.execute(trx)
    await topics.publishEach(trx, teachingTopic, courses, { type: 'TEACHING' })
  })
}

/** Whose change may be the end of it. An account that is gone is nobody's, and stands in no organisation any more. */
function near(userId: string | undefined, teacher: RawBuilder<unknown>, organisation: RawBuilder<unknown>) {
  if (userId === undefined) return sql`true`
  return sql`(${teacher} is null or ${teacher} = ${userId}
    or ${organisation} in (select organisation_id from memberships where user_id = ${userId}))`
}

function membersNow(now: Date) {
  return sql`memberships m join users u on u.id = m.user_id and m.ended_at is null and u.deleted_at is null
    and (u.suspend_until is null or u.suspend_until <= ${now})`
}
