import type { Message, Speaker } from '@lantern/contract/community/discussion.ts'
import { discussionTopic } from '@lantern/contract/community/topics.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { countUse } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import type { Channel } from './channels.ts'
import { isBlank, messageHtml } from './message-html.ts'
import { messageById, messageOf, peopleOf, speakersOf } from './message-rows.ts'

// What writing, changing and deleting a message have in common.

export interface Written {
  message: Message
  userMap: Record<string, Speaker>
}

/** What is written to: less than a viewer's channel, for texts that were written elsewhere. */
export interface Place {
  id: string
  item: { id: string; ownerId: string; authorId: string }
  step: { id: string } | null
}

/** Messages of one person, of any kind of writing. */
const writingLimit = { windowSeconds: 600, most: 40 }

export async function countWriting(trx: Trx, viewer: SignedIn, now: Date): Promise<void> {
  await countUse(trx, { key: `comment:${viewer.id}`, ...writingLimit }, now)
}

/** The channel of the message that is replied to: replies stay with their question. */
export async function placeOf(trx: Trx, { item }: Channel, channelId: string): Promise<Channel> {
  const { rows } = await sql<{ step: Channel['step'] }>`
    select (select json_build_object('id', t.id, 'title', t.title, 'anchor', t.anchor)
      from sections t where t.id = c.section_id) as step
    from channels c where c.id = ${channelId}`.execute(trx)
  return { id: channelId, item, step: rows[0]?.step ?? null }
}

export async function rendered(trx: Trx, { item }: Channel, content: string) {
  const made = messageHtml(content, await peopleOf(trx, item))
  if (isBlank(made.html)) throw refuse('bad_request', { details: [{ field: 'content', message: 'community.empty' }] })
  return made
}

export async function countInChannel(
  trx: Trx,
  { id, item, step }: Place,
  { messages, questions, likes = 0 }: { messages: number; questions: number; likes?: number },
): Promise<void> {
  await sql`
    insert into channels (id, item_id, section_id) values (${id}, ${item.id}, ${step?.id ?? null})
    on conflict do nothing`.execute(trx)
  await sql`
    update channels set messages = messages + ${messages}, questions = questions + ${questions}, likes = likes + ${likes}
    where id = ${id}`.execute(trx)
  await sql`insert into item_stat_changes (item_id, comments) values (${item.id}, ${messages})`.execute(trx)
}

export async function publish(
  { topics }: Services,
  trx: Trx,
  { id: channelId, item }: Channel,
  { id: messageId, parent_id: parentId }: { id: string; parent_id: string | null },
): Promise<void> {
  const message = { type: 'CHANGED' as const, channelId, messageId, ...(parentId && { parentId }) }
  await topics.publish(trx, discussionTopic, { itemId: item.id }, message)
}

export async function written(trx: Trx, channel: Channel, id: string): Promise<Written> {
  const row = await messageById(trx, id)
  if (!row) throw refuse('not_found')
  const message = messageOf(row)
  return { message, userMap: await speakersOf(trx, channel, [message]) }
}
