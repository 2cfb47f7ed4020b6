import { isMaker } from '@lantern/contract/catalog/access.ts'
import type { WritingRight } from '@lantern/contract/community/discussion-rules.ts'
import { mayAccess, type Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireVisibleItem, type VisibleItem } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { mutedUntil } from './moderation/own-decisions.ts'
import { requireVisibleSubmission } from './submissions/visible-submissions.ts'

/** The channel of an item, of one of its steps or of a submission. Everyone who can see that can read it. */
export interface Channel {
  id: string
  item: VisibleItem
  /** Null: the item as a whole, or a submission. */
  step: { id: string; title: string; anchor: string } | null
  /** The submission that it is about. */
  submission: { id: string; title: string; authorId: string } | null
}

/** The channel of an item has an id of its own or the item's, that of a step or a submission the id of that. */
export async function requireChannel(db: Db | Trx, viewer: Viewer, channelId: string): Promise<Channel> {
  const { rows } = await sql<{ id: string; item_id: string; step: Channel['step']; submission_id: string | null }>`
    select coalesce(i.channel_id, i.id) as id, i.id as item_id, null::json as step, null as submission_id
    from items i where i.channel_id = ${channelId} or i.id = ${channelId}
    union all
    select t.id, t.item_id, json_build_object('id', t.id, 'title', t.title, 'anchor', t.anchor), null
    from sections t where t.id = ${channelId}
    union all
    select s.id, s.item_id, null, s.id from submissions s where s.id = ${channelId}
    union all
    -- its step is gone
    select c.id, c.item_id, null, null from channels c where c.id = ${channelId} and c.submission_id is null
    limit 1`.execute(db)
  const [found] = rows
  if (!found) throw refuse('not_found')
  return { id: found.id, step: found.step, ...(await requireSubject(db, viewer, found)) }
}

/** What a channel or a message is about, for a viewer who may see it. */
export async function requireSubject(
  db: Db | Trx,
  viewer: Viewer,
  { item_id: itemId, submission_id: submissionId }: { item_id: string; submission_id: string | null },
): Promise<Pick<Channel, 'item' | 'submission'>> {
  const item = await requireVisibleItem(db, viewer, itemId)
  if (submissionId === null) return { item, submission: null }
  const { id, title, author_id: authorId } = await requireVisibleSubmission(db, viewer, submissionId)
  return { item, submission: { id, title, authorId } }
}

/**
 * People write once they have begun the item, in whichever language; its makers and moderators always. A live session is
 * not begun.
 */
export async function writingRight(db: Db | Trx, viewer: Viewer, item: VisibleItem, now: Date): Promise<WritingRight> {
  if (viewer.kind === 'guest') return 'sign_in'
  if (await mutedUntil(db, viewer.id, now)) return 'muted'
  if (item.type === 'liveSession' || isMaker(viewer, item) || mayAccess(viewer, 'moderator')) return 'yes'
  const { rows } = await sql`
    select from learner_progress p join items i on i.id = p.item_id
    where p.user_id = ${viewer.id} and i.translation_group = (select translation_group from items where id = ${item.id})
    limit 1`.execute(db)
  return rows.length > 0 ? 'yes' : 'learn_first'
}

/** Messages of this channel, as a condition on `m`: an item's channel has those about its steps too. */
export function inChannel(channel: Channel) {
  return isOfItem(channel)
    ? sql`m.item_id = ${channel.item.id} and m.submission_id is null`
    : sql`m.channel_id = ${channel.id}`
}

/** The channel of an item as a whole. */
export function isOfItem({ step, submission }: Pick<Channel, 'step' | 'submission'>): boolean {
  return step === null && submission === null
}

/** Messages of the same subject as the channel's, among which they reply to each other, as a condition on `m`. */
export function aboutSame({ item, submission }: { item: { id: string }; submission: { id: string } | null }) {
  return sql`m.item_id = ${item.id} and ${isOfSubmission('m', submission)}`
}

/**
 * A row of `table` is about this submission, or with null about none. `is null` has to stand in the statement: the
 * indexes over what is about items do not serve a parameter that happens to be null.
 */
export function isOfSubmission(table: 'm' | 'k', submission: { id: string } | null) {
  const column = sql.ref(`${table}.submission_id`)
  return submission ? sql`${column} = ${submission.id}` : sql`${column} is null`
}
