import type {
  Assignment,
  ClassPage,
  ClassProgress,
  listProgress,
  PersonDates,
} from '@lantern/contract/campus/assignments.ts'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { QueryOf } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { locksOf, shownTo } from '#catalog/index.ts'
import { isCalled } from '#identity/index.ts'
import { idRows, listOfIds } from '#kit/id-lists.ts'
import { inNameOrder } from '#kit/name-order.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { prerequisitesOf } from './assignment-prerequisites.ts'
import { groupCounts } from './class-groups.ts'
import { classFor, learnerName, learnersOf, requireTeacher, standBehind, type TaughtClass } from './class-rights.ts'
import { openingsOf } from './openings.ts'
import { progressOf } from './progress-cells.ts'
import { countProgress } from './progress-counts.ts'
import { isFor, pairsNotFor, recipientsOf } from './recipients.ts'

type Needs = Pick<Services, 'db' | 'clock'>

const pageSize = 100
/** A class has so many assignments at most. */
export const mostAssignments = 200

/** A class with its assignments; for a member what is open, and their own progress. */
export async function readClass({ db, clock }: Needs, viewer: SignedIn, classId: string): Promise<ClassPage> {
  const taught = await classFor(db, viewer, classId)
  const now = clock.now()
  const [assigned, given] = await Promise.all([
    assignmentsOf(db, viewer, taught, now),
    countGiven(db, viewer, taught, now),
  ])
  const [personDates, counts, progress, recipients, groups, prerequisites, openings, locks] = await Promise.all([
    taught.isTeacher ? datesOfPeople(db, classId) : new Map<string, PersonDates[]>(),
    taught.isTeacher ? countProgress(db, classId, now) : null,
    taught.isTeacher ? null : progressOf(db, [viewer.id], assigned, { now, seesMarks: false }),
    taught.isTeacher ? recipientsOf(db, classId) : null,
    taught.isTeacher ? groupCounts(db, classId) : [],
    taught.isTeacher ? prerequisitesOf(db, classId) : null,
    taught.isTeacher ? openingsOf(db, classId) : null,
    taught.isTeacher
      ? null
      : locksOf(
          db,
          viewer,
          assigned.map(({ itemId }) => itemId),
        ),
  ])
  const isShown = new Set(assigned.map(({ id }) => id))
  return {
    ...taught,
    learners: counts?.learners ?? null,
    unseen: Math.max(0, given - assigned.length),
    assignments: assigned.map((row) => ({
      ...assignmentJson(row),
      personDates: personDates.get(row.id) ?? [],
      recipients: recipients?.get(row.id) ?? null,
      counts: counts?.byAssignment.get(row.id) ?? null,
      prerequisites: (prerequisites?.get(row.id) ?? []).filter(({ assignmentId }) => isShown.has(assignmentId)),
      openedFor: openings?.get(row.id) ?? [],
      waitsFor: locks?.get(row.itemId) ?? [],
    })),
    own: progress?.get(viewer.id) ?? null,
    groups,
  }
}

/** A page of the learners of a class by name, with how far each is with each assignment. */
export async function readProgress(
  { db, clock }: Needs,
  viewer: SignedIn,
  classId: string,
  query: QueryOf<typeof listProgress>,
): Promise<ClassProgress> {
  const taught = await requireTeacher(db, viewer, classId)
  const now = clock.now()
  return progressPage(db, classId, await assignmentsOf(db, viewer, taught, now), query, now)
}

export async function progressPage(
  db: Db,
  classId: string,
  assigned: readonly AssignedRow[],
  { after, q = '', group, ids }: QueryOf<typeof listProgress>,
  now: Date,
): Promise<ClassProgress> {
  const wanted = ids === undefined ? sql`true` : sql`u.id in (select id from ${idRows(listOfIds(ids))} asked)`
  const isIn =
    group === undefined
      ? sql`true`
      : sql`exists (select from class_group_members gm
          where gm.user_id = u.id and gm.class_id = ${classId} and gm.group_id = ${group})`
  const found = sql`${learnersOf(classId)} where ${isCalled(q, 'k')} and ${wanted} and ${isIn}`
  const isBehind = standBehind(classId, after)
  const [people, counted] = await Promise.all([
    sql<{ id: string; name: string; number: string }>`
      select u.id, ${learnerName} as name, k.listed_number as number from ${found} and ${isBehind}
      order by ${inNameOrder(learnerName)}, u.id limit ${pageSize + 1}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from ${found}`.execute(db),
  ])
  const page = people.rows.slice(0, pageSize)
  const pageIds = page.map(({ id }) => id)
  const [cells, notFor] = await Promise.all([
    progressOf(db, pageIds, assigned, { now, seesMarks: true }),
    pairsNotFor(db, classId, pageIds),
  ])
  const cellsOf = (userId: string) =>
    (cells.get(userId) ?? []).map((cell, at) => (notFor.has(`${userId} ${assigned[at]?.id}`) ? null : cell))
  return {
    rows: page.map(({ id, name, number }) => ({ userId: id, name, number, cells: cellsOf(id) })),
    total: counted.rows[0]?.total ?? 0,
    next: people.rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  }
}

export interface AssignedRow {
  id: string
  itemId: string
  type: ItemType
  title: string
  language: string
  learnOptionType: 'campus' | 'other'
  opensAt: Date
  dueAt: Date
  note: string
  releaseAt: Date | null
  rubric: Assignment['rubric']
}

/** Items that the viewer may no longer read are left out, and for a member what is for others. A member has their own dates where they have some. */
export async function assignmentsOf(
  db: Db | Trx,
  viewer: SignedIn,
  { id, isTeacher }: Pick<TaughtClass, 'id' | 'isTeacher'>,
  now: Date,
): Promise<AssignedRow[]> {
  const { rows } = await sql<AssignedRow>`
    select * from (
      select a.id, i.id as "itemId", i.type, i.title, i.language, i.learn_option_type as "learnOptionType", a.note,
        a.release_at as "releaseAt", a.rubric, coalesce(d.opens_at, a.opens_at) as "opensAt", coalesce(d.due_at, a.due_at) as "dueAt"
      from assignments a join items i on i.id = a.item_id
      left join assignment_dates d on d.assignment_id = a.id and d.user_id = ${viewer.id} and not ${isTeacher}
      where a.class_id = ${id} and ${shownTo(viewer)} and (${isTeacher} or ${isFor(viewer.id)})) assigned
    where ${isTeacher} or "opensAt" <= ${now} order by "dueAt", id limit ${mostAssignments}`.execute(db)
  return rows
}

/** As `assignmentsOf` counts them, with those whose items the viewer may not read but which may come back. */
async function countGiven(
  db: Db,
  viewer: SignedIn,
  { id, isTeacher }: Pick<TaughtClass, 'id' | 'isTeacher'>,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from assignments a join items i on i.id = a.item_id and i.deleted_at is null
    left join assignment_dates d on d.assignment_id = a.id and d.user_id = ${viewer.id}
    where a.class_id = ${id}
      and (${isTeacher} or ${isFor(viewer.id)} and coalesce(d.opens_at, a.opens_at) <= ${now})`.execute(db)
  return rows[0]?.count ?? 0
}

function assignmentJson(
  row: AssignedRow,
): Omit<Assignment, 'personDates' | 'recipients' | 'counts' | 'prerequisites' | 'openedFor' | 'waitsFor'> {
  const { id, itemId, type, title, language, learnOptionType, opensAt, dueAt, note, rubric, releaseAt } = row
  return {
    id,
    itemId,
    type,
    title,
    language,
    path: itemIdLink({ id: itemId, type, learnOptionType }),
    opensAt: opensAt.toISOString(),
    dueAt: dueAt.toISOString(),
    note,
    rubric,
    releaseAt: releaseAt?.toISOString() ?? null,
  }
}

/** Of people who are still learners of the class, by assignment. */
async function datesOfPeople(db: Db, classId: string): Promise<Map<string, PersonDates[]>> {
  const { rows } = await sql<{ id: string; userId: string; name: string; opens_at: Date; due_at: Date }>`
    select d.assignment_id as id, u.id as "userId", ${learnerName} as name, d.opens_at, d.due_at
    from ${learnersOf(classId)} join assignment_dates d on d.user_id = u.id
      join assignments a on a.id = d.assignment_id and a.class_id = ${classId}
    order by ${inNameOrder(learnerName)}, u.id limit 2000`.execute(db)
  const dates = new Map<string, PersonDates[]>()
  for (const { id, opens_at, due_at, ...person } of rows) {
    const one = { ...person, opensAt: opens_at.toISOString(), dueAt: due_at.toISOString() }
    dates.set(id, [...(dates.get(id) ?? []), one])
  }
  return dates
}
