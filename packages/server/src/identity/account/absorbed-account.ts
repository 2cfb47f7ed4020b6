import { accountChanged } from '@lantern/contract/identity/events.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { absorbMemberships } from '../organisations/index.ts'
import { writeAudit } from './audit.ts'
import { emptyAccount } from './emptied-account.ts'

export interface AccountMerge {
  /** Emptied. */
  from: string
  /** Kept. */
  into: string
}

/** Locks both accounts, always in the same order. False when the one to be emptied was emptied before. */
export async function lockForMerge(trx: Trx, { from, into }: AccountMerge): Promise<boolean> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'deleted_at'])
    .where('id', 'in', [from, into])
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.length === 2 && rows.every((row) => row.deleted_at === null)
}

/** The account that an emptied one became part of, through all merges; null for one that is there, deleted or unknown. */
export async function keptAccountOf(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive kept as (
      select merged_into as id from users where id = ${id}
      union select u.merged_into from kept join users u on u.id = kept.id
    )
    select u.id from kept join users u on u.id = kept.id where u.deleted_at is null`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Gives the kept account what the other one has and it lacks: ways to sign in, email, profile, proofs, groups, premium
 * time, and what the other wrote for the site. Then the other is empty.
 */
export async function absorbAccount(
  services: Pick<Services, 'text' | 'events'>,
  trx: Trx,
  { from, into }: AccountMerge,
  now: Date,
): Promise<void> {
  const gone = await trx.selectFrom('users').selectAll().where('id', '=', from).executeTakeFirstOrThrow()
  await sql`
    update real_names set user_id = ${into}
    where user_id = ${from} and not exists (select from real_names r where r.user_id = ${into})`.execute(trx)
  await absorbMemberships(trx, { from, into })
  await emptyAccount(services, trx, { userId: from, mergedInto: into }, now)
  await sql`
    update users set
      auth_id = coalesce(auth_id, ${gone.auth_id}),
      chat_app_id = coalesce(chat_app_id, ${gone.chat_app_id}),
      email_confirmed_at = case when email is null then ${gone.email_confirmed_at} else email_confirmed_at end,
      email = coalesce(email, ${gone.email}),
      username = coalesce(username, ${gone.username}),
      full_name = coalesce(nullif(full_name, ''), ${gone.full_name}),
      description = coalesce(nullif(description, ''), ${gone.description}),
      title = coalesce(nullif(title, ''), ${gone.title}),
      avatar = coalesce(avatar, ${gone.avatar}),
      translations = case when translations = '{}' then ${JSON.stringify(gone.translations)}::jsonb else translations end,
      premium_until = greatest(premium_until, ${gone.premium_until}),
      groups = array(select distinct g from unnest(groups || ${gone.groups}::text[]) g order by g),
      is_real_name = exists (select from real_names r where r.user_id = users.id) or is_real_name or ${gone.is_real_name},
      is_official = is_official or ${gone.is_official},
      needs_review = needs_review or ${gone.needs_review},
      records_private = records_private or ${gone.records_private},
      locale = coalesce(locale, ${gone.locale}),
      region = coalesce(region, ${gone.region}),
      created_at = least(created_at, ${gone.created_at})
    where id = ${into}`.execute(trx)
  await writeAudit(trx, { actor: into, act: 'account_merged', subject: from, detail: { groups: gone.groups }, now })
  await services.events.emit(trx, accountChanged, { userId: from })
  await services.events.emit(trx, accountChanged, { userId: into })
}
