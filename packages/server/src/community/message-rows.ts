import type { Message, Speaker } from '@lantern/contract/community/discussion.ts'
import { sql } from 'kysely'
import type { VisibleItem } from '#catalog/index.ts'
import { shownName } from '#identity/index.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { isBlockedBy } from '#notifications/index.ts'
import { aboutSame, type Channel } from './channels.ts'
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
  hidden_reason: Message['hidden']
}

export const messageColumns = sql`m.id, m.channel_id, m.parent_id, m.author_id, m.content, m.html, m.like_count,
  m.reply_count, m.answer_id, m.helpfulness, m.created_at, m.edited_at, m.deleted_at,
  m.hidden_reason`

/** A thread that is shown: a deleted question stands as long as it has replies. */
export const isThread = sql`m.parent_id is null and (m.deleted_at is null or m.reply_count > 0)`

export function messageOf(row: MessageRow): Message {
  return {
    id: row.id,
    channelId: row.channel_id,
    parentId: row.parent_id,
    // who deleted is not told
    authorId: row.deleted_at ? null : row.author_id,
    // what is hidden is read by moderators alone, in its case
    content: row.hidden_reason ? '' : row.content,
    html: row.hidden_reason ? '' : row.html,
    likeCount: row.like_count,
    replyCount: row.reply_count,
    answerId: row.answer_id,
    createdTime: row.created_at.toISOString(),
    editedTime: row.edited_at?.toISOString() ?? null,
    deleted: row.deleted_at !== null,
    hidden: row.hidden_reason,
  }
}

export async function messageById(db: Db | Trx, id: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from messages m where m.id = ${id}`.execute(db)
  return rows[0]
}

/** The authors of these messages, notes or submissions by id. */
export async function speakersOf(
  db: Db | Trx,
  { item }: { item: Pick<Channel['item'], 'ownerId' | 'authorId'> },
  messages: readonly Pick<Message, 'authorId'>[],
): Promise<Record<string, Speaker>> {
  const ids = messages.flatMap(({ authorId }) => authorId ?? [])
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; full_name: string; avatar: string | null }>`
    select u.id, ${shownName} as full_name, u.avatar
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

/**
 * People whom a writer can mention: the authors of messages about the item or the submission, the item's makers and the
 * submission's author. Of a submission that is not public, nobody else reads its channel. A name of one who blocks the
 * writer stays plain text.
 */
export async function peopleOf(
  db: Db | Trx,
  subject: { item: Pick<VisibleItem, 'id' | 'ownerId' | 'authorId'>; submission: { id: string } | null },
  writerId: string,
): Promise<Mentionable[]> {
  const { item, submission } = subject
  const { rows } = await sql<Mentionable>`
    select u.id, ${shownName} as name
    from (
      select unnest(array[${item.ownerId}, ${item.authorId}]) as id
      union select s.author_id from submissions s where s.id = ${submission?.id ?? null}
      union (
        select m.author_id from messages m where ${aboutSame(subject)} and m.deleted_at is null
        group by m.author_id order by max(m.created_at) desc limit ${mostMentionable})
    ) p
    join users u on u.id = p.id
    where u.deleted_at is null and not ${isBlockedBy(sql`u.id`, writerId)}`.execute(db)
  return rows
}
