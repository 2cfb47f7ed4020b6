import { randomUUID } from 'node:crypto'
import type { ClassPage } from '@lantern/contract/campus/assignments.ts'
import { mostGroups } from '@lantern/contract/campus/group-rules.ts'
import type { ClassGroup, ClassGroups, saveGroup, splitClass } from '@lantern/contract/campus/groups.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import { shuffled } from '@lantern/contract/quiz/shuffle.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import { inCountedOrder, inNameOrder } from '#kit/name-order.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { learnerName, learnersOf, requireTeacher } from './class-rights.ts'
import { refused } from './refused.ts'

type Needs = Pick<Services, 'db' | 'clock'>

export async function readGroups(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  classId: string,
): Promise<ClassGroups> {
  await requireTeacher(db, viewer, classId)
  const [groups, { rows: learners }] = await Promise.all([
    groupsOf(db, classId),
    sql<ClassGroups['learners'][number]>`
      select u.id as "userId", ${learnerName} as name from ${learnersOf(classId)} order by ${inNameOrder(learnerName)}, u.id`.execute(
      db,
    ),
  ])
  return { groups, learners }
}

/** With those who are learners of the class now. */
async function groupsOf(db: Db | Trx, classId: string): Promise<ClassGroup[]> {
  const { rows } = await sql<ClassGroup>`
    select g.id, g.name, coalesce((
      select json_agg(u.id order by ${inNameOrder(learnerName)}, u.id)
      from ${learnersOf(classId)} join class_group_members gm on gm.user_id = u.id and gm.group_id = g.id), '[]') as "userIds"
    from class_groups g where g.class_id = ${classId} order by ${inCountedOrder(sql`g.name`)}`.execute(db)
  return rows
}

/** The groups by name, with how many learners of the class are in each. */
export async function groupCounts(db: Db, classId: string): Promise<ClassPage['groups']> {
  const groups = await groupsOf(db, classId)
  return groups.map(({ id, name, userIds }) => ({ id, name, learners: userIds.length }))
}

/** Makes a group, or gives it another name and other members. Who is put into it leaves the group they were in. */
export async function keepGroup(
  { db, clock }: Needs,
  viewer: SignedIn,
  classId: string,
  { groupId, userIds, before, ...said }: BodyOf<typeof saveGroup>,
): Promise<{ id: string }> {
  const { organisationId } = await requireTeacher(db, viewer, classId)
  const name = said.name.trim()
  if (name === '') throw refused('name', 'campus.group_no_name')
  return inTransaction(db, async (trx) => {
    const others = await lockGroups(trx, classId)
    if (groupId !== undefined && !others.has(groupId)) throw refuse('not_found')
    if (groupId === undefined && others.size >= mostGroups) throw refused('name', 'campus.group_too_many')
    if ([...others].some(([id, taken]) => taken === name && id !== groupId)) {
      throw refused('name', 'campus.group_name_taken')
    }
    const { rows: known } = await sql`
      select from ${learnersOf(classId)} where u.id in (select id from ${idRows(userIds)} asked)`.execute(trx)
    if (known.length < new Set(userIds).size) throw refused('userIds', 'campus.person_not_in_class')
    await requireGroupUnchanged(trx, classId, { groupId, name, userIds, before })
    const id = groupId ?? newId('classGroup', clock.now().getTime())
    await sql`
      insert into class_groups (id, class_id, name, created_at) values (${id}, ${classId}, ${name}, ${clock.now()})
      on conflict (id) do update set name = excluded.name`.execute(trx)
    await sql`
      delete from class_group_members
      where group_id = ${id} and user_id not in (select asked.id from ${idRows(userIds)} asked)`.execute(trx)
    await putInto(trx, classId, new Map(userIds.map((userId) => [userId, id])))
    await noteChange(trx, viewer, { classId, organisationId, now: clock.now() })
    return { id }
  })
}

/** Two teachers do not undo each other's group unseen, nor take people out of groups that they did not see them in. */
async function requireGroupUnchanged(
  trx: Trx,
  classId: string,
  { groupId, name, userIds, before }: BodyOf<typeof saveGroup>,
): Promise<void> {
  const groups = await groupsOf(trx, classId)
  const wishedIds = new Set(userIds)
  const known = groups.find(({ id }) => id === groupId) ?? { name: '', userIds: [] }
  const others = groups
    .filter(({ id }) => id !== groupId)
    .flatMap(({ id, name: of, userIds: members }) =>
      members.filter((userId) => wishedIds.has(userId)).map((userId) => ({ userId, groupId: id, of })),
    )
  const { rows: names } = await sql<{ id: string; name: string }>`
    select u.id, ${learnerName} as name from ${learnersOf(classId)}`.execute(trx)
  const nameOf = new Map(names.map((one) => [one.id, one.name]))
  const formOf = (form: NonNullable<typeof before>) => ({
    name: form.name,
    userIds: [...form.userIds].sort(),
    others: form.others.map((one) => `${one.userId} ${one.groupId}`).sort(),
  })
  requireUnchanged(
    formOf({ name: known.name, userIds: known.userIds, others }),
    { before: before && formOf(before), wished: formOf({ name, userIds, others: [] }) },
    [
      known.name,
      known.userIds.map((id) => nameOf.get(id) ?? '').join('、'),
      others.map(({ userId, of }) => `${nameOf.get(userId)} → ${of}`).join('、'),
    ],
  )
}

/** Puts those who are in no group into new groups, whose sizes differ by one person at most. */
export async function split(
  { db, clock }: Needs,
  viewer: SignedIn,
  classId: string,
  { by, count }: BodyOf<typeof splitClass>,
  nameOf: (n: number) => string,
): Promise<{ groups: ClassGroup[] }> {
  const { organisationId } = await requireTeacher(db, viewer, classId)
  return inTransaction(db, async (trx) => {
    const others = await lockGroups(trx, classId)
    const { rows } = await sql<{ id: string }>`
      select u.id from ${learnersOf(classId)}
      where not exists (select from class_group_members gm where gm.user_id = u.id and gm.class_id = ${classId})
      order by u.id`.execute(trx)
    if (rows.length === 0) throw refused('count', 'campus.group_nobody_left')
    const number = Math.min(rows.length, by === 'groups' ? count : Math.max(1, Math.round(rows.length / count)))
    if (others.size + number > mostGroups) throw refused('count', 'campus.group_too_many')
    const taken = new Set(others.values())
    const names = Array.from({ length: number + others.size }, (_, at) => nameOf(at + 1)).filter(
      (name) => !taken.has(name),
    )
    const groups = names.slice(0, number).map((name) => ({ id: newId('classGroup', clock.now().getTime()), name }))
    await sql`
      insert into class_groups (id, class_id, name, created_at)
      select g.id, ${classId}, g.name, ${clock.now()}
      from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as g (id text, name text)`.execute(trx)
    const drawn = shuffled(
      rows.map(({ id }) => id),
      randomUUID(),
    )
    await putInto(trx, classId, new Map(drawn.map((userId, at) => [userId, groups[at % number]?.id ?? ''])))
    await noteChange(trx, viewer, { classId, organisationId, now: clock.now() })
    return { groups: await groupsOf(trx, classId) }
  })
}

export async function removeGroup(
  { db, clock }: Needs,
  viewer: SignedIn,
  { classId, groupId }: { classId: string; groupId: string },
): Promise<void> {
  const { organisationId } = await requireTeacher(db, viewer, classId)
  await inTransaction(db, async (trx) => {
    await lockGroups(trx, classId)
    const { rows } = await sql`select from assignment_groups where group_id = ${groupId} limit 1`.execute(trx)
    if (rows.length > 0) throw refused('groupId', 'campus.group_assigned')
    const { numAffectedRows } = await sql`
      delete from class_groups where id = ${groupId} and class_id = ${classId}`.execute(trx)
    if (numAffectedRows) await noteChange(trx, viewer, { classId, organisationId, now: clock.now() })
  })
}

function noteChange(
  trx: Trx,
  { id: actor }: SignedIn,
  { classId: subject, organisationId, now }: { classId: string; organisationId: string; now: Date },
): Promise<void> {
  return writeAudit(trx, { actor, act: 'class_groups_changed', subject, organisationId, now })
}

/** The groups of a class by id, with their names. Who changes them waits for whoever does. */
export async function lockGroups(trx: Trx, classId: string): Promise<Map<string, string>> {
  await sql`select from classes where id = ${classId} for no key update`.execute(trx)
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from class_groups where class_id = ${classId}`.execute(trx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Who comes into a group is told of what it was given; who was told already is not told twice. */
async function putInto(trx: Trx, classId: string, groupOf: ReadonlyMap<string, string>): Promise<void> {
  if (groupOf.size === 0) return
  const members = JSON.stringify([...groupOf].map(([user, group]) => ({ user_id: user, group_id: group })))
  const { rows } = await sql<{ group_id: string }>`
    insert into class_group_members as gm (user_id, class_id, group_id)
    select m.user_id, ${classId}, m.group_id
    from jsonb_to_recordset(${members}::jsonb) as m (user_id text, group_id text) order by m.user_id
    on conflict (user_id, class_id) do update set group_id = excluded.group_id where gm.group_id <> excluded.group_id
    returning group_id`.execute(trx)
  await sql`
    update assignments set opening_told_at = null, due_told_at = null where id in (
      select assignment_id from assignment_groups
      where group_id in (select id from ${idRows(rows.map(({ group_id }) => group_id))} changed))`.execute(trx)
}
