import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { aboutSame, type Channel, requireChannel, writingRight } from './channels.ts'
import { helpfulness } from './helpfulness.ts'
import { type MessageRow, messageById } from './message-rows.ts'
import { holdMessage } from './moderation/listed-terms/hold-message.ts'
import { mention, tellConcerned } from './tell-of-messages.ts'
import { countInChannel, countWriting, placeOf, publish, rendered, type Written, written } from './writing.ts'

export interface NewMessage {
  channelId: string
  content: string
  replyId?: string
  key?: string
}

export async function postMessage(services: Services, viewer: SignedIn, input: NewMessage): Promise<Written> {
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    const channel = await requireChannel(trx, viewer, input.channelId)
    const right = await writingRight(trx, viewer, channel.item, now)
    if (right !== 'yes') throw refuse(right === 'muted' ? 'muted' : 'comment_after_learning')
    // locks the writer's count: of two that are sent with one key at once the second finds the first written
    await countWriting(trx, viewer, now)
    const known = input.key === undefined ? undefined : await messageByKey(trx, viewer.id, input.key)
    if (known) return written(trx, channel, known)
    const repliedTo = input.replyId === undefined ? null : await requireMessage(trx, channel, input.replyId)
    const { content, html, imageIds, mentioned, heldBy } = await rendered(trx, channel, input.content, { viewer, now })
    const place = repliedTo ? await placeOf(trx, channel, repliedTo.channel_id) : channel
    await countInChannel(trx, place, { messages: 1, questions: repliedTo ? 0 : 1 })
    const parentId = repliedTo && (repliedTo.parent_id ?? repliedTo.id)
    const id = newId('message', now.getTime())
    const row = {
      id,
      channel_id: place.id,
      item_id: channel.item.id,
      submission_id: channel.submission?.id ?? null,
      parent_id: parentId,
      author_id: viewer.id,
      idempotency_key: input.key ?? null,
      content,
      html,
      image_ids: imageIds,
      helpfulness: helpfulness(now, 0),
      created_at: now,
    }
    await trx.insertInto('messages').values(row).execute()
    if (parentId !== null) {
      const added = sql<number>`reply_count + 1`
      await trx.updateTable('messages').set({ reply_count: added }).where('id', '=', parentId).execute()
    }
    if (heldBy !== null) await holdMessage(trx, { id, authorId: viewer.id }, { word: heldBy, now })
    else {
      const told = { services, viewer, messageId: id, place }
      const heard = await tellConcerned(trx, told, { parentId, repliedTo })
      await mention(trx, told, mentioned, heard)
    }
    await publish(services, trx, place, { id, parent_id: parentId })
    return written(trx, place, id)
  })
}

async function messageByKey(trx: Trx, authorId: string, key: string): Promise<string | undefined> {
  const found = trx
    .selectFrom('messages')
    .select('id')
    .where('author_id', '=', authorId)
    .where('idempotency_key', '=', key)
  return (await found.executeTakeFirst())?.id
}

/** A message about the same that can be replied to. */
async function requireMessage(trx: Trx, channel: Channel, id: string): Promise<MessageRow> {
  const { rows } = await sql<{ id: string }>`
    select m.id from messages m where m.id = ${id} and ${aboutSame(channel)} and m.deleted_at is null`.execute(trx)
  const row = rows[0] && (await messageById(trx, rows[0].id))
  if (!row) throw refuse('not_found')
  if (row.hidden_reason) throw refuse('message_hidden')
  return row
}
