import { canReadSteps } from '@lantern/contract/catalog/access.ts'
import type { CommentData } from '@lantern/contract/catalog/details.ts'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { Breadcrumb, Item } from '@lantern/contract/catalog/items.ts'
import { contentStatus, type Progressed } from '@lantern/contract/learning/progress.ts'
import { contentLanguage, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Db } from '#kit/sql.ts'
import { entitlementOf } from './entitlements.ts'
import { type ItemPage, itemFor, itemPage } from './item-pages.ts'
import { type CardRow, cardColumns, guardedOf, type StatsRow, statsColumns, statsOf } from './item-row.ts'
import { isItem, requireMaker } from './items.ts'
import { locksOf } from './locks.ts'
import { readReference } from './reference.ts'
import { visibleTo } from './visibility.ts'

export interface DetailsRequest {
  type: ItemType
  idOrSlug: string
  query: { edit?: boolean; projectId?: string; courseId?: string; uv?: string }
}

export interface Details {
  data: Item
  commentData: CommentData
  collectMap: Record<string, boolean>
  likeMap: Record<string, boolean>
  reportMap: Record<string, boolean>
  boughtMap: Record<string, boolean>
  breadcrumb: Breadcrumb
  versions: string[]
}

/**
 * One item with everything around it. One statement for who looks and what they may see, and one or two more only when
 * the page is not in the cache of this process.
 */
export async function readDetails(
  db: Db,
  viewer: Viewer,
  locale: OfferedLocale,
  { type, idOrSlug, query }: DetailsRequest,
): Promise<Details> {
  const versions = await versionsAround(db, query.uv)
  const heads = await readHeads(db, viewer, idOrSlug, type, [query.courseId, query.projectId])
  const head = heads.find((row) => row.wanted)
  if (!head) throw refuse('not_found')
  if (query.edit) requireMaker(viewer, guardedOf(head))
  const page = await itemPage(db, head.id, head.version)
  const parents = await readParents(db, heads, head)

  const entitled = new Set(head.entitled)
  const waitsFor = (await locksOf(db, viewer, [head.id])).get(head.id)
  const readable = waitsFor === undefined && canReadSteps(viewer, guardedOf(head), entitled)
  const status = statusIn(parents, head)
  const language = contentLanguage(locale)
  return {
    data: itemFor(
      page,
      { readable, waitsFor, language, status, learned: head.learned },
      statsOf(head),
      head.rating_spread,
    ),
    commentData: {
      channelId: page.data.channelId,
      messages: { total: head.comment_count, likeCount: head.message_likes, items: [] },
      questions: head.step_questions,
    },
    collectMap: flags(head.collected ? [head.id] : []),
    likeMap: flags(head.liked ? [head.id] : []),
    reportMap: {},
    boughtMap: flags(head.entitled),
    breadcrumb: [...parents.map(({ page: parent }) => crumb(parent)), crumb(page)],
    versions,
  }
}

/** All versions where a known one is asked for. */
async function versionsAround(db: Db, uv: string | undefined): Promise<string[]> {
  if (uv === undefined) return []
  const { versions } = await readReference(db)
  if (!versions.includes(uv)) throw refuse('version_not_found')
  return [...versions]
}

interface HeadRow extends CardRow, StatsRow {
  wanted: boolean
  rating_spread: number[]
  /** Likes of all that was said about it. */
  message_likes: number
  /** How many questions each step has, by its id; steps without any are left out. */
  step_questions: Record<string, number>
  version: string
  collected: boolean
  liked: boolean
  /** The item itself and its contents, as far as the viewer has bought them. */
  entitled: string[]
  /** Prerequisites that the viewer has completed. */
  learned: string[]
  records: Progressed[]
}

/** The item and the parents it is opened in, as far as the viewer may know of them, with the viewer's part of each: always fresh, always one statement. */
async function readHeads(
  db: Db,
  viewer: Viewer,
  idOrSlug: string,
  type: ItemType,
  parentIds: (string | undefined)[],
): Promise<HeadRow[]> {
  const parents = parentIds.filter((id) => id !== undefined)
  const { rows } = await sql<HeadRow>`
    select ${cardColumns}, ${statsColumns}, s.rating_spread, ${isItem(idOrSlug, type)} as wanted, i.xmin::text as version,
      coalesce((select sum(f.likes) from channel_figures f where f.item_id = i.id), 0)::integer as message_likes,
      coalesce((select json_object_agg(f.section_id, f.questions) from channel_figures f
        where f.item_id = i.id and f.section_id is not null and f.questions > 0), '{}') as step_questions,
      ${viewer.kind === 'guest' ? guestColumns : viewerColumns(viewer.id)}
    from items i join item_figures s on s.item_id = i.id
    where (${isItem(idOrSlug, type)} ${parents.length > 0 ? sql`or i.id = any(${parents}::text[])` : sql``})
      and ${visibleTo(viewer)}`.execute(db)
  return rows
}

const guestColumns = sql`false as collected, false as liked, '{}'::text[] as entitled, '{}'::text[] as learned, '[]'::json as records`

function viewerColumns(userId: string) {
  const selfAndContents = sql`(select i.id union all select ic.child_id from item_contents ic where ic.parent_id = i.id)`
  return sql`
    exists (select from learner_collections c where c.user_id = ${userId} and c.item_id = i.id) as collected,
    exists (select from learner_likes l where l.user_id = ${userId} and l.target_id = i.id and l.target_type = i.type) as liked,
    array(select x.id from ${selfAndContents} x (id) where ${entitlementOf(userId, sql`x.id`)}) as entitled,
    array(select r.item_id from item_prerequisites q join learner_progress r on r.item_id = q.prerequisite_id
      where q.item_id = i.id and r.user_id = ${userId} and r.completed) as learned,
    coalesce((select json_agg(json_build_object('id', r.item_id, 'completed', r.completed, 'updatedTime', r.updated_time))
      from learner_progress r where r.user_id = ${userId} and r.item_id in (select x.id from ${selfAndContents} x (id))), '[]')
      as records`
}

interface Parent {
  page: ItemPage
  head: HeadRow
}

/** The course and the project the item was opened in: only those that are visible and really contain it. */
async function readParents(db: Db, heads: HeadRow[], item: HeadRow): Promise<Parent[]> {
  const given = ['course', 'project'].flatMap((type) => heads.filter((row) => row.id !== item.id && row.type === type))
  const pages = await Promise.all(
    given.map(async (head): Promise<Parent> => ({ head, page: await itemPage(db, head.id, head.version) })),
  )
  // nearest first: a project holds the item, a course holds the item or that project
  const chain: Parent[] = []
  let inside = item.id
  for (const parent of pages.reverse()) {
    if (!parent.page.data.contentIds.includes(inside)) continue
    chain.unshift(parent)
    inside = parent.head.id
  }
  return chain
}

/** Where the item stands among the contents of its nearest parent. */
function statusIn(parents: Parent[], item: HeadRow): Item['status'] {
  const own = item.records.find(({ id }) => id === item.id)
  const parent = parents.at(-1)
  const done = new Map(parent?.head.records.map((record) => [record.id, record]))
  const parts = (parent?.page.data.contentIds ?? []).map(
    (id) => done.get(id) ?? { id, completed: false, updatedTime: null },
  )
  return contentStatus(parts, item.id, own?.completed ?? false)
}

function crumb({ data }: ItemPage): Breadcrumb[number] {
  const { type, id, slug, title, language, learnOptionType } = data
  return { type, id, slug, title, language, learnOptionType }
}

function flags(ids: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(ids.map((id) => [id, true]))
}
