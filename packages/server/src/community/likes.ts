import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { discussionTopic } from '@lantern/contract/community/topics.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { figuresOf, requireVisibleItem, visibleFigures } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireSubject } from './channels.ts'
import { helpfulness } from './helpfulness.ts'
import { lockFigures } from './submissions/submission-acts.ts'
import { requireVisibleSubmission } from './submissions/visible-submissions.ts'

export interface LikeTarget {
  id: string
  type: ItemType | 'message' | 'submission'
}

/** Which of these items the person likes. */
export async function likedAmong(db: Db, userId: string, itemIds: readonly string[]): Promise<Record<string, boolean>> {
  if (itemIds.length === 0) return {}
  const { rows } = await sql<{ id: string }>`
    select i.id from ${idRows(itemIds)} x join items i on i.id = x.id
    join likes l on l.user_id = ${userId} and l.target_type = i.type and l.target_id = i.id`.execute(db)
  return Object.fromEntries(rows.map(({ id }) => [id, true]))
}

/** Liking twice counts once. */
export async function addLike(services: Services, viewer: SignedIn, { id, type }: LikeTarget) {
  const { db, clock } = services
  const entry = sql`insert into likes (user_id, target_type, target_id, liked_at)
    values (${viewer.id}, ${type}, ${id}, ${clock.now()}) on conflict do nothing returning target_id`
  if (type === 'message') return likeOfMessage(services, viewer, id, { entry, on: true })
  if (type === 'submission') return likeOfSubmission(services, viewer, id, { entry, on: true })
  await requireVisibleItem(db, viewer, id, type)
  await sql`
    with acted as (${entry}) insert into item_stat_changes (item_id, likes) select target_id, 1 from acted`.execute(db)
  return { likeMap: { [id]: true }, statsMap: await figuresOf(db, id) }
}

export async function removeLike(services: Services, viewer: SignedIn, { id, type }: LikeTarget) {
  const { db } = services
  const entry = sql`delete from likes where user_id = ${viewer.id} and target_type = ${type} and target_id = ${id}
    returning target_id`
  if (type === 'message') return likeOfMessage(services, viewer, id, { entry, on: false })
  if (type === 'submission') return likeOfSubmission(services, viewer, id, { entry, on: false })
  const { rows } = await sql`
    with acted as (${entry}) insert into item_stat_changes (item_id, likes) select target_id, -1 from acted
    returning item_id`.execute(db)
  const figures = await visibleFigures(db, viewer, id)
  // a like can be taken back from what may not be seen any more; without one, that does not exist
  if (!figures && rows.length === 0) throw refuse('not_found')
  return { likeMap: { [id]: false }, statsMap: figures ?? {} }
}

/** The message's count and its channel's move only when an entry really came or went. */
async function likeOfMessage(
  { db, clock, topics }: Services,
  viewer: SignedIn,
  id: string,
  { entry, on }: { entry: RawBuilder<unknown>; on: boolean },
) {
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    const found = await requireMessage(trx, id)
    await requireSubject(trx, viewer, found)
    const { channel_id: channelId, item_id: itemId, submission_id: submissionId } = found
    // in the order in which messages are written: the channel, then the message
    await sql`select from channels where id = ${channelId} for no key update`.execute(trx)
    const { created_at: createdAt, like_count: before, hidden_at: hiddenAt } = await requireMessage(trx, id)
    if (on && hiddenAt) throw refuse('message_hidden')
    const change = (await entry.execute(trx)).rows.length * (on ? 1 : -1)
    const likeCount = Math.max(0, before + change)
    if (change !== 0) {
      await sql`update channels set likes = greatest(0, likes + ${change}) where id = ${channelId}`.execute(trx)
      const counted = { like_count: likeCount, helpfulness: helpfulness(createdAt, likeCount, now) }
      await trx.updateTable('messages').set(counted).where('id', '=', id).execute()
      const told = { type: 'LIKED' as const, channelId, messageId: id, likeCount }
      await topics.publish(trx, discussionTopic, { subjectId: submissionId ?? itemId }, told)
    }
    return { likeMap: { [id]: on }, statsMap: {}, likeCount }
  })
}

async function likeOfSubmission(
  { db }: Services,
  viewer: SignedIn,
  id: string,
  { entry, on }: { entry: RawBuilder<unknown>; on: boolean },
) {
  return inTransaction(db, async (trx) => {
    await requireVisibleSubmission(trx, viewer, id)
    await lockFigures(trx, id)
    const change = (await entry.execute(trx)).rows.length * (on ? 1 : -1)
    const { rows } = await sql<{ count: number }>`
      update submissions set like_count = greatest(0, like_count + ${change}) where id = ${id}
      returning like_count as count`.execute(trx)
    return { likeMap: { [id]: on }, statsMap: {}, likeCount: rows[0]?.count ?? 0 }
  })
}

async function requireMessage(trx: Trx, id: string) {
  const found = await trx
    .selectFrom('messages')
    .select(['item_id', 'submission_id', 'channel_id', 'created_at', 'like_count', 'hidden_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw refuse('not_found')
  return found
}
