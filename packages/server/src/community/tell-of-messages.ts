import type { SignedIn } from '@lantern/contract/roles.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import type { Channel } from './channels.ts'
import { messageMention, messageReply } from './message-kinds.ts'
import { type MessageRow, messageById } from './message-rows.ts'

export interface Telling {
  services: Services
  viewer: SignedIn
  messageId: string
  place: Channel
}

/** Tells the authors of the question and of the message that is replied to. Answers their ids. */
export async function tellOfReply(
  trx: Trx,
  { services, viewer, messageId, place }: Telling,
  { parentId, repliedTo }: { parentId: string; repliedTo: MessageRow | null },
): Promise<string[]> {
  const question = await messageById(trx, parentId)
  const people = [...new Set([question?.author_id, repliedTo?.author_id])].filter((id) => id && id !== viewer.id)
  const told = people.filter((id) => typeof id === 'string')
  await notify(services, trx, messageReply, {
    people: told,
    key: `message_reply:${messageId}`,
    group: `message_reply:${parentId}`,
    itemId: place.item.id,
    payload: payloadOf(viewer, messageId, place),
  })
  return told
}

/** Stores the mentions of a message. People mentioned for the first time are told, except those in `heard`. */
export async function mention(
  trx: Trx,
  { services, viewer, messageId, place }: Telling,
  mentioned: readonly string[],
  heard: readonly string[],
): Promise<void> {
  if (mentioned.length === 0) return
  const rows = mentioned.map((userId) => ({ message_id: messageId, user_id: userId }))
  const fresh = await trx
    .insertInto('message_mentions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  await notify(services, trx, messageMention, {
    people: fresh.map(({ user_id }) => user_id).filter((id) => id !== viewer.id && !heard.includes(id)),
    key: `message_mention:${messageId}`,
    itemId: place.item.id,
    payload: payloadOf(viewer, messageId, place),
  })
}

function payloadOf({ name }: SignedIn, messageId: string, { step }: Channel) {
  return { name, messageId, ...(step && { anchor: step.anchor }) }
}
