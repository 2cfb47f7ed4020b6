import { isMaker } from '@lantern/contract/catalog/access.ts'
import type { Discussion, Message } from '@lantern/contract/community/discussion.ts'
import { type MessageSort, repliesPerThread, threadsPerPage } from '@lantern/contract/community/discussion-rules.ts'
import type { ReportedReason } from '@lantern/contract/community/reports.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import {
  aboutSame,
  type Channel,
  inChannel,
  isOfItem,
  isOfSubmission,
  requireChannel,
  writingRight,
} from './channels.ts'
import { mayShowPictures } from './message-pictures.ts'
import { isThread, type MessageRow, messageById, messageColumns, messageOf, speakersOf } from './message-rows.ts'

export interface ListRequest {
  channelId: string
  messageId?: string
  sort?: MessageSort
  after?: string
  under?: string
  pageSize?: number
}

/** What is said in a channel, for a viewer who may see its item. */
export async function listMessages({ db, clock }: Services, viewer: Viewer, request: ListRequest): Promise<Discussion> {
  const { sort = 'newest', pageSize = threadsPerPage, under } = request
  const channel = await requireChannel(db, viewer, request.channelId)
  const focus = request.messageId === undefined ? null : await focusOf(db, channel, request.messageId)
  const found =
    under === undefined
      ? await readThreads(db, channel, { sort, after: request.after, pageSize, focus: focus?.thread ?? null })
      : await readReplies(db, channel, { under, after: request.after, pageSize })
  const items = found.rows.map(messageOf)
  const replyMap = under === undefined ? await firstReplies(db, items, focus?.id ?? null) : {}
  const shown = [...items, ...Object.values(replyMap).flat()]
  const [totals, channels] = [await totalsOf(db, channel), await channelsOf(db, viewer, channel)]
  const { item } = channel
  const now = clock.now()
  const writing = await writingRight(db, viewer, item, now)
  const makes = isMaker(viewer, item)
  return {
    id: channel.id,
    content: {
      id: item.id,
      type: item.type,
      slug: item.slug,
      language: item.language,
      title: item.title,
      learnOptionType: item.organisationId === null ? 'other' : 'campus',
    },
    step: channel.step,
    submission: channel.submission && { id: channel.submission.id, title: channel.submission.title },
    channels: channels.entries,
    messages: { ...totals, items },
    replyMap,
    userMap: await speakersOf(db, channel, shown),
    ...(await marksOf(db, viewer, shown)),
    sort,
    next: found.next,
    readUntil: channels.readUntil,
    writing,
    mayShowPictures:
      writing === 'yes' && viewer.kind !== 'guest' && (await mayShowPictures(db, viewer, { isMaker: makes, now })),
    isMaker: makes,
  }
}

/** The message that a link leads to, and its thread. One that is gone or elsewhere leads to the channel. */
async function focusOf(db: Db, channel: Channel, messageId: string): Promise<{ id: string; thread: string } | null> {
  const { rows } = await sql<{ id: string; thread: string }>`
    select m.id, coalesce(m.parent_id, m.id) as thread from messages m
    where m.id = ${messageId} and ${aboutSame(channel)} and (m.deleted_at is null or m.reply_count > 0)`.execute(db)
  return rows[0] ?? null
}

interface Page {
  rows: MessageRow[]
  next: string | null
}

async function readThreads(
  db: Db,
  channel: Channel,
  { sort, after, pageSize, focus }: { sort: MessageSort; after?: string; pageSize: number; focus: string | null },
): Promise<Page> {
  const [order, beyond] = orderOf(sort, after)
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from messages m where ${inChannel(channel)} and ${isThread} and ${beyond}
    order by ${order} limit ${pageSize + 1}`.execute(db)
  const page = pageOf(rows, pageSize, ({ id, helpfulness }) => (sort === 'helpful' ? `${helpfulness}~${id}` : id))
  if (focus === null) return page
  const [wanted] = page.rows.filter(({ id }) => id === focus)
  const first = wanted ?? (after === undefined ? await messageById(db, focus) : undefined)
  return { ...page, rows: [...(first ? [first] : []), ...page.rows.filter(({ id }) => id !== focus)] }
}

/** The order of a list, and the condition of what comes after a place in it. */
function orderOf(sort: MessageSort, after: string | undefined): [RawBuilder<unknown>, RawBuilder<unknown>] {
  if (sort === 'oldest') return [sql`m.id`, after === undefined ? sql`true` : sql`m.id > ${after}`]
  if (sort === 'newest') return [sql`m.id desc`, after === undefined ? sql`true` : sql`m.id < ${after}`]
  const [score = '', id = ''] = after?.split('~') ?? []
  const order = sql`m.helpfulness desc, m.id desc`
  if (after === undefined) return [order, sql`true`]
  if (!Number.isFinite(Number.parseFloat(score))) throw refuse('bad_request')
  return [order, sql`(m.helpfulness, m.id) < (${Number.parseFloat(score)}::double precision, ${id})`]
}

function pageOf(rows: MessageRow[], pageSize: number, cursorOf: (row: MessageRow) => string): Page {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > pageSize && last ? cursorOf(last) : null }
}

async function readReplies(
  db: Db,
  channel: Channel,
  { under, after = '', pageSize }: { under: string; after?: string; pageSize: number },
): Promise<Page> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from messages m
    where m.parent_id = ${under} and ${aboutSame(channel)} and m.id > ${after} and m.deleted_at is null
    order by m.id limit ${pageSize + 1}`.execute(db)
  return pageOf(rows, pageSize, ({ id }) => id)
}

/** The first replies of each thread, with the one that helped and the one that a link leads to wherever they stand. */
async function firstReplies(
  db: Db,
  threads: readonly Message[],
  focus: string | null,
): Promise<Record<string, Message[]>> {
  const answered = threads.filter(({ replyCount }) => replyCount > 0)
  if (answered.length === 0) return {}
  const named = [...answered.flatMap(({ answerId }) => answerId ?? []), ...(focus === null ? [] : [focus])]
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from ${idRows(answered.map(({ id }) => id))} given cross join lateral (
      select * from messages r where r.parent_id = given.id and r.deleted_at is null order by r.id limit ${repliesPerThread}
    ) m
    union
    select ${messageColumns} from ${idRows(named)} given join messages m on m.id = given.id
    where m.parent_id is not null and m.deleted_at is null
    order by id`.execute(db)
  const replies = rows.map(messageOf)
  return Object.fromEntries(answered.map(({ id }) => [id, replies.filter(({ parentId }) => parentId === id)]))
}

async function totalsOf(db: Db, channel: Channel): Promise<{ total: number; likeCount: number }> {
  const { rows } = await sql<{ total: number; likes: number }>`
    select coalesce(sum(messages), 0)::integer as total, coalesce(sum(likes), 0)::integer as likes
    from channels
    where ${isOfItem(channel) ? sql`item_id = ${channel.item.id} and submission_id is null` : sql`id = ${channel.id}`}`.execute(
    db,
  )
  return { total: rows[0]?.total ?? 0, likeCount: rows[0]?.likes ?? 0 }
}

const mostUnread = 99

/** The item and its steps, or the submission alone, with how many messages each has, and how many of them the viewer has not read. */
async function channelsOf(db: Db, viewer: Viewer, channel: Channel) {
  const { item, submission } = channel
  const userId = viewer.kind === 'guest' ? '' : viewer.id
  const whole = submission
    ? sql`${submission.id}`
    : sql`(select coalesce(channel_id, id) from items where id = ${item.id})`
  const { rows } = await sql<{
    id: string
    title: string | null
    messages: number
    unread: number
    read_until: Date | null
  }>`
    with places as (
      select ${whole} as id, null as title, -1 as position
      union all select t.id, t.title, t.position from sections t
        where t.item_id = ${item.id} and ${submission === null}
    ), whole_read as (
      select read_until from channel_reads where user_id = ${userId} and channel_id = ${whole}
    )
    select p.id, p.title, c.messages, greatest(r.read_until, (select read_until from whole_read)) as read_until,
      (select count(*) from (
        select from messages m where ${aboutSame(channel)} and m.deleted_at is null
          and (p.title is null or m.channel_id = p.id) and m.author_id is distinct from ${userId}
          and m.created_at > greatest(r.read_until, (select read_until from whole_read))
        limit ${mostUnread}) unread)::integer as unread
    from places p
    left join channel_reads r on r.user_id = ${userId} and r.channel_id = p.id
    cross join lateral (
      select coalesce(sum(k.messages), 0)::integer as messages from channels k
      where k.item_id = ${item.id} and ${isOfSubmission('k', submission)}
        and (p.title is null or k.id = p.id)
    ) c
    order by p.position`.execute(db)
  const here = rows.find(({ id }) => id === channel.id) ?? rows[0]
  return {
    entries: rows.map(({ id, title, messages, unread }) => ({ channelId: id, title, messages, unread })),
    readUntil: here?.read_until?.toISOString() ?? null,
  }
}

/** What the viewer has liked and reported of these messages. */
async function marksOf(db: Db, viewer: Viewer, messages: readonly Message[]) {
  if (viewer.kind === 'guest' || messages.length === 0) return { likeMap: {}, reportMap: {} }
  const ids = idRows(messages.map(({ id }) => id))
  const liked = await sql<{ id: string }>`
    select given.id from ${ids} given
    join likes l on l.user_id = ${viewer.id} and l.target_type = 'message' and l.target_id = given.id`.execute(db)
  const reported = await sql<{ id: string; reasons: ReportedReason[] }>`
    select given.id, r.reasons from ${ids} given
    join reports r on r.type = 'message' and r.target_id = given.id and r.reporter_id = ${viewer.id}`.execute(db)
  return {
    likeMap: Object.fromEntries(liked.rows.map(({ id }) => [id, true])),
    reportMap: Object.fromEntries(reported.rows.map(({ id, reasons }) => [id, reasons])),
  }
}
