import { sql } from 'kysely'
import { shownTo } from '#catalog/index.ts'
import type { Recipient } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { CalendarMoment } from '#live/index.ts'
import { isFor } from './recipients.ts'

const mostMoments = 300

/**
 * When the assignments of a person's classes are due, for their calendar: by their own dates where they have some. Learners see
 * what is open, teachers of the class what will be too.
 */
export async function dueMoments(
  { db, clock, text }: Services,
  person: Recipient,
  since: Date,
): Promise<CalendarMoment[]> {
  if (person.classes.length === 0) return []
  const teachesIn = person.memberships.filter(({ role }) => role !== 'learner').map((one) => one.organisationId)
  const { rows } = await sql<DueRow>`
    select a.id, i.title, a.note, c.id as "classId", c.name, o.time_zone as "timeZone", a.assigned_at as "assignedAt",
      coalesce(d.due_at, a.due_at) as "dueAt"
    from assignments a join items i on i.id = a.item_id
      join classes c on c.id = a.class_id and c.archived_at is null join organisations o on o.id = c.organisation_id
      left join assignment_dates d on d.assignment_id = a.id and d.user_id = ${person.id}
    where c.id = any(${person.classes}::text[]) and ${shownTo(person)} and coalesce(d.due_at, a.due_at) > ${since}
      and (coalesce(d.opens_at, a.opens_at) <= ${clock.now()} and ${isFor(person.id)} or o.id = any(${teachesIn}::text[]))
    order by "dueAt" desc, a.id limit ${mostMoments}`.execute(db)
  return rows.map(({ id, title, note, classId, name, timeZone, assignedAt, dueAt }) => ({
    id,
    title: text(person.locale, 'campus.due_entry', { title, name }),
    note,
    path: `/campus/class/${classId}`,
    at: dueAt,
    timeZone,
    updatedAt: assignedAt,
  }))
}

interface DueRow {
  id: string
  title: string
  note: string
  classId: string
  name: string
  timeZone: string
  assignedAt: Date
  dueAt: Date
}
