import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { nameInLists } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { inNameOrder } from '#kit/name-order.ts'
import type { Db } from '#kit/sql.ts'
import { refused } from './refused.ts'

export interface TaughtClass {
  id: string
  name: string
  organisationId: string
  organisationName: string
  /** By whose clock things open and are due. */
  timeZone: string
  /** Assigns, and sees how far everybody is. */
  isTeacher: boolean
  /** Put away: what is in it stays, and nothing is assigned, sent or taught. */
  isAway: boolean
}

/** The class as this person stands to it. For people outside it does not exist, nor for a teacher who left. */
export async function classFor(db: Db, viewer: SignedIn, classId: string): Promise<TaughtClass> {
  const { rows } = await sql<Omit<TaughtClass, 'isTeacher'>>`
    select c.id, c.name, o.id as "organisationId", o.name as "organisationName", o.time_zone as "timeZone",
      c.archived_at is not null as "isAway"
    from classes c join organisations o on o.id = c.organisation_id where c.id = ${classId}`.execute(db)
  const [found] = rows
  const role = viewer.memberships.find(({ organisationId }) => organisationId === found?.organisationId)?.role
  const isIn = viewer.classes.includes(classId)
  if (!found || role === undefined || (role !== 'admin' && !isIn)) throw refuse('not_found')
  return { ...found, isTeacher: role === 'admin' || role === 'educator' }
}

/** Teachers of a class are its educators and the admins of its organisation. */
export async function requireTeacher(db: Db, viewer: SignedIn, classId: string): Promise<TaughtClass> {
  const taught = await classFor(db, viewer, classId)
  if (!taught.isTeacher) throw refuse('forbidden')
  return taught
}

/** As `requireTeacher`, for what would reach the learners; `field` is the one of the form that a refusal names. */
export async function requireTeacherInUse(
  db: Db,
  viewer: SignedIn,
  classId: string,
  field: string,
): Promise<TaughtClass> {
  const taught = await requireTeacher(db, viewer, classId)
  if (taught.isAway) throw refused(field, 'campus.class_is_away')
  return taught
}

/** As `requireTeacher`, answered for who asks to follow a topic. */
export async function teachesClass(db: Db, viewer: SignedIn, classId: string): Promise<boolean> {
  const { rows } = await sql<{ organisation_id: string }>`
    select organisation_id from classes where id = ${classId}`.execute(db)
  const role = viewer.memberships.find(({ organisationId }) => organisationId === rows[0]?.organisation_id)?.role
  return role === 'admin' || (role === 'educator' && viewer.classes.includes(classId))
}

/** What a learner of `learnersOf` is called in the school's lists, where these name them; else as everywhere. */
export const learnerName = nameInLists(sql`k.listed_name`)

/** The learners of a class, as rows of `k` and of their `u`. */
export function learnersOf(classId: RawBuilder<unknown> | string) {
  return sql`(select k.class_id, k.user_id, m.listed_name, m.listed_number from class_members k
      join memberships m on (m.organisation_id, m.user_id) = (k.organisation_id, k.user_id)
      where k.class_id = ${classId} and m.ended_at is null and m.role = 'learner') k
    join users u on u.id = k.user_id and u.deleted_at is null`
}

/** Of the learners of a class those whose names come after this learner's; absent: all. */
export function standBehind(classId: string, after: string | undefined): RawBuilder<unknown> {
  if (after === undefined) return sql`true`
  return sql`(${inNameOrder(learnerName)}, u.id) > (select ${nameInLists(sql`m.listed_name`)}, u.id
    from users u left join (classes c join memberships m on m.organisation_id = c.organisation_id)
      on c.id = ${classId} and m.user_id = u.id
    where u.id = ${after})`
}
