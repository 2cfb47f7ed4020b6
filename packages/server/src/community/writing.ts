import { isMaker } from '@lantern/contract/catalog/access.ts'
import type { Message, Speaker } from '@lantern/contract/community/discussion.ts'
import { discussionTopic } from '@lantern/contract/community/topics.ts'
import { mayAccess, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { countUse } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import type { Channel } from './channels.ts'
import { isBlank, messageHtml } from './message-html.ts'
import { mayShowPictures, ownPicturesIn } from './message-pictures.ts'
import { messageById, messageOf, peopleOf, speakersOf } from './message-rows.ts'
import { reviewText } from './moderation/listed-terms/term-list.ts'
import { readStanding } from './moderation/standing.ts'

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
  submission: { id: string } | null
}

/** Messages of one person, of any kind of writing. */
const writingLimit = { windowSeconds: 600, most: 40 }
const newMemberWritingLimit = { windowSeconds: 3600, most: 20 }

export async function countWriting(trx: Trx, viewer: SignedIn, now: Date): Promise<void> {
  await countUse(trx, { key: `comment:${viewer.id}`, ...writingLimit }, now)
  if (mayAccess(viewer, 'moderator') || (await readStanding(trx, viewer.id, now)) !== 'new') return
  await countUse(trx, { key: `comment-new:${viewer.id}`, ...newMemberWritingLimit }, now)
}

/** The channel of the message that is replied to: replies stay with their question. */
export async function placeOf(
  trx: Trx,
  { item, submission }: Pick<Channel, 'item' | 'submission'>,
  channelId: string,
): Promise<Channel> {
  const { rows } = await sql<{ step: Channel['step'] }>`
    select (select json_build_object('id', t.id, 'title', t.title, 'anchor', t.anchor)
      from sections t where t.id = c.section_id) as step
    from channels c where c.id = ${channelId}`.execute(trx)
  return { id: channelId, item, submission, step: rows[0]?.step ?? null }
}

/** The message as it will be shown: masked where words in force say so, within the limits of a new member. */
export async function rendered(
  trx: Trx,
  { item, submission }: Channel,
  content: string,
  { viewer, now }: { viewer: SignedIn; now: Date },
) {
  const isTrusted = isMaker(viewer, item) || mayAccess(viewer, 'moderator')
  const { text, heldBy } = isTrusted ? { text: content, heldBy: null } : await reviewText(trx, content)
  const pictures = await ownPicturesIn(trx, text, viewer.id)
  if (pictures.size > 0 && !(await mayShowPictures(trx, viewer, { isMaker: isTrusted, now })))
    throw refuseContent('community.new_pictures')
  // all messages of the item are read for them
  const people = text.includes('@') ? await peopleOf(trx, { item, submission }, viewer.id) : []
  const made = { content: text, heldBy, ...messageHtml(text, people, pictures) }
  if (isBlank(made.html)) throw refuseContent('community.empty')
  if (isTrusted) return made
  if (made.mentioned.length > mostMentions) throw refuseContent('community.many_mentions', { most: mostMentions })
  await requireWithinLimits(trx, { viewer, now, html: made.html, mentions: made.mentioned.length })
  return made
}

/** Refuses what a new member may not show to others yet; moderators have no limits. `moreLinks` stand beside the text. */
export async function requireWithinLimits(
  trx: Trx,
  {
    viewer,
    now,
    html,
    moreLinks = 0,
    mentions = 0,
    field = 'content',
  }: { viewer: SignedIn; now: Date; html: string; moreLinks?: number; mentions?: number; field?: string },
): Promise<void> {
  const links = (html.match(/<a /g)?.length ?? 0) + moreLinks
  if (mayAccess(viewer, 'moderator') || (links <= newMember.links && mentions <= newMember.mentions)) return
  if ((await readStanding(trx, viewer.id, now)) !== 'new') return
  throw refuseContent(links > newMember.links ? 'community.new_links' : 'community.new_mentions', { field })
}

/** People whom one message tells that it mentions them. */
const mostMentions = 20

/** Limits of one message of a new member. They end by themselves (moderation/standing.ts). */
const newMember = { links: 2, mentions: 2 }

export function refuseContent(message: string, { field = 'content', most = newMember.links } = {}) {
  return refuse('bad_request', { details: [{ field, message, values: { most } }] })
}

export async function countInChannel(
  trx: Trx,
  { id, item, step, submission }: Place,
  { messages, questions, likes = 0 }: { messages: number; questions: number; likes?: number },
): Promise<void> {
  await sql`
    insert into channels (id, item_id, section_id, submission_id)
    values (${id}, ${item.id}, ${step?.id ?? null}, ${submission?.id ?? null}) on conflict do nothing`.execute(trx)
  await sql`
    update channels set messages = messages + ${messages}, questions = questions + ${questions}, likes = likes + ${likes}
    where id = ${id}`.execute(trx)
  if (submission) return
  await sql`insert into item_stat_changes (item_id, comments) values (${item.id}, ${messages})`.execute(trx)
}

export async function publish(
  { topics }: Services,
  trx: Trx,
  { id: channelId, item, submission }: { id: string; item: { id: string }; submission: { id: string } | null },
  { id: messageId, parent_id: parentId }: { id: string; parent_id: string | null },
): Promise<void> {
  const message = { type: 'CHANGED' as const, channelId, messageId, ...(parentId && { parentId }) }
  await topics.publish(trx, discussionTopic, { subjectId: (submission ?? item).id }, message)
}

export async function written(trx: Trx, channel: Channel, id: string): Promise<Written> {
  const row = await messageById(trx, id)
  if (!row) throw refuse('not_found')
  const message = messageOf(row)
  return { message, userMap: await speakersOf(trx, channel, [message]) }
}
