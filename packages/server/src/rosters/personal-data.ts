import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const rosterPersonalData = {
  holds: [
    'roster_people.user_id',
    'oneroster_people.id',
    'name_lists.made_by',
    'oneroster_sources.created_by',
    'oneroster_runs.made_by',
    'scim_people.user_id',
    'scim_keys.created_by',
  ],
  read: listedData,
  erase: eraseListed,
  merge: absorbListed,
} satisfies PersonalData

async function listedData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ entry: unknown }>`
    select jsonb_build_object('organisation', o.name, 'number', r.number, 'name', r.name, 'phone', r.phone,
      'email', r.email, 'role', r.role, 'endedAt', r.ended_at, 'classes', array(select k.name from roster_seats s
        join roster_classes k on (k.organisation_id, k.source_id) = (s.organisation_id, s.class_id)
        where s.organisation_id = r.organisation_id and s.person_id = r.source_id order by k.name)) as entry
    from roster_people r join organisations o on o.id = r.organisation_id where r.user_id = ${userId}
    order by o.name, r.source_id`.execute(db)
  const { rows: people } = await sql<{ entry: unknown }>`
    select jsonb_build_object('organisation', o.name, 'entry', p.document, 'active', p.active, 'createdAt', p.created_at,
      'changedAt', p.changed_at, 'removedAt', p.removed_at, 'classes', array(select g.name from scim_seats s
        join scim_groups g on g.id = s.group_id where s.person_id = p.id order by g.name)) as entry
    from scim_people p join organisations o on o.id = p.organisation_id where p.user_id = ${userId}
    order by o.name, p.id`.execute(db)
  const { rows: told } = await sql<{ entry: unknown }>`
    select jsonb_build_object('organisation', o.name, 'givenName', p.given_name, 'familyName', p.family_name,
      'email', p.email, 'phone', p.sms, 'number', p.identifier, 'role', p.role, 'status', p.status,
      'changedAt', p.changed_at) as entry
    from oneroster_people p join organisations o on o.id = p.organisation_id where p.id = ${userId}
    order by o.name`.execute(db)
  return {
    toldByOneRoster: told.map(({ entry }) => entry),
    nameLists: rows.map(({ entry }) => entry),
    directories: people.map(({ entry }) => entry),
  }
}

/** What an organisation's lists say of the person goes with the account, and with it the lines that name them. */
async function eraseListed(trx: Trx, userId: string): Promise<void> {
  await sql`
    delete from name_list_lines l using name_lists n, roster_people r
    where l.list_id = n.id and n.organisation_id = r.organisation_id and l.source_id = r.source_id
      and l.kind <> 'class' and r.user_id = ${userId}`.execute(trx)
  await trx.deleteFrom('roster_people').where('user_id', '=', userId).execute()
  await forgetTold(trx, userId)
  await trx.updateTable('name_lists').set({ made_by: null }).where('made_by', '=', userId).execute()
  await trx.deleteFrom('scim_people').where('user_id', '=', userId).execute()
  await trx.updateTable('oneroster_sources').set({ created_by: null }).where('created_by', '=', userId).execute()
  await trx.updateTable('oneroster_runs').set({ made_by: null }).where('made_by', '=', userId).execute()
  await trx.updateTable('scim_keys').set({ created_by: null }).where('created_by', '=', userId).execute()
}

/** Programs hear of an id that it is gone, and nothing else of the person any more. */
async function forgetTold(trx: Trx, userId: string): Promise<void> {
  const nothing = { given_name: '', family_name: '', email: '', sms: '', identifier: '' }
  await trx.updateTable('oneroster_people').set(nothing).where('id', '=', userId).execute()
}

async function absorbListed(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('roster_people').set({ user_id: into }).where('user_id', '=', from).execute()
  await forgetTold(trx, from)
  await trx.updateTable('name_lists').set({ made_by: into }).where('made_by', '=', from).execute()
  // a directory that names both accounts keeps the one of the account that stays
  await sql`
    update scim_people p set user_id = case when exists (select from scim_people o
        where o.organisation_id = p.organisation_id and o.user_id = ${into} and o.removed_at is null) then null
      else ${into} end where p.user_id = ${from}`.execute(trx)
  await trx.updateTable('oneroster_sources').set({ created_by: into }).where('created_by', '=', from).execute()
  await trx.updateTable('oneroster_runs').set({ made_by: into }).where('made_by', '=', from).execute()
  await trx.updateTable('scim_keys').set({ created_by: into }).where('created_by', '=', from).execute()
}
