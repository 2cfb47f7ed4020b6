import type { Message, Speaker } from '@lantern/contract/community/discussion.ts'
import { sql } from 'kysely'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import type { Channel } from './channels.ts'
import type { Mentionable } from './message-html.ts'

export interface MessageRow {
  id: string
  channel_id: string
  parent_id: string | null
  author_id: string | null
  content: string
  html: string
  like_count: number
  reply_count: number
  answer_id: string | null
  helpfulness: number
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
}

export const messageColumns = sql`m.id, m.channel_id, m.parent_id, m.author_id, m.content, m.html, m.like_count,
  m.reply_count, m.answer_id, m.helpfulness, m.created_at, m.edited_at, m.deleted_at`

/** A thread that is shown: a deleted question stands as long as it has replies. */
export const isThread = sql`m.parent_id is null and (m.deleted_at is null or m.reply_count > 0)`

export function messageOf(row: MessageRow): Message {
  return {
    id: row.id,
    channelId: row.channel_id,
    parentId: row.parent_id,
    // who deleted is not told
    authorId: row.deleted_at ? null : row.author_id,
    content: row.content,
    html: row.html,
    likeCount: row.like_count,
    replyCount: row.reply_count,
    answerId: row.answer_id,
    createdTime: row.created_at.toISOString(),
    editedTime: row.edited_at?.toISOString() ?? null,
    deleted: row.deleted_at !== null,
  }
}

export async function messageById(db: Db | Trx, id: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from messages m where m.id = ${id}`.execute(db)
  return rows[0]
}

/** The people of these messages by id. */
export async function speakersOf(
  db: Db | Trx,
  { item }: Pick<Channel, 'item'>,
  messages: readonly Message[],
): Promise<Record<string, Speaker>> {
  const ids = messages.flatMap(({ authorId }) => authorId ?? [])
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; full_name: string; avatar: string | null }>`
    select u.id, coalesce(nullif(u.full_name, ''), u.name) as full_name, u.avatar
    from ${idRows(ids)} given join users u on u.id = given.id`.execute(db)
  const speaker = ({ id, full_name, avatar }: (typeof rows)[number]): Speaker => ({
    id,
    fullName: full_name,
    avatar,
    isMaker: id === item.ownerId || id === item.authorId,
  })
  return Object.fromEntries(rows.map((row) => [row.id, speaker(row)]))
}

const mostMentionable = 200

/** People who can be mentioned: the authors of messages about the item, and the item's makers. */
export async function peopleOf(
  db: Db | Trx,
  item: Pick<Channel['item'], 'id' | 'ownerId' | 'authorId'>,
): Promise<Mentionable[]> {
  const { rows } = await sql<Mentionable>`
    select u.id, coalesce(nullif(u.full_name, ''), u.name) as name
    from users u
    where u.deleted_at is null and (u.id in (${item.ownerId}, ${item.authorId}) or u.id in (
      select m.author_id from messages m where m.item_id = ${item.id} and m.deleted_at is null
      group by m.author_id order by max(m.created_at) desc limit ${mostMentionable}))`.execute(db)
  return rows
}
