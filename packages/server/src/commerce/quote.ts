import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { currentPrice } from '@lantern/contract/catalog/price.ts'
import { salePhase } from '@lantern/contract/commerce/bundle-rules.ts'
import type { UnavailableReason } from '@lantern/contract/commerce/cart-rules.ts'
import { type PricedLine, paidFor, withBundlePrice } from '@lantern/contract/commerce/pricing.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { type Cards, entitledIds, itemCards } from '#catalog/index.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'

export interface QuotedLine extends PricedLine {
  title: string
  /** In the bundle's own language. */
  bundleTitle: string | null
  /** In others, by language. */
  bundleTitles: Record<string, string>
  planId: string | null
}

/** One wanted item or bundle, with its price for this person now. */
export interface QuotedEntry {
  id: string
  kind: 'item' | 'bundle'
  /** Of a bundle in the asked language where it has one; null: it is gone. */
  title: string | null
  unavailable: UnavailableReason | null
  /** Empty where it cannot be bought. */
  lines: QuotedLine[]
}

export interface Quote {
  entries: QuotedEntry[]
  cards: Cards
  /** Of each bundle, the ids of its items in order. */
  bundleItems: Record<string, string[]>
}

interface BundleRow {
  id: string
  title: string
  /** In other languages than its own. */
  titles: Record<string, string>
  owner_id: string
  status: string
  price_fen: number
  sold_from: Date | null
  sold_until: Date | null
  item_ids: string[]
  /** Owner of each item when it was put into the bundle, by item id. */
  sellers: Record<string, string>
}

/** What these items and bundles cost this person at this moment, and which of them cannot be bought and why. */
export async function quote(
  db: Db | Trx,
  viewer: SignedIn,
  ids: readonly string[],
  { now, language }: { now: Date; language?: string | undefined },
): Promise<Quote> {
  const { rows: bundles } = await sql<BundleRow>`
    select b.id, b.title, b.owner_id, b.status, b.price_fen, b.sold_from, b.sold_until,
      coalesce((select array_agg(t.item_id order by t.position) from bundle_items t where t.bundle_id = b.id), '{}')
        as item_ids,
      (select coalesce(jsonb_object_agg(t.item_id, t.seller_id), '{}') from bundle_items t where t.bundle_id = b.id)
        as sellers,
      (select coalesce(jsonb_object_agg(key, value ->> 'title'), '{}') from jsonb_each(b.translations)) as titles
    from ${idRows(ids)} given join bundles b on b.id = given.id`.execute(db)
  const bundleOf = new Map(bundles.map((bundle) => [bundle.id, bundle]))
  const itemIds = [...new Set([...ids.filter((id) => !bundleOf.has(id)), ...bundles.flatMap((row) => row.item_ids)])]
  const cards = await itemCards(db, viewer, itemIds)
  const bought = await entitledIds(db, viewer, itemIds)
  const inBundles = new Set(
    bundles.filter((bundle) => whyNoBundle(bundle, cards, bought, viewer, now) === null).flatMap((row) => row.item_ids),
  )
  const entries = ids.map((id): QuotedEntry => {
    const bundle = bundleOf.get(id)
    if (bundle) {
      const unavailable = whyNoBundle(bundle, cards, bought, viewer, now)
      return {
        id,
        kind: 'bundle',
        title: bundle.titles[language ?? ''] ?? bundle.title,
        unavailable,
        lines: unavailable ? [] : linesOf(bundle, cards, now),
      }
    }
    const card = cards.itemMap[id]
    const unavailable = whyNoItem(card, bought, viewer, now) ?? (inBundles.has(id) ? 'in_bundle' : null)
    const lines = card && !unavailable ? [lineOf(card, now)] : []
    return { id, kind: 'item', title: card?.title ?? null, unavailable, lines }
  })
  return { entries, cards, bundleItems: Object.fromEntries(bundles.map((row) => [row.id, row.item_ids])) }
}

/** What an entry costs, in fen; null while it cannot be bought. */
export function priceOf({ unavailable, lines }: QuotedEntry): number | null {
  return unavailable ? null : lines.reduce((sum, line) => sum + paidFor(line), 0)
}

function whyNoItem(
  card: ItemCard | undefined,
  bought: ReadonlySet<string>,
  viewer: SignedIn,
  now: Date,
): UnavailableReason | null {
  if (!card) return 'gone'
  if (card.ownerId === viewer.id || card.authorId === viewer.id) return 'own'
  if (bought.has(card.id)) return 'bought'
  if (!card.active || card.saleEnded) return 'not_for_sale'
  return currentPrice(card, now).kind === 'free' ? 'free' : null
}

/** A bundle is not sold while one of its items is not, or has another owner than when it was put into the bundle. */
function whyNoBundle(
  { owner_id, status, item_ids, sellers, price_fen, sold_from, sold_until }: BundleRow,
  { itemMap }: Cards,
  bought: ReadonlySet<string>,
  viewer: SignedIn,
  now: Date,
): UnavailableReason | null {
  if (owner_id === viewer.id) return 'own'
  if (item_ids.length > 0 && item_ids.every((id) => bought.has(id))) return 'bought'
  const dates = { soldFrom: sold_from?.toISOString() ?? null, soldUntil: sold_until?.toISOString() ?? null }
  if (salePhase(dates, now) !== 'running') return 'not_for_sale'
  const isOnSale = (card: ItemCard | undefined) =>
    card?.active && card.ownerId === sellers[card.id] && currentPrice(card, now).kind !== 'free'
  if (status !== 'published' || item_ids.length === 0 || !item_ids.every((id) => isOnSale(itemMap[id]))) {
    return 'not_for_sale'
  }
  return price_fen === 0 ? 'free' : null
}

function linesOf(bundle: BundleRow, { itemMap }: Cards, now: Date): QuotedLine[] {
  const lines = bundle.item_ids.flatMap((id) => itemMap[id] ?? []).map((card) => lineOf(card, now))
  const reduced = withBundlePrice(lines, bundle.price_fen)
  return lines.map((line, at) => ({
    ...line,
    bundleFen: reduced[at]?.bundleFen ?? 0,
    bundleId: bundle.id,
    bundleTitle: bundle.title,
    bundleTitles: bundle.titles,
  }))
}

function lineOf(card: ItemCard, now: Date): QuotedLine {
  const price = currentPrice(card, now)
  const priceFen = card.priceFen ?? 0
  return {
    itemId: card.id,
    bundleId: null,
    bundleTitle: null,
    bundleTitles: {},
    planId: null,
    ownerId: card.ownerId,
    title: card.title,
    priceFen,
    quantity: 1,
    discountFen: price.kind === 'discounted' ? priceFen - price.fen : 0,
    bundleFen: 0,
    couponFen: 0,
  }
}
