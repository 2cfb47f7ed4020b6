import type { ListOrder } from '@lantern/contract/catalog/item-types.ts'
import type { ItemList, ListCriteria } from '@lantern/contract/catalog/lists.ts'
import type { ReadingLists } from '@lantern/contract/locales.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { cardLearner } from './card-learner.ts'
import {
  type CardRow,
  cardColumns,
  type PeopleRow,
  peopleColumns,
  peopleIn,
  type StatsRow,
  statsColumns,
} from './item-row.ts'
import { cardsOf } from './items.ts'
import { discountRuns, priceNow } from './price-now.ts'
import { isOfLists, nameOf, readReference } from './reference.ts'
import { foundBy } from './visibility.ts'

export interface ListRequest {
  criteria: ListCriteria
  /** What is listed where the criteria name no language. */
  lists: ReadingLists
  page: number
  pageSize: number
  /** Content language of the visitor's locale, for names. */
  language: string
  now: Date
}

/** A page of a list: one statement for the cards with figures, people and total, and one for what a learner did. */
export async function listItems(db: Db, viewer: Viewer, request: ListRequest): Promise<ItemList> {
  const { page, pageSize, now } = request
  const { language = request.lists.language } = request.criteria
  const own = request.criteria.language ? null : request.lists.own
  const criteria = { ...request.criteria, language }
  const where = conditions(viewer, criteria, own, now)
  const [rows, total] = await Promise.all([
    readPage(db, where, orderOf(criteria, own, now), page, pageSize),
    countOf(db, viewer, criteria, own, where, now),
  ])
  const { items, itemMap, statsMap, userMap } = cardsOf(rows)
  const ids = items.map(({ id }) => id)
  return {
    results: items.map(({ id, type }) => ({ id, type })),
    itemMap,
    statsMap,
    userMap: peopleIn(userMap, request.language),
    topicMap: await topicMapOf(db, items, request.language),
    criteria,
    page,
    pageSize,
    total,
    learner: await cardLearner(db, viewer, ids),
  }
}

const allLanguages = 'all'

/** Criteria that say which language is listed. */
type Listed = ListCriteria & { language: string }

/** `own` is the language of readers who find the few works in it among those of the other. */
function conditions(viewer: Viewer, criteria: Listed, own: string | null, now: Date): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [foundBy(viewer)]
  parts.push(sql`i.type = any(${typesOf(criteria)}::text[])`)
  if (criteria.language !== allLanguages) parts.push(isOfLists({ language: criteria.language, own }))
  if (criteria.free) parts.push(sql`not i.premium and not i.with_pay`)
  if (criteria.educators) parts.push(sql`i.with_educator`)
  if (criteria.discounted) {
    parts.push(discountRuns(now))
  }
  if (criteria.sl?.length) parts.push(sql`i.skill_level = any(${criteria.sl}::text[])`)
  if (criteria.topic?.length) parts.push(sql`i.topic_ids && ${criteria.topic}::text[]`)
  return sql.join(parts, sql` and `)
}

/** Every order ends in the id, so that pages neither repeat nor skip an item. */
const orders = {
  none: sql`i.published_at desc nulls last, i.id desc`,
  recency: sql`i.published_at desc nulls last, i.id desc`,
  starts: sql`s.record_count desc, i.id desc`,
  titleasc: sql`i.title, i.id`,
  titledes: sql`i.title desc, i.id desc`,
  priceasc: (now) => sql`${priceNow(now)}, i.id`,
  pricedes: (now) => sql`${priceNow(now)} desc, i.id desc`,
} satisfies Record<ListOrder, RawBuilder<unknown> | ((now: Date) => RawBuilder<unknown>)>

/** Where editors put the item, for what comes first; an item that they did not put anywhere has no place. */
const featuredPlace = sql`(
  select f.position from featured_items f where f.list = 'home' and f.item_id = i.id and f.language = i.language)
  nulls last`

function orderOf({ ob = 'none', featured }: ListCriteria, own: string | null, now: Date): RawBuilder<unknown> {
  const order = orders[ob]
  const ordered = typeof order === 'function' ? order(now) : order
  const columns = own && ob === 'none' ? sql`i.language = ${own} desc, ${ordered}` : ordered
  return featured ? sql`${featuredPlace}, ${columns}` : columns
}

type ListRow = CardRow & StatsRow & PeopleRow

async function readPage(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  page: number,
  pageSize: number,
): Promise<ListRow[]> {
  // the page is cut before people are joined: their JSON is made for the rows that leave, not for all that match
  const { rows } = await sql<ListRow>`
    select ${cardColumns}, ${statsColumns}, ${peopleColumns}
    from (
      select i.id, row_number() over () as place from (
        select i.id from items i join item_stats s on s.item_id = i.id
        where ${where} order by ${order} limit ${pageSize} offset ${page * pageSize}
      ) i
    ) p
    join items i on i.id = p.id join item_stats s on s.item_id = i.id join users a on a.id = i.author_id
    order by p.place`.execute(db)
  return rows
}

// Totals are asked again with every page of every list and change with every publication only.
const countLifetimeMs = 30_000
const maxCounts = 1000
const counts = new WeakMap<Db, Map<string, { total: number; at: number; criteria: Listed }>>()

async function countOf(
  db: Db,
  viewer: Viewer,
  criteria: Listed,
  own: string | null,
  where: RawBuilder<unknown>,
  now: Date,
): Promise<number> {
  const isForAll = viewer.kind === 'guest' || viewer.memberships.length === 0
  // discounts begin and end by the clock, without anything being published
  if (criteria.discounted || !isForAll) return countNow(db, where)
  let known = counts.get(db)
  if (!known) {
    known = new Map()
    counts.set(db, known)
  }
  const { ob: _order, featured: _first, ...filters } = criteria
  const key = JSON.stringify(Object.entries({ ...filters, own }).sort())
  const cached = known.get(key)
  if (cached && now.getTime() - cached.at < countLifetimeMs && now.getTime() >= cached.at) return cached.total
  const total = await countNow(db, where)
  if (known.size >= maxCounts) known.clear()
  known.set(key, { total, at: now.getTime(), criteria })
  return total
}

async function countNow(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from items i where ${where}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** Totals of these lists, as `language/type`, are counted afresh; null: all of them. */
export function forgetCounts(db: Db, lists: readonly string[] | null): void {
  const known = counts.get(db)
  if (!lists) known?.clear()
  else for (const [key, { criteria }] of known ?? []) if (mayList(criteria, lists)) known?.delete(key)
}

function mayList(criteria: Listed, lists: readonly string[]): boolean {
  return lists.some((list) => {
    const [language, type = ''] = list.split('/')
    const isOfLanguage = criteria.language === allLanguages || criteria.language === language
    return isOfLanguage && (typesOf(criteria) as readonly string[]).includes(type)
  })
}

function typesOf({ type }: ListCriteria) {
  return type?.length ? type : (['tutorial', 'project', 'course'] as const)
}

async function topicMapOf(
  db: Db,
  items: ItemList['itemMap'][string][],
  language: string,
): Promise<ItemList['topicMap']> {
  const wanted = new Set(items.flatMap(({ topicIds }) => topicIds))
  const { tags } = await readReference(db)
  const used = tags.filter(({ id }) => wanted.has(id))
  return Object.fromEntries(used.map((tag) => [tag.id, { id: tag.id, type: tag.type, name: nameOf(tag, language) }]))
}
