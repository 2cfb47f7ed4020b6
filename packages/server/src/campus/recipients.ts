import type { Assignment, assignItem } from '@lantern/contract/campus/assignments.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import { idRows } from '#kit/id-lists.ts'
import { inCountedOrder, inNameOrder } from '#kit/name-order.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { learnerName, learnersOf } from './class-rights.ts'
import { refused } from './refused.ts'

/**
 * The condition that an assignment, a row of `assignments` under the name `a` unless said otherwise, is for this learner of its
 * class: for all, for the learner's group, or for the learner by name.
 */
export function isFor(userId: RawBuilder<unknown> | string, assignment = 'a') {
  const a = sql.ref(assignment)
  return sql`(${a}.for_all
    or exists (select from assignment_people ap where ap.user_id = ${userId} and ap.assignment_id = ${a}.id)
    or exists (select from assignment_groups ag join class_group_members gm on gm.group_id = ag.group_id
      where ag.assignment_id = ${a}.id and gm.user_id = ${userId}))`
}

/** Which assignments of a class are not for which of these people, as `user assignment`. */
export async function pairsNotFor(db: Db, classId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ user_id: string; assignment_id: string }>`
    select u.id as user_id, a.id as assignment_id
    from assignments a cross join ${idRows(userIds)} u
    where a.class_id = ${classId} and not a.for_all and not ${isFor(sql`u.id`)}`.execute(db)
  return new Set(rows.map(({ user_id, assignment_id }) => `${user_id} ${assignment_id}`))
}

type Recipients = NonNullable<Assignment['recipients']>

/** Groups and people by assignment, of those assignments that are not for all of the class. */
export async function recipientsOf(db: Db | Trx, classId: string): Promise<ReadonlyMap<string, Recipients>> {
  const { rows } = await sql<Recipients & { id: string }>`
    select a.id,
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by ${inCountedOrder(sql`g.name`)})
        from assignment_groups ag join class_groups g on g.id = ag.group_id where ag.assignment_id = a.id), '[]') as groups,
      coalesce((select json_agg(json_build_object('userId', u.id, 'name', ${learnerName}) order by ${inNameOrder(learnerName)}, u.id)
        from assignment_people ap join ${learnersOf(classId)} on u.id = ap.user_id
        where ap.assignment_id = a.id), '[]') as people
    from assignments a where a.class_id = ${classId} and not a.for_all`.execute(db)
  return new Map(rows.map(({ id, ...recipients }) => [id, recipients]))
}

type Asked = BodyOf<typeof assignItem>['recipients']

/**
 * Writes whom an assignment is for. Who comes to be among them is told of it; who was told already is not told twice. The class is
 * locked by the caller.
 */
export async function keepRecipients(trx: Trx, classId: string, id: string, recipients: Asked): Promise<void> {
  if (recipients === undefined) return
  const { groupIds, userIds } = recipients ?? { groupIds: [], userIds: [] }
  const { rows: unknown } = await sql<{ groups: boolean; people: boolean }>`
    select exists (select from ${idRows(groupIds)} asked
        where asked.id not in (select g.id from class_groups g where g.class_id = ${classId})) as groups,
      exists (select from ${idRows(userIds)} asked
        where asked.id not in (select u.id from ${learnersOf(classId)})) as people`.execute(trx)
  if (recipients && groupIds.length + userIds.length === 0) throw refused('recipients', 'campus.assign_nobody')
  if (unknown[0]?.groups) throw refused('recipients', 'campus.group_gone')
  if (unknown[0]?.people) throw refused('recipients', 'campus.person_not_in_class')
  await sql`
    update assignments set for_all = ${recipients === null}, opening_told_at = null, due_told_at = null
    where id = ${id}`.execute(trx)
  await sql`
    delete from assignment_groups where assignment_id = ${id}
      and group_id not in (select asked.id from ${idRows(groupIds)} asked)`.execute(trx)
  await sql`
    delete from assignment_people where assignment_id = ${id}
      and user_id not in (select asked.id from ${idRows(userIds)} asked)`.execute(trx)
  await sql`
    insert into assignment_groups (assignment_id, group_id) select ${id}, asked.id from ${idRows(groupIds)} asked
    on conflict do nothing`.execute(trx)
  await sql`
    insert into assignment_people (assignment_id, user_id) select ${id}, asked.id from ${idRows(userIds)} asked
    on conflict do nothing`.execute(trx)
}

/** Refused where an assignment is not for this learner. */
export async function requireRecipient(db: Db | Trx, assignmentId: string, userId: string): Promise<void> {
  const { rows } = await sql`
    select from assignments a where a.id = ${assignmentId} and ${isFor(userId)}`.execute(db)
  if (rows.length === 0) throw refused('userId', 'campus.person_not_assigned')
}
