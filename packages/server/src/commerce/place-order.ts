import { createHash } from 'node:crypto'
import type { Order, OrderWish } from '@lantern/contract/commerce/orders.ts'
import { amountsOf } from '@lantern/contract/commerce/pricing.ts'
import { purchaserProblems } from '@lantern/contract/commerce/purchaser-rules.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { yuanIn } from '#catalog/index.ts'
import { type RefusedField, refuse } from '#kit/errors.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { lockBuyer } from './cart.ts'
import { claimCoupon, countCouponTry, offerCoupon } from './coupons.ts'
import { endHad, endUnpaid } from './end-order.ts'
import { fulfil } from './fulfil.ts'
import { changeOrder, lockOrder, type OrderServices, writeOrderAudit } from './order-changes.ts'
import { readOwnOrder } from './orders.ts'
import { type QuotedLine, quote } from './quote.ts'

/**
 * Makes an order at the prices of this moment, which then hold for it. The same wish at the same prices again is the same
 * waiting order: a double press and a second tab buy once. What costs nothing is finished in the same transaction.
 */
export async function placeOrder(
  services: OrderServices,
  viewer: SignedIn,
  wish: OrderWish,
  language?: string,
): Promise<Order> {
  const now = services.clock.now()
  const code = wish.coupon?.trim() ? wish.coupon.trim().toUpperCase() : null
  if (code !== null) await countCouponTry(services, viewer)
  return inTransaction(services.db, async (trx) => {
    await lockBuyer(trx, viewer.id)
    const wanted = await linesOf(trx, viewer, wish, { now, language })
    const lines = code === null ? wanted : await withOffer(trx, viewer, { code, lines: wanted, now })
    const { amount } = amountsOf(lines)
    if (wish.amount !== undefined && wish.amount !== amount) {
      throw refuse('price_changed', { values: { price: (locale) => yuanIn(locale, amount) } })
    }
    const purchaser = wish.purchaser ? checkedPurchaser(wish.purchaser) : null
    const key = keyOf(lines, code)
    const known = await trx
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', viewer.id)
      .where('wish_key', '=', key)
      .where('state', '=', 'waiting')
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (known) {
      if (purchaser) await trx.updateTable('orders').set({ purchaser }).where('id', '=', known.id).execute()
      return readOwnOrder(services, trx, viewer, { id: known.id, language })
    }
    const id = await writeOrder(services, trx, viewer, { lines, code, key, purchaser, amount, now })
    return readOwnOrder(services, trx, viewer, { id, language })
  })
}

interface NewOrder {
  lines: QuotedLine[]
  code: string | null
  key: string
  purchaser: string | null
  amount: number
  now: Date
}

async function writeOrder(
  services: OrderServices,
  trx: Trx,
  viewer: SignedIn,
  { lines, code, key, purchaser, amount, now }: NewOrder,
): Promise<string> {
  const id = newId('order', now.getTime())
  await endReplaced(services, trx, viewer.id, { code, key, now })
  await trx
    .insertInto('orders')
    .values({
      id,
      user_id: viewer.id,
      state: 'waiting',
      amount_fen: amount,
      wish_key: key,
      coupon_code: code,
      purchaser,
      created_at: now,
      expires_at: new Date(now.getTime() + services.config.shop.orderMinutes * 60_000),
    })
    .execute()
  await trx
    .insertInto('order_lines')
    .values(lines.map((line, position) => rowOf(line, id, position)))
    .execute()
  // held from now on: a person who was promised a reduction is not refused after paying
  if (code !== null && !(await claimCoupon(trx, { code, userId: viewer.id, orderId: id })))
    throw couponRefusal('used_up')
  const order = await lockOrder(trx, id)
  if (!order) throw new Error('The order that was just written is gone')
  await writeOrderAudit(trx, { order, act: 'place', after: 'waiting', actorId: viewer.id, detail: { amount }, now })
  if (amount === 0) {
    await changeOrder(services, trx, order, { act: 'pay', actorId: viewer.id })
    await fulfil(services, trx, order, { now, payment: null })
    await endHad(services, trx, viewer.id)
  }
  return id
}

/**
 * Waiting orders whose place the new one takes: of the same wish, run out, and those that hold the same coupon, or another
 * one for a first order where this one is for a first order too.
 */
async function endReplaced(
  services: OrderServices,
  trx: Trx,
  userId: string,
  { code, key, now }: { code: string | null; key: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string; isOver: boolean }>`
    select o.id, o.expires_at <= ${now} as "isOver" from orders o
    where o.user_id = ${userId} and o.state = 'waiting' and (o.wish_key = ${key}
      or o.id in (select u.order_id from coupon_uses u join promotions held on held.id = u.promotion_id
        join coupons c on c.code = ${code} join promotions p on p.id = c.promotion_id
        where u.user_id = ${userId} and (p.id = held.id or p.first_order_only and held.first_order_only)))
    order by o.id`.execute(trx)
  for (const { id, isOver } of rows) {
    const order = await lockOrder(trx, id)
    if (order?.state === 'waiting') {
      await endUnpaid(services, trx, order, {
        act: isOver ? 'expire' : 'cancel',
        actorId: userId,
        detail: { replaced: true },
      })
    }
  }
}

function rowOf(line: QuotedLine, orderId: string, position: number) {
  return {
    order_id: orderId,
    position,
    title: line.title,
    quantity: line.quantity,
    price_fen: line.priceFen,
    item_id: line.itemId,
    bundle_id: line.bundleId,
    bundle_title: line.bundleTitle,
    bundle_titles: JSON.stringify(line.bundleTitles),
    plan_id: line.planId,
    seller_id: line.ownerId,
    discount_fen: line.discountFen,
    bundle_fen: line.bundleFen,
    coupon_fen: line.couponFen,
  }
}

async function linesOf(
  trx: Trx,
  viewer: SignedIn,
  wish: OrderWish,
  asked: { now: Date; language?: string | undefined },
): Promise<QuotedLine[]> {
  const { itemIds, bundleSlug, planId } = wish
  if ([itemIds, bundleSlug, planId].filter((part) => part !== undefined).length !== 1) {
    throw refuse('bad_request', { details: [{ field: 'itemIds', message: 'shop_error.order_wish' }] })
  }
  if (planId !== undefined) return [await planLine(trx, planId)]
  const ids = itemIds ?? [await bundleNamed(trx, bundleSlug ?? '')]
  const { entries } = await quote(trx, viewer, [...new Set(ids)], asked)
  for (const { unavailable, title } of entries) {
    const values = { title: title ?? '' }
    if (unavailable === 'gone') throw refuse('not_found')
    if (unavailable === 'own' || unavailable === 'bought') throw refuse('cart_owned', { values })
    if (unavailable && unavailable !== 'in_bundle') throw refuse('cart_not_for_sale', { values })
  }
  return entries.flatMap(({ lines }) => lines)
}

async function bundleNamed(trx: Trx, slug: string): Promise<string> {
  const bundle = await trx.selectFrom('bundles').select('id').where('slug', '=', slug).executeTakeFirst()
  if (!bundle) throw refuse('not_found')
  return bundle.id
}

async function planLine(trx: Trx, planId: string): Promise<QuotedLine> {
  const plan = await trx
    .selectFrom('plans')
    .select(['id', 'price_fen'])
    .where('id', '=', planId)
    .where('offered', '=', true)
    .executeTakeFirst()
  if (!plan) throw refuse('not_found')
  const none = {
    itemId: null,
    bundleId: null,
    bundleTitle: null,
    bundleTitles: {},
    ownerId: null,
    discountFen: 0,
    bundleFen: 0,
    couponFen: 0,
  }
  return { ...none, planId: plan.id, title: plan.id, priceFen: plan.price_fen, quantity: 1 }
}

async function withOffer(
  trx: Trx,
  viewer: SignedIn,
  { code, lines, now }: { code: string; lines: QuotedLine[]; now: Date },
): Promise<QuotedLine[]> {
  const offer = await offerCoupon(trx, viewer, { code, lines, now })
  if (offer.kind === 'refused') throw couponRefusal(offer.reason)
  return offer.lines
}

function couponRefusal(reason: string) {
  return refuse('coupon_refused', { details: [{ field: 'coupon', message: `coupon_error.${reason}` }] })
}

function checkedPurchaser(purchaser: NonNullable<OrderWish['purchaser']>): string {
  const problems = purchaserProblems(purchaser)
  const details = Object.entries(problems).map(
    ([field, message]): RefusedField => ({ field: `purchaser.${field}`, message }),
  )
  if (details.length > 0) throw refuse('bad_request', { details })
  return JSON.stringify(purchaser)
}

/** The same lines at the same prices with the same coupon. */
function keyOf(lines: readonly QuotedLine[], code: string | null): string {
  const parts = lines.map((line) => [
    line.itemId,
    line.bundleId,
    line.planId,
    line.priceFen,
    line.discountFen,
    line.bundleFen,
    line.couponFen,
  ])
  return createHash('sha256')
    .update(JSON.stringify([parts.map((part) => JSON.stringify(part)).sort(), code]))
    .digest('hex')
}
