import { isMaker } from '@lantern/contract/catalog/access.ts'
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { currentPrice } from '@lantern/contract/catalog/price.ts'
import { type BundleItemProblem, savesNothing } from '@lantern/contract/commerce/bundle-rules.ts'
import { bundleChanged } from '@lantern/contract/commerce/events.ts'
import type {
  BundleItem,
  listOwnBundles as listOwnBundlesCall,
  OwnBundle,
} from '@lantern/contract/commerce/own-bundles.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { contentLanguages, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { itemCards } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { likeText } from '#kit/like-text.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { bundleOf, bundleRows } from './bundles.ts'
import { sellsItem } from './discounts.ts'

interface PageWish {
  page?: number
  pageSize?: number
}

export async function listOwnBundles(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { page = 0, pageSize = 20 }: PageWish,
): Promise<ResponseOf<typeof listOwnBundlesCall>> {
  const now = clock.now()
  const { rows: counted } = await sql<{ ids: string[]; total: number }>`
    with own as (select id, created_at from bundles where owner_id = ${viewer.id}),
    paged as (select * from own order by created_at desc, id desc limit ${pageSize} offset ${page * pageSize})
    select (select count(*) from own)::integer as total,
      coalesce((select array_agg(id order by created_at desc, id desc) from paged), '{}') as ids`.execute(db)
  const { ids, total } = counted[0] ?? { ids: [], total: 0 }
  const rows = await bundleRows(db, sql`b.id = any(${ids}::text[])`, now)
  const itemsOf = await itemsOfBundles(db, viewer, ids, now)
  const results = ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) return []
    const items = itemsOf.get(id) ?? []
    const needsCare = items.some(({ problem }) => problem !== null) || savesNothing(row.price_fen, items)
    return [{ bundle: bundleOf(row), itemCount: items.length, needsCare }]
  })
  return { results, page, pageSize, total, asOf: now.toISOString() }
}

/** One of the own bundles; of another person nothing is found. */
export async function readOwnBundle(
  { db, clock }: { db: Db | Trx; clock: Services['clock'] },
  viewer: SignedIn,
  id: string,
): Promise<OwnBundle> {
  const now = clock.now()
  const [row] = await bundleRows(db, sql`b.id = ${id} and b.owner_id = ${viewer.id}`, now)
  if (!row) throw refuse('not_found')
  const itemsOf = await itemsOfBundles(db, viewer, [id], now)
  return {
    bundle: bundleOf(row),
    description: row.description ?? nothing,
    translations: contentLanguages.flatMap((language) => {
      const text = row.translations[language]
      return text ? [{ language, title: text.title, description: text.description ?? nothing }] : []
    }),
    coverImageId: row.cover_image_id,
    items: itemsOf.get(id) ?? [],
    updatedTime: row.updated_at?.toISOString() ?? null,
  }
}

const nothing = { type: 'doc' as const, content: [] }
const mostFound = 20

/** Own paid items with these words in their title: what a bundle can be made of. */
export async function findBundleItems(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  words: string,
): Promise<BundleItem[]> {
  const wanted = `%${likeText(words.trim())}%`
  const { rows } = await sql<{ id: string }>`
    select i.id from items i where ${sellsItem(viewer.id)} and i.title ilike ${wanted}
    order by i.created_at desc, i.id desc limit ${mostFound}`.execute(db)
  const { items } = await itemCards(
    db,
    viewer,
    rows.map(({ id }) => id),
  )
  return items.map((card) => itemOf(card.id, card, viewer, clock.now()))
}

/** The items of each bundle, in order. */
async function itemsOfBundles(
  db: Db | Trx,
  viewer: SignedIn,
  bundleIds: readonly string[],
  now: Date,
): Promise<Map<string, BundleItem[]>> {
  const { rows } = await sql<{ bundle_id: string; item_id: string; seller_id: string }>`
    select bundle_id, item_id, seller_id from bundle_items where bundle_id = any(${bundleIds}::text[])
    order by bundle_id, position`.execute(db)
  const { itemMap } = await itemCards(db, viewer, [...new Set(rows.map(({ item_id }) => item_id))])
  const items = new Map<string, BundleItem[]>()
  for (const { bundle_id, item_id, seller_id } of rows) {
    const item = itemOf(item_id, itemMap[item_id], viewer, now)
    const problem = item.problem ?? (itemMap[item_id]?.ownerId === seller_id ? null : 'other_seller')
    items.set(bundle_id, [...(items.get(bundle_id) ?? []), { ...item, problem }])
  }
  return items
}

/** An item that is not the viewer's to see any more keeps its id alone. */
function itemOf(id: string, card: ItemCard | undefined, viewer: SignedIn, now: Date): BundleItem {
  const price = card ? currentPrice(card, now) : null
  return {
    id,
    title: card?.title ?? '',
    type: card?.type ?? '',
    language: card?.language ?? '',
    thumbnailUrl: card?.thumbnail.url ?? null,
    price: price && price.kind !== 'free' ? price.fen : 0,
    problem: problemOf(card, viewer, now),
  }
}

/** The bundles of a person whose account is being deleted are not sold any more. */
export async function withdrawBundles({ events }: Pick<Services, 'events'>, trx: Trx, userId: string): Promise<void> {
  const withdrawn = await trx
    .updateTable('bundles')
    .set({ status: 'unPublished' })
    .where('owner_id', '=', userId)
    .where('status', '=', 'published')
    .returning('id')
    .execute()
  for (const { id } of withdrawn) await events.emit(trx, bundleChanged, { bundleId: id })
}

export function problemOf(card: ItemCard | undefined, viewer: SignedIn, now: Date): BundleItemProblem | null {
  if (!card || !isMaker(viewer, card)) return 'not_own'
  if (card.saleEnded) return 'unpublished'
  if (currentPrice(card, now).kind === 'free') return 'free'
  return card.active ? null : 'unpublished'
}
