import type { LearnOptionType } from '@lantern/contract/catalog/item-types.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import type { FollowType } from '@lantern/contract/notifications/channels.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { countsIn, requireVisibleItem, visibleTo } from '#catalog/index.ts'
import { shownName } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { newInPathGroup } from './kinds/new-in-path.ts'
import { newOfPersonGroup } from './kinds/new-of-person.ts'

interface Target {
  type: FollowType
  id: string
}

const mostListed = 200

export async function readFollow({ db }: Services, viewer: SignedIn, { type, id }: Target): Promise<{ on: boolean }> {
  const isFollowed =
    type === 'person'
      ? sql`exists (select from person_follows where user_id = ${viewer.id} and person_id = ${id})`
      : sql`exists (select from item_follows where user_id = ${viewer.id} and item_id = ${id})`
  const { rows } = await sql<{ on: boolean }>`
    select ${isFollowed} and not exists (
      select from notification_group_mutes where user_id = ${viewer.id} and group_key = ${groupOf({ type, id })}
    ) as "on"`.execute(db)
  return { on: rows[0]?.on ?? false }
}

/** Following takes a mute and a block back: nobody follows whom they block. */
export async function setFollow(
  services: Services,
  viewer: SignedIn,
  { on, ...target }: Target & { on: boolean },
): Promise<{ on: boolean }> {
  const now = services.clock.now()
  await inTransaction(services.db, async (trx) => {
    if (!on) return unfollow(trx, viewer.id, target)
    await (target.type === 'person'
      ? followPerson(trx, viewer, target.id, now)
      : followPath(trx, viewer, { id: target.id, type: target.type }, now))
    const mutes = trx.deleteFrom('notification_group_mutes').where('user_id', '=', viewer.id)
    await mutes.where('group_key', '=', groupOf(target)).execute()
  })
  return { on }
}

async function unfollow(trx: Trx, userId: string, { type, id }: Target): Promise<void> {
  if (type === 'person')
    await trx.deleteFrom('person_follows').where('user_id', '=', userId).where('person_id', '=', id).execute()
  else await trx.deleteFrom('item_follows').where('user_id', '=', userId).where('item_id', '=', id).execute()
}

async function followPerson(trx: Trx, viewer: SignedIn, personId: string, now: Date): Promise<void> {
  if (personId === viewer.id)
    throw refuse('bad_request', { details: [{ field: 'id', message: 'notifications.follow_oneself' }] })
  const person = trx.selectFrom('users').select('id').where('id', '=', personId).where('deleted_at', 'is', null)
  if (!(await person.executeTakeFirst())) throw refuse('not_found')
  await trx
    .insertInto('person_follows')
    .values({ user_id: viewer.id, person_id: personId, followed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx.deleteFrom('person_blocks').where('user_id', '=', viewer.id).where('blocked_id', '=', personId).execute()
}

async function followPath(
  trx: Trx,
  viewer: SignedIn,
  path: { id: string; type: Exclude<FollowType, 'person'> },
  now: Date,
): Promise<void> {
  const { id } = await requireVisibleItem(trx, viewer, path.id, path.type)
  // without a follower nobody has looked what the path holds
  await sql`
    insert into followed_contents (path_id, item_id, seen_at)
    select c.parent_id, c.child_id, ${now} from item_contents c join items i on i.id = c.child_id
    where c.parent_id = ${id} and ${countsIn('i', sql`c.parent_id`)}
      and not exists (select from item_follows f where f.item_id = ${id})
    on conflict do nothing`.execute(trx)
  await trx
    .insertInto('item_follows')
    .values({ user_id: viewer.id, item_id: id, followed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** People and paths that a person follows, the latest first, for their settings. */
export async function listFollowed(db: Db, viewer: SignedIn) {
  const { rows } = await sql<{ type: FollowType; id: string; name: string; learnOptionType: LearnOptionType | null }>`
    select 'person' as type, u.id, ${shownName} as name, null as "learnOptionType", f.followed_at
    from person_follows f join users u on u.id = f.person_id
    where f.user_id = ${viewer.id} and u.deleted_at is null
    union all
    select i.type, i.id, i.title, i.learn_option_type, f.followed_at from item_follows f join items i on i.id = f.item_id
    where f.user_id = ${viewer.id} and ${visibleTo(viewer)}
    order by followed_at desc limit ${mostListed}`.execute(db)
  return rows.map(({ type, id, name, learnOptionType }) => ({
    type,
    id,
    name,
    path: type === 'person' ? `/u/${id}` : itemIdLink({ type, id, learnOptionType: learnOptionType ?? 'other' }),
  }))
}

function groupOf({ type, id }: Target): string {
  return type === 'person' ? newOfPersonGroup(id) : newInPathGroup(id)
}
