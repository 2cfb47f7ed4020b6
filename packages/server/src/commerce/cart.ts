import type { Cart, CartEntry, PersonalCartData } from '@lantern/contract/commerce/cart.ts'
import { cartLimit } from '@lantern/contract/commerce/cart-rules.ts'
import { amountsOf } from '@lantern/contract/commerce/pricing.ts'
import type { Purchaser } from '@lantern/contract/commerce/purchasers.ts'
import { rightsTopic } from '@lantern/contract/commerce/topics.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { bundleCards } from './bundles.ts'
import { priceOf, type QuotedEntry, quote } from './quote.ts'

/** What is in a person's cart, in the order in which it was put in. A guest's is empty. */
export async function cartIds(db: Db | Trx, viewer: Viewer): Promise<PersonalCartData> {
  if (viewer.kind === 'guest') return { personalCartItemIds: [] }
  const rows = await db
    .selectFrom('cart_entries')
    .select('target_id')
    .where('user_id', '=', viewer.id)
    .orderBy('place')
    .execute()
  return { personalCartItemIds: rows.map(({ target_id }) => target_id) }
}

/** The own cart with what everything costs now. Of another person there is nothing to see. */
export async function readCart(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { userId = viewer.id, language }: { userId?: string; language?: string } = {},
): Promise<Cart> {
  if (userId !== viewer.id) throw refuse('not_found')
  const now = clock.now()
  const rows = await db
    .selectFrom('cart_entries')
    .select(['target_id', 'title', 'price_fen', 'added_at'])
    .where('user_id', '=', viewer.id)
    .orderBy('place')
    .execute()
  const ids = rows.map(({ target_id }) => target_id)
  const { entries, cards, bundleItems } = await quote(db, viewer, ids, { now, language })
  const discounts = cards.items.flatMap(({ discount }) => discount ?? [])
  return {
    personalCartData: { personalCartItemIds: ids },
    entries: rows.map((row, at): CartEntry => {
      const entry = entries[at]
      return {
        id: row.target_id,
        kind: entry?.kind ?? 'item',
        title: entry?.title ?? row.title,
        addedTime: row.added_at.toISOString(),
        priceWhenAdded: row.price_fen,
        price: entry ? priceOf(entry) : null,
        originalPrice: entry && !entry.unavailable ? originalPriceOf(entry) : null,
        unavailable: entry?.unavailable ?? null,
      }
    }),
    tutorialMap: cards.itemMap,
    bundleMap: await bundleCards({ db, clock }, Object.keys(bundleItems), language),
    bundleItems,
    discountMap: Object.fromEntries(discounts.map((discount) => [discount.itemId, discount])),
    amounts: amountsOf(entries.flatMap(({ lines }) => lines)),
    purchaser: await lastPurchaser(db, viewer.id),
    asOf: now.toISOString(),
  }
}

/** Who comes back from paying, or buys again, has said already who buys. */
async function lastPurchaser(db: Db, userId: string): Promise<Purchaser | null> {
  const { rows } = await sql<{ purchaser: Purchaser }>`
    select purchaser from orders where user_id = ${userId} and purchaser is not null
    order by created_at desc limit 1`.execute(db)
  return rows[0]?.purchaser ?? null
}

/** What a bundle is compared with is what its items cost one by one now, as on its page. */
function originalPriceOf({ kind, lines }: QuotedEntry): number {
  const { originalAmount, discountAmount } = amountsOf(lines)
  return kind === 'bundle' ? originalAmount - discountAmount : originalAmount
}

type CartServices = Pick<Services, 'db' | 'clock' | 'topics'>

/** Puts items and bundles in: all of them or none. A refusal names what it is about in the given language. */
export function putIntoCart(
  { db, clock, topics }: CartServices,
  viewer: SignedIn,
  wanted: readonly string[],
  language?: string,
): Promise<PersonalCartData> {
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    // locked before it is read: of two tabs at once the second counts what the first put in
    await lockBuyer(trx, viewer.id)
    const before = (await cartIds(trx, viewer)).personalCartItemIds
    const fresh = [...new Set(wanted)].filter((id) => !before.includes(id))
    if (before.length + fresh.length > cartLimit) throw refuse('cart_limit')
    const { entries } = await quote(trx, viewer, fresh, { now, language })
    const rows = entries.map((entry) => {
      const { id, kind, title, unavailable } = entry
      if (unavailable === 'gone') throw refuse('not_found')
      const values = { title: title ?? '' }
      if (unavailable === 'own' || unavailable === 'bought') throw refuse('cart_owned', { values })
      const price = priceOf(entry)
      // an item that comes at once with a bundle of it stays, and is shown as part of the bundle
      if (unavailable && unavailable !== 'in_bundle') throw refuse('cart_not_for_sale', { values })
      return {
        user_id: viewer.id,
        target_id: id,
        item_id: kind === 'item' ? id : null,
        bundle_id: kind === 'bundle' ? id : null,
        title: title ?? '',
        price_fen: price ?? 0,
        added_at: now,
      }
    })
    if (rows.length > 0) {
      await trx.insertInto('cart_entries').values(rows).execute()
      await topics.publish(trx, rightsTopic, { userId: viewer.id }, { type: 'CART' })
    }
    return cartIds(trx, viewer)
  })
}

export function takeFromCart(
  { db, topics }: Pick<Services, 'db' | 'topics'>,
  viewer: SignedIn,
  ids: readonly string[],
): Promise<PersonalCartData> {
  return inTransaction(db, async (trx) => {
    await trx.deleteFrom('cart_entries').where('user_id', '=', viewer.id).where('target_id', 'in', ids).execute()
    await topics.publish(trx, rightsTopic, { userId: viewer.id }, { type: 'CART' })
    return cartIds(trx, viewer)
  })
}

/** One person's cart and orders change one after the other. */
export async function lockBuyer(trx: Trx, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
