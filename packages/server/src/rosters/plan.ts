import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { ownOutcome } from './list-lines.ts'

export interface PlannedList {
  id: string
  organisationId: string
  format: 'plain' | 'oneroster'
  peopleWhole: boolean
  seatsWhole: boolean
  makesClasses: boolean
}

/**
 * Says of each line of a list what it would do, beside the other lines and what is known now. Statements over all lines
 * at once: the same whether a file was just read or one line of it was put right.
 */
export async function planList(trx: Trx, list: PlannedList): Promise<void> {
  const lines = sql`name_list_lines`
  // a list that was just read is news to the planner: as one of few lines it would be compared with itself line by line
  await sql`analyze ${lines}`.execute(trx)
  const ofList = sql`l.list_id = ${list.id}`
  const known = sql`r.organisation_id = ${list.organisationId}`
  await sql`delete from ${lines} l where ${ofList} and l.line is null`.execute(trx)
  await sql`update ${lines} l set clash = null, outcome = ${ownOutcome}
    where ${ofList} and (l.clash is not null or l.outcome <> ${ownOutcome})`.execute(trx)
  await planClasses(trx, list)
  await planRepeats(trx, list)
  await planSeatsOfNoClass(trx, list)

  // whom lists named before, and members whom nobody listed yet
  await sql`
    update ${lines} l set outcome = case
        when l.is_over or r.ended_at is not null then case when l.is_over then 'same' else 'added' end
        when (r.name, r.number, coalesce(r.phone, ''), coalesce(r.email, ''), r.role)
          = (l.fields ->> 'name', coalesce(l.fields ->> 'number', ''), coalesce(l.fields ->> 'phone', ''),
            coalesce(l.fields ->> 'email', ''), coalesce(l.fields ->> 'role', r.role)) then 'same'
        else 'changed' end
    from roster_people r where ${ofList} and ${known} and r.source_id = l.source_id and l.kind = 'person'
      and l.outcome = 'added'`.execute(trx)
  await sql`
    update ${lines} l set outcome = 'ended'
    from roster_people r where ${ofList} and ${known} and r.source_id = l.source_id and l.kind = 'person'
      and l.is_over and l.outcome = 'same' and r.ended_at is null`.execute(trx)
  await sql`update ${lines} l set outcome = 'same'
    where ${ofList} and l.kind = 'person' and l.outcome = 'added' and l.is_over`.execute(trx)
  for (const isTheirs of [
    sql`u.phone = l.fields ->> 'phone'`,
    sql`u.email_confirmed_at is not null and u.email = l.fields ->> 'email'`,
  ]) {
    await sql`
      update ${lines} l set outcome = 'changed'
      from users u join memberships m on m.user_id = u.id and m.organisation_id = ${list.organisationId}
      where ${ofList} and l.kind = 'person' and l.outcome = 'added' and m.ended_at is null and u.deleted_at is null
        and ${isTheirs} and not exists (select from roster_people r where ${known} and r.source_id = l.source_id)`.execute(
      trx,
    )
  }

  await sql`
    update ${lines} l set outcome = case when l.is_over then 'ended' else 'same' end
    from roster_seats r where ${ofList} and ${known} and r.person_id = l.source_id and r.class_id = l.class_source_id
      and l.kind = 'seat' and l.outcome = 'added'`.execute(trx)
  await sql`update ${lines} l set outcome = 'same'
    where ${ofList} and l.kind = 'seat' and l.outcome = 'added' and l.is_over`.execute(trx)
  // a place waits for a person who is neither known nor in the list as it can be imported
  await sql`
    update ${lines} l set outcome = 'waits'
    where ${ofList} and l.kind = 'seat' and l.outcome = 'added' and l.source_id not in (
      select p.source_id from ${lines} p
        where p.list_id = ${list.id} and p.kind = 'person' and not p.is_over and p.outcome <> 'problem'
      union all
      select r.source_id from roster_people r where ${known} and r.ended_at is null and r.source_id not in (
        select p.source_id from ${lines} p where p.list_id = ${list.id} and p.kind = 'person'))`.execute(trx)
  await planMissing(trx, list)
  await sql`
    update ${lines} l set outcome = 'changed'
    where ${ofList} and l.kind = 'person' and l.outcome = 'same' and l.line is not null and not l.is_over
      and exists (select from ${lines} s where s.list_id = l.list_id and s.kind = 'seat'
        and s.source_id = l.source_id and s.outcome = 'added')`.execute(trx)
}

/** The account whose phone it is, or whose confirmed mail; as a condition on `u`. */
export function isAccountOf(phone: RawBuilder<unknown>, email: RawBuilder<unknown>) {
  return sql`u.deleted_at is null and (u.phone = ${phone} or u.email_confirmed_at is not null and u.email = ${email})`
}

async function planClasses(trx: Trx, list: PlannedList): Promise<void> {
  const { id, organisationId, makesClasses, format } = list
  await tellClassesApart(trx, list)
  // tables name classes and do not list them: what is not there is made where that was wished
  if (format === 'plain') {
    await sql`
      insert into name_list_lines (list_id, position, file, line, kind, source_id, fields)
      select ${id}, 8000000 + row_number() over (order by missing.name), '', null, 'class', missing.name,
        jsonb_build_object('name', missing.name)
      from (select distinct l.class_source_id as name from name_list_lines l
        where l.list_id = ${id} and l.kind = 'seat' and l.fault is null
          and (${makesClasses}::boolean or exists (select from classes k
            where k.organisation_id = ${organisationId} and k.name = l.class_source_id and k.archived_at is null))
      ) missing`.execute(trx)
    await sql`update name_list_lines set outcome = 'added'
      where list_id = ${id} and kind = 'class' and line is null`.execute(trx)
  }
  await sql`
    update name_list_lines l set outcome = case
        when l.is_over then case when r.ended_at is null then 'ended' else 'same' end
        when r.ended_at is not null then 'added'
        when (r.name, coalesce(r.starts_on, ''), coalesce(r.ends_on, '')) = (l.fields ->> 'name',
          coalesce(l.fields ->> 'startsOn', ''), coalesce(l.fields ->> 'endsOn', '')) then 'same'
        else 'changed' end
    from roster_classes r where l.list_id = ${id} and r.organisation_id = ${organisationId} and r.source_id = l.source_id
      and l.kind = 'class' and l.outcome = 'added'`.execute(trx)
  // that a list ends what nobody knew changes nothing
  await sql`update name_list_lines set outcome = 'same'
    where list_id = ${id} and kind = 'class' and outcome = 'added' and is_over`.execute(trx)
  // a class that is there by this name, and that no list named before, is only taken note of
  await sql`
    update name_list_lines l set outcome = 'changed'
    from classes k where l.list_id = ${id} and l.kind = 'class' and l.outcome = 'added'
      and k.organisation_id = ${organisationId} and k.name = l.fields ->> 'name' and k.archived_at is null`.execute(trx)
}

/**
 * A list of changes names one of two classes of the same title. A class that was told apart before keeps that name, and
 * one whose title another class has is told apart from it.
 */
async function tellClassesApart(trx: Trx, { id, organisationId, peopleWhole, seatsWhole }: PlannedList): Promise<void> {
  await sql`
    update name_list_lines l set fields = jsonb_set(l.fields, '{name}', l.fields -> 'toldApart')
    from roster_classes r where l.list_id = ${id} and l.kind = 'class' and not l.is_over
      and l.fields ->> 'name' <> l.fields ->> 'toldApart' and r.organisation_id = ${organisationId} and r.ended_at is null
      and (r.source_id = l.source_id and r.name = l.fields ->> 'toldApart'
        or ${!peopleWhole && !seatsWhole}::boolean and r.source_id <> l.source_id and r.name = l.fields ->> 'name'
          and not exists (select from name_list_lines o
            where o.list_id = l.list_id and o.kind = 'class' and o.source_id = r.source_id))`.execute(trx)
}

/** The same person in several lines is one. Lines that differ, and one phone or mail for two people, are problems. */
async function planRepeats(trx: Trx, { id }: PlannedList): Promise<void> {
  await sql`
    update name_list_lines l set
      outcome = case when f.same then 'repeat' else 'problem' end,
      clash = case when f.same then null else jsonb_build_object('reason', 'differs', 'field', 'number',
        'value', l.source_id, 'detail', f.name) end
    from (
      select p.position, first_value(p.fields ->> 'name') over w as name,
        p.position <> first_value(p.position) over w as is_later,
        (p.fields - 'class') = (first_value(p.fields) over w - 'class') as same
      from name_list_lines p where p.list_id = ${id} and p.kind = 'person' and p.fault is null
      window w as (partition by p.source_id order by p.position)
    ) f where l.list_id = ${id} and l.position = f.position and f.is_later`.execute(trx)
  for (const field of ['phone', 'email'] as const) {
    const value = sql`p.fields ->> ${field}`
    await sql`
      update name_list_lines l set outcome = 'problem', clash = jsonb_build_object('reason', 'contact_taken',
        'field', ${field}::text, 'value', l.fields ->> ${field}, 'detail', f.name)
      from (
        select p.position, first_value(p.fields ->> 'name') over w as name,
          p.position <> first_value(p.position) over w as is_later
        from name_list_lines p
        where p.list_id = ${id} and p.kind = 'person' and p.outcome = 'added' and not p.is_over
          and coalesce(${value}, '') <> ''
        window w as (partition by ${value} order by p.position)
      ) f where l.list_id = ${id} and l.position = f.position and f.is_later`.execute(trx)
  }
  await sql`
    update name_list_lines l set outcome = 'repeat'
    from (select position, row_number() over (partition by source_id, class_source_id order by position) as nth
      from name_list_lines where list_id = ${id} and kind = 'seat' and outcome = 'added') f
    where l.list_id = ${id} and l.position = f.position and f.nth > 1`.execute(trx)
}

/**
 * Of a table the whole line is a problem: it names one person and their class together. `not in` is read as one set,
 * while the planner, which knows nothing of classes that were added a moment ago, would go through them for each line.
 */
async function planSeatsOfNoClass(trx: Trx, { id, organisationId, format }: PlannedList): Promise<void> {
  await sql`
    update name_list_lines l set outcome = 'problem', clash = jsonb_build_object('reason', 'class_unknown',
      'field', 'class', 'value', l.class_source_id)
    where l.list_id = ${id} and l.kind = 'seat' and l.outcome = 'added' and not l.is_over
      and l.class_source_id not in (
        select k.source_id from name_list_lines k where k.list_id = ${id} and k.kind = 'class'
          and k.outcome in ('added', 'changed', 'same') and not k.is_over
        union all
        select r.source_id from roster_classes r where r.organisation_id = ${organisationId} and r.ended_at is null)`.execute(
    trx,
  )
  if (format !== 'plain') return
  await sql`
    update name_list_lines l set outcome = 'problem', clash = s.clash
    from name_list_lines s where l.list_id = ${id} and s.list_id = ${id} and l.kind = 'person' and s.kind = 'seat'
      and s.outcome = 'problem' and (s.file, s.line) = (l.file, l.line) and l.outcome <> 'problem'`.execute(trx)
  await sql`
    update name_list_lines s set outcome = 'waits', clash = null
    from name_list_lines l where l.list_id = ${id} and s.list_id = ${id} and l.kind = 'person' and s.kind = 'seat'
      and l.outcome = 'problem' and (s.file, s.line) = (l.file, l.line)`.execute(trx)
}

/** Whom the file does not name, where it names everybody. A line with a problem still names its person. */
async function planMissing(trx: Trx, { id, organisationId, peopleWhole, seatsWhole }: PlannedList): Promise<void> {
  if (peopleWhole) {
    await sql`
      insert into name_list_lines (list_id, position, file, line, kind, source_id, is_over, fields, outcome)
      select ${id}, 9000000 + row_number() over (order by r.source_id), '', null, 'person', r.source_id, true,
        jsonb_build_object('name', r.name, 'number', r.number), 'ended'
      from roster_people r where r.organisation_id = ${organisationId} and r.ended_at is null and not exists (
        select from name_list_lines l where l.list_id = ${id} and l.kind = 'person' and l.source_id = r.source_id)`.execute(
      trx,
    )
  }
  if (seatsWhole) {
    await sql`
      insert into name_list_lines (list_id, position, file, line, kind, source_id, class_source_id, is_over, fields, outcome)
      select ${id}, 9500000 + row_number() over (order by r.person_id, r.class_id), '', null, 'seat', r.person_id,
        r.class_id, true, '{}', 'ended'
      from roster_seats r join roster_people p on (p.organisation_id, p.source_id) = (r.organisation_id, r.person_id)
      where r.organisation_id = ${organisationId} and p.ended_at is null
        and not exists (select from name_list_lines l where l.list_id = ${id} and l.kind = 'seat'
          and l.source_id = r.person_id and l.class_source_id = r.class_id)
        and not exists (select from name_list_lines l where l.list_id = ${id} and l.kind = 'person'
          and l.source_id = r.person_id and (l.line is null or l.outcome = 'problem'))`.execute(trx)
  }
}
