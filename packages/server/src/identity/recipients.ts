import { defaultLocale, isOfferedLocale, type OfferedLocale } from '@lantern/contract/locales.ts'
import { type Author, isGroup, type Membership } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'

/** A person who may be told something: the rights that decide what they may see, and how they are reached. */
export interface Recipient extends Author {
  locale: OfferedLocale
  /** A confirmed address. */
  email: string | null
  isSuspended: boolean
  createdAt: Date
}

/** The given people without deleted accounts, ordered by id. */
export async function recipientsOf(db: Db | Trx, ids: readonly string[], now: Date): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: string
    groups: string[]
    locale: string | null
    email: string | null
    suspend_until: Date | null
    created_at: Date
    memberships: Membership[]
    classes: string[]
  }>`
    select u.id, u.groups, u.locale, case when u.email_confirmed_at is not null then u.email end as email,
      u.suspend_until, u.created_at,
      coalesce((select json_agg(json_build_object('organisationId', m.organisation_id, 'role', m.role)
        order by m.began_at, m.organisation_id)
        from memberships m where m.user_id = u.id and m.ended_at is null), '[]') as memberships,
      array(select c.class_id from class_members c join memberships m
        on m.organisation_id = c.organisation_id and m.user_id = c.user_id and m.ended_at is null
        where c.user_id = u.id) as classes
    from ${idRows(ids)} given join users u on u.id = given.id
    where u.deleted_at is null order by u.id`.execute(db)
  return rows.map((row) => ({
    kind: 'user',
    id: row.id,
    groups: row.groups.filter(isGroup),
    memberships: row.memberships,
    classes: row.classes,
    locale: isOfferedLocale(row.locale ?? undefined) ? (row.locale as OfferedLocale) : defaultLocale,
    email: row.email,
    isSuspended: row.suspend_until !== null && row.suspend_until > now,
    createdAt: row.created_at,
  }))
}
