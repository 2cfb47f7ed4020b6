import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'

/** What organisations hold of a person: where they belong, in which classes, and open invitations. */
export async function membershipData(db: Db, userId: string) {
  const { rows: memberships } = await sql`
    select o.name as organisation, m.role, m.began_at as "beganAt", m.ended_at as "endedAt",
      m.listed_name as "nameInLists", m.listed_number as "numberInLists",
      array(select k.name from class_members c join classes k on k.id = c.class_id
        where c.user_id = m.user_id and c.organisation_id = m.organisation_id order by k.name) as classes
    from memberships m join organisations o on o.id = m.organisation_id where m.user_id = ${userId}
    order by m.began_at`.execute(db)
  const { rows: invitations } = await sql`
    select o.name as organisation, v.role, v.invited_at as "invitedAt"
    from users u join invitations v on v.phone = u.phone join organisations o on o.id = v.organisation_id
    where u.id = ${userId} order by v.invited_at`.execute(db)
  return { memberships, invitations }
}

/**
 * The kept account is a member where either of the two was: a membership that goes on outlives one that has ended, and of
 * two roles the one that may more stays.
 */
export async function absorbMemberships(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    insert into memberships (organisation_id, user_id, role, began_at, ended_at, listed_name, listed_number)
    select organisation_id, ${into}, role, began_at, ended_at, listed_name, listed_number from memberships where user_id = ${from}
    on conflict (organisation_id, user_id) do update set
      role = case when memberships.ended_at is null and excluded.ended_at is not null then memberships.role
        when memberships.ended_at is not null and excluded.ended_at is null then excluded.role
        when 'admin' in (memberships.role, excluded.role) then 'admin'
        when 'educator' in (memberships.role, excluded.role) then 'educator' else 'learner' end,
      began_at = least(memberships.began_at, excluded.began_at),
      listed_name = coalesce(nullif(memberships.listed_name, ''), excluded.listed_name),
      listed_number = coalesce(nullif(memberships.listed_number, ''), excluded.listed_number),
      ended_at = case when memberships.ended_at is null or excluded.ended_at is null then null
        else greatest(memberships.ended_at, excluded.ended_at) end`.execute(trx)
  await sql`
    insert into class_members (class_id, organisation_id, user_id)
    select class_id, organisation_id, ${into} from class_members where user_id = ${from}
    on conflict do nothing`.execute(trx)
}
