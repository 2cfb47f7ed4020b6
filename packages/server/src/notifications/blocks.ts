import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { shownName } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'

const mostListed = 200

export async function readBlock({ db }: Services, viewer: SignedIn, id: string): Promise<{ on: boolean }> {
  const { rows } = await sql<{ on: boolean }>`select ${isBlockedBy(sql`${viewer.id}`, id)} as "on"`.execute(db)
  return { on: rows[0]?.on ?? false }
}

/** Blocking ends the following, both ways. Blocking twice changes nothing. */
export async function setBlock(
  { db, clock }: Services,
  viewer: SignedIn,
  { id, on }: { id: string; on: boolean },
): Promise<{ on: boolean }> {
  if (!on) {
    await db.deleteFrom('person_blocks').where('user_id', '=', viewer.id).where('blocked_id', '=', id).execute()
    return { on }
  }
  if (id === viewer.id)
    throw refuse('bad_request', { details: [{ field: 'id', message: 'notifications.block_oneself' }] })
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      insert into person_blocks (user_id, blocked_id, blocked_at)
      select ${viewer.id}, id, ${clock.now()} from users where id = ${id} and deleted_at is null
      on conflict (user_id, blocked_id) do update set blocked_at = person_blocks.blocked_at
      returning blocked_id`.execute(trx)
    if (rows.length === 0) throw refuse('not_found')
    await sql`
      delete from person_follows
      where (user_id = ${viewer.id} and person_id = ${id}) or (user_id = ${id} and person_id = ${viewer.id})`.execute(
      trx,
    )
  })
  return { on }
}

/** Whom a person blocks, the latest first. */
export async function listBlocked(db: Db, { id }: SignedIn): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, ${shownName} as name from person_blocks b join users u on u.id = b.blocked_id
    where b.user_id = ${id} and u.deleted_at is null order by b.blocked_at desc limit ${mostListed}`.execute(db)
  return rows
}

/** Whether the person of column `blocker` blocks this one, as a condition. */
export function isBlockedBy(blocker: RawBuilder<unknown>, blockedId: string | null): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from person_blocks b where b.user_id = ${blocker} and b.blocked_id = ${blockedId})`
}
