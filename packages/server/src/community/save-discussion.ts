import { newId } from '@lantern/contract/ids.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { helpfulness } from './helpfulness.ts'
import { messageHtml } from './message-html.ts'
import { peopleOf } from './message-rows.ts'
import { countInChannel, type Place } from './writing.ts'

export interface SavedMessage {
  authorId: string
  content: string
  at: Date
  /** People who like it, by id. */
  likedBy: readonly string[]
}

export interface SavedThread extends SavedMessage {
  /** Null: about the item as a whole. */
  stepId: string | null
  replies: readonly (SavedMessage & { helped: boolean })[]
}

/**
 * Writes a discussion that was held elsewhere, with its own times: nobody is told of it. `key` names it: an item that has it
 * keeps what it has.
 */
export async function saveDiscussion(
  { db }: Pick<Services, 'db'>,
  item: Place['item'] & { channelId: string },
  { key, threads }: { key: string; threads: readonly SavedThread[] },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const known = trx.selectFrom('messages').select('id').where('idempotency_key', 'like', `${key}/%`)
    if (await known.executeTakeFirst()) return
    for (const [at, thread] of threads.entries()) {
      const place: Place = {
        id: thread.stepId ?? item.channelId,
        item,
        step: thread.stepId ? { id: thread.stepId } : null,
        submission: null,
      }
      const question = await write(trx, place, thread, { key: `${key}/${at}`, parentId: null })
      for (const [index, reply] of thread.replies.entries()) {
        const id = await write(trx, place, reply, { key: `${key}/${at}/${index}`, parentId: question })
        if (reply.helped) await trx.updateTable('messages').set({ answer_id: id }).where('id', '=', question).execute()
      }
    }
  })
}

async function write(
  trx: Trx,
  place: Place,
  { authorId, content, at, likedBy }: SavedMessage,
  { key, parentId }: { key: string; parentId: string | null },
): Promise<string> {
  const id = newId('message', at.getTime())
  const likes = likedBy.length
  const questions = parentId === null ? 1 : 0
  await countInChannel(trx, place, { messages: 1, questions, likes })
  await trx
    .insertInto('messages')
    .values({
      id,
      channel_id: place.id,
      item_id: place.item.id,
      parent_id: parentId,
      author_id: authorId,
      idempotency_key: key,
      content,
      html: messageHtml(content, await peopleOf(trx, place, authorId)).html,
      like_count: likes,
      helpfulness: helpfulness(at, likes),
      created_at: at,
    })
    .execute()
  for (const userId of likedBy) {
    const row = { user_id: userId, target_type: 'message', target_id: id, liked_at: at }
    await trx.insertInto('likes').values(row).execute()
  }
  if (parentId !== null) {
    await sql`update messages set reply_count = reply_count + 1 where id = ${parentId}`.execute(trx)
  }
  return id
}
