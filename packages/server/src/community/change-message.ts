import { isMaker } from '@lantern/contract/catalog/access.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { countUse } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { requireSubject } from './channels.ts'
import { messageHtml } from './message-html.ts'
import { ownPicturesIn } from './message-pictures.ts'
import { type MessageRow, messageById } from './message-rows.ts'
import { holdMessage } from './moderation/listed-terms/hold-message.ts'
import { requireUnmuted } from './moderation/own-decisions.ts'
import { mention, tellOfHelp } from './tell-of-messages.ts'
import { countInChannel, countWriting, placeOf, publish, rendered, type Written, written } from './writing.ts'

/** A new text for one's own message. What it said before is kept. */
export async function editMessage(
  services: Services,
  viewer: SignedIn,
  { id, content }: { id: string; content: string },
): Promise<Written> {
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    const { row, channel } = await requireOwnMessage(trx, viewer, id)
    if (row.deleted_at) throw refuse('not_found')
    if (row.hidden_reason) throw refuse('message_hidden')
    await requireUnmuted(trx, viewer.id, now)
    await countWriting(trx, viewer, now)
    const { content: shown, html, imageIds, mentioned, heldBy } = await rendered(trx, channel, content, { viewer, now })
    if (shown !== row.content) {
      await keepVersion(trx, row, now)
      const changed = { content: shown, html, image_ids: imageIds, edited_at: now }
      await trx.updateTable('messages').set(changed).where('id', '=', id).execute()
      if (heldBy !== null) await holdMessage(trx, { id, authorId: viewer.id }, { word: heldBy, now })
      else await mention(trx, { services, viewer, messageId: id, place: channel }, mentioned, [])
      await publish(services, trx, channel, row)
    }
    return written(trx, channel, id)
  })
}

/** Takes the text of one's own message out of sight. Deleting twice changes nothing. */
export async function deleteMessage(
  services: Services,
  viewer: SignedIn,
  { id }: { id: string },
): Promise<{ deleted: boolean }> {
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    const { row, channel } = await requireOwnMessage(trx, viewer, id)
    if (row.deleted_at) return { deleted: true }
    await countInChannel(trx, channel, { messages: -1, questions: row.parent_id ? 0 : -1, likes: -row.like_count })
    await keepVersion(trx, row, now)
    const gone = { content: '', html: '', image_ids: [], like_count: 0, deleted_at: now }
    await trx.updateTable('messages').set(gone).where('id', '=', id).execute()
    await trx.deleteFrom('message_mentions').where('message_id', '=', id).execute()
    await sql`delete from likes where target_type = 'message' and target_id = ${id}`.execute(trx)
    if (row.parent_id) {
      await sql`
        update messages set reply_count = reply_count - 1, answer_id = nullif(answer_id, ${id})
        where id = ${row.parent_id}`.execute(trx)
    }
    await publish(services, trx, channel, row)
    return { deleted: true }
  })
}

/** Marks the reply that helped: by the person who asked, or by a maker of the item. One for each question. */
export async function markAnswer(
  services: Services,
  viewer: SignedIn,
  { id, on }: { id: string; on: boolean },
): Promise<{ answerId: string | null }> {
  return inTransaction(services.db, async (trx) => {
    const { row: reply, channel } = await requireMessageOfItem(trx, viewer, id)
    const question = reply.parent_id === null ? undefined : await messageById(trx, reply.parent_id)
    if (!question || reply.deleted_at) throw refuse('not_found')
    if (reply.hidden_reason) throw refuse('message_hidden')
    if (question.author_id !== viewer.id && !isMaker(viewer, channel.item)) throw refuse('forbidden')
    const { rows } = await sql<{ answer_id: string | null }>`
      update messages set answer_id = ${on ? sql`${id}` : sql`nullif(answer_id, ${id})`}
      where id = ${question.id} returning answer_id`.execute(trx)
    if (on) await tellOfHelp(trx, { services, viewer, messageId: id, place: channel }, reply.author_id)
    await publish(services, trx, channel, reply)
    return { answerId: rows[0]?.answer_id ?? null }
  })
}

/** A message as it would be shown. */
export async function previewMessage({ db, clock }: Services, viewer: SignedIn, { content }: { content: string }) {
  await countUse(db, { key: `comment-preview:${viewer.id}`, windowSeconds: 600, most: 200 }, clock.now())
  return { html: messageHtml(content, [], await ownPicturesIn(db, content, viewer.id)).html }
}

/** Any message, with its channel, whose item the viewer may see. */
async function requireMessageOfItem(trx: Trx, viewer: SignedIn, id: string) {
  const { rows } = await sql<{ item_id: string; submission_id: string | null; channel_id: string }>`
    select item_id, submission_id, channel_id from messages where id = ${id}`.execute(trx)
  const [found] = rows
  if (!found) throw refuse('not_found')
  const channel = await placeOf(trx, await requireSubject(trx, viewer, found), found.channel_id)
  // changes of one channel's messages wait for each other here, so that nothing is counted twice
  await sql`select from channels where id = ${found.channel_id} for no key update`.execute(trx)
  const row = await messageById(trx, id)
  if (!row) throw refuse('not_found')
  return { row, channel }
}

async function requireOwnMessage(trx: Trx, viewer: SignedIn, id: string) {
  const found = await requireMessageOfItem(trx, viewer, id)
  if (found.row.author_id !== viewer.id) throw refuse('not_found')
  return found
}

async function keepVersion(trx: Trx, { id, content }: MessageRow, now: Date): Promise<void> {
  await trx.insertInto('message_versions').values({ message_id: id, content, replaced_at: now }).execute()
}
