import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { answerHelped, messageMention, messageReply, questionAsked, submissionComment } from './message-kinds.ts'
import { type MessageRow, messageById } from './message-rows.ts'
import { isShown } from './submissions/visible-submissions.ts'

export interface Telling {
  services: Services
  /** Author of the message. */
  viewer: Pick<SignedIn, 'id' | 'name'>
  messageId: string
  place: {
    item: { id: string; ownerId: string; authorId: string }
    step: { anchor: string } | null
    submission: { id: string } | null
  }
}

/** Tells those whom a message concerns: of a reply, a comment on their submission, a question about their item. Returns their ids. */
export async function tellConcerned(
  trx: Trx,
  told: Telling,
  { parentId, repliedTo }: { parentId: string | null; repliedTo: MessageRow | null },
): Promise<string[]> {
  if (parentId !== null) return tellOfReply(trx, told, { parentId, repliedTo })
  return told.place.submission ? tellOfComment(trx, told, told.place.submission.id) : tellOfQuestion(trx, told)
}

async function tellOfQuestion(trx: Trx, { services, viewer, messageId, place }: Telling): Promise<string[]> {
  const { id: itemId, ownerId, authorId } = place.item
  const makers = [...new Set([ownerId, authorId])]
  // makers who ask each other answer each other
  if (makers.includes(viewer.id)) return []
  await notify(services, trx, questionAsked, {
    people: makers,
    key: `question_asked:${messageId}`,
    group: `question_asked:${itemId}`,
    itemId,
    payload: payloadOf(viewer, messageId, place),
    causedBy: viewer.id,
  })
  return makers
}

async function tellOfComment(
  trx: Trx,
  { services, viewer, messageId, place }: Telling,
  submissionId: string,
): Promise<string[]> {
  const submission = trx.selectFrom('submissions').select('author_id').where('id', '=', submissionId)
  const { author_id: authorId } = await submission.executeTakeFirstOrThrow()
  if (authorId === viewer.id) return []
  await notify(services, trx, submissionComment, {
    people: [authorId],
    key: `submission_comment:${messageId}`,
    group: `submission_comment:${submissionId}`,
    itemId: place.item.id,
    payload: payloadOf(viewer, messageId, place),
    causedBy: viewer.id,
  })
  return [authorId]
}

/** Tells the authors of the question and of the message that is replied to. */
async function tellOfReply(
  trx: Trx,
  { services, viewer, messageId, place }: Telling,
  { parentId, repliedTo }: { parentId: string; repliedTo: MessageRow | null },
): Promise<string[]> {
  const question = await messageById(trx, parentId)
  const people = [...new Set([question?.author_id, repliedTo?.author_id])].filter((id) => id && id !== viewer.id)
  const told = await readersAmong(
    trx,
    place,
    people.filter((id) => typeof id === 'string'),
  )
  await notify(services, trx, messageReply, {
    people: told,
    key: `message_reply:${messageId}`,
    group: `message_reply:${parentId}`,
    itemId: place.item.id,
    payload: payloadOf(viewer, messageId, place),
    causedBy: viewer.id,
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
    people: await readersAmong(
      trx,
      place,
      fresh.map(({ user_id }) => user_id).filter((id) => id !== viewer.id && !heard.includes(id)),
    ),
    key: `message_mention:${messageId}`,
    group: `message_mention:${place.submission?.id ?? place.item.id}`,
    itemId: place.item.id,
    payload: payloadOf(viewer, messageId, place),
    causedBy: viewer.id,
  })
}

/** Tells the author of a reply that it helped. Marking it again tells nothing new. */
export async function tellOfHelp(
  trx: Trx,
  { services, viewer, messageId, place }: Telling,
  authorId: string | null,
): Promise<void> {
  if (authorId === null || authorId === viewer.id) return
  await notify(services, trx, answerHelped, {
    people: await readersAmong(trx, place, [authorId]),
    key: `answer_helped:${messageId}`,
    itemId: place.item.id,
    payload: payloadOf(viewer, messageId, place),
    causedBy: viewer.id,
  })
}

/** Of a submission that is not public any more, or is hidden, its author and the makers of the item alone hear. */
async function readersAmong(trx: Trx, { submission }: Telling['place'], people: string[]): Promise<string[]> {
  if (!submission || people.length === 0) return people
  const { rows } = await sql<{ shown: boolean; people: string[] }>`
    select ${isShown} as shown, array[s.author_id, i.owner_id, i.author_id] as people
    from submissions s join items i on i.id = s.item_id where s.id = ${submission.id}`.execute(trx)
  return people.filter((id) => rows[0]?.shown || rows[0]?.people.includes(id))
}

function payloadOf({ name }: Telling['viewer'], messageId: string, { step, submission }: Telling['place']) {
  return { name, messageId, ...(step && { anchor: step.anchor }), ...(submission && { submissionId: submission.id }) }
}
