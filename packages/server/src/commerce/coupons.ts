import { type CouponError, couponErrors, isCoupon } from '@lantern/contract/commerce/coupon-rules.ts'
import type { CouponAnswer } from '@lantern/contract/commerce/coupons.ts'
import { amountsOf, type Reduction, withCoupon } from '@lantern/contract/commerce/pricing.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { countUse } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { type QuotedLine, quote } from './quote.ts'

interface FoundCoupon extends Reduction {
  code: string
  promotionId: string
  title: string
  isSingle: boolean
  firstOrderOnly: boolean
  perPerson: number
  mostUses: number | null
  used: number
  startsAt: Date
  endsAt: Date | null
  disabledAt: Date | null
}

export type CouponOffer =
  | { kind: 'applied'; coupon: FoundCoupon; lines: QuotedLine[] }
  | { kind: 'refused'; reason: CouponError }

/** A coupon's reduction of these lines for this person, or why there is none. */
export async function offerCoupon(
  db: Db | Trx,
  viewer: SignedIn,
  { code, lines, now }: { code: string; lines: QuotedLine[]; now: Date },
): Promise<CouponOffer> {
  const refused = (reason: CouponError): CouponOffer => ({ kind: 'refused', reason })
  if (!isCoupon(code.trim())) return refused('malformed')
  const coupon = await findCoupon(db, code.trim().toUpperCase())
  if (!coupon) return refused('unknown')
  if (coupon.disabledAt) return refused('disabled')
  if (now < coupon.startsAt) return refused('not_yet')
  if (coupon.endsAt && now >= coupon.endsAt) return refused('expired')
  const { rows } = await sql<{ own: number; ofCode: number; orders: number }>`
    select (select count(*)::integer from coupon_uses u where u.promotion_id = ${coupon.promotionId}
        and u.user_id = ${viewer.id} and not ${heldBy(viewer.id)}) as own,
      (select count(*)::integer from coupon_uses u where u.code = ${coupon.code} and not ${heldBy(viewer.id)}) as "ofCode",
      (select count(*)::integer from orders o where o.user_id = ${viewer.id} and o.paid_at is not null) as orders`.execute(
    db,
  )
  const { own = 0, ofCode = 0, orders = 0 } = rows[0] ?? {}
  if (own >= coupon.perPerson) return refused('used_by_you')
  if (coupon.isSingle && ofCode > 0) return refused('used_up')
  if (coupon.mostUses !== null && coupon.used >= coupon.mostUses && !(await holdsAny(db, viewer.id, coupon))) {
    return refused('used_up')
  }
  if (coupon.firstOrderOnly && orders > 0) return refused('first_order_only')
  const outcome = withCoupon(lines, coupon)
  if (outcome.kind !== 'applied') return refused(outcome.kind)
  return {
    kind: 'applied',
    coupon,
    lines: lines.map((line, at) => ({ ...line, couponFen: outcome.lines[at]?.couponFen ?? 0 })),
  }
}

/** Uses that an order of this person holds and has not paid for: a new order takes them over. */
function heldBy(userId: string) {
  return sql`exists (select from orders o where o.id = u.order_id and o.user_id = ${userId} and o.state = 'waiting')`
}

async function holdsAny(db: Db | Trx, userId: string, { promotionId }: FoundCoupon): Promise<boolean> {
  const { rows } = await sql`
    select from coupon_uses u where u.promotion_id = ${promotionId} and ${heldBy(userId)}`.execute(db)
  return rows.length > 0
}

async function findCoupon(db: Db | Trx, code: string): Promise<FoundCoupon | undefined> {
  const { rows } = await sql<FoundCoupon>`
    select c.code, c.is_single as "isSingle", p.id as "promotionId", p.title, p.kind, p.value, p.least_fen as "leastFen",
      p.item_ids as "itemIds", p.owner_id as "ownerId", p.first_order_only as "firstOrderOnly",
      p.per_person as "perPerson", p.most_uses as "mostUses", p.used, p.starts_at as "startsAt", p.ends_at as "endsAt",
      p.disabled_at as "disabledAt"
    from coupons c join promotions p on p.id = c.promotion_id where c.code = ${code}`.execute(db)
  return rows[0]
}

/**
 * Claims a use for an order, under the lock of the promotion's row: of any number at the same time exactly as many get one
 * as are left. Answers false when none is. The order's person and promotion are the key of the use.
 */
export async function claimCoupon(
  trx: Trx,
  { code, userId, orderId }: { code: string; userId: string; orderId: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string; per_person: number; is_single: boolean }>`
    update promotions p set used = used + 1 from coupons c
    where c.code = ${code} and p.id = c.promotion_id and (p.most_uses is null or p.used < p.most_uses)
      and (not p.first_order_only or ${hasNoOrderYet(userId)})
    returning p.id, p.per_person, c.is_single`.execute(trx)
  const promotion = rows[0]
  if (!promotion) return false
  const { rows: claimed } = await sql`
    insert into coupon_uses (promotion_id, user_id, nth, code, order_id)
    select ${promotion.id}, ${userId}, own.nth + 1, ${code}, ${orderId}
    from (select coalesce(max(nth), 0) as nth, count(*) as uses from coupon_uses
      where promotion_id = ${promotion.id} and user_id = ${userId}) own
    where own.uses < ${promotion.per_person}
      and not (${promotion.is_single} and exists (select from coupon_uses where code = ${code}))
    returning nth`.execute(trx)
  if (claimed.length > 0) return true
  await sql`update promotions set used = used - 1 where id = ${promotion.id}`.execute(trx)
  return false
}

/** A first order is neither a second one nor one of two that wait, each with a reduction for it. */
function hasNoOrderYet(userId: string) {
  return sql`not exists (select from orders o where o.user_id = ${userId} and o.paid_at is not null)
    and not exists (select from coupon_uses u join promotions held on held.id = u.promotion_id
      where u.user_id = ${userId} and held.first_order_only)`
}

/** The use of an order that ends unpaid is free again. */
export async function freeCoupon(trx: Trx, orderId: string): Promise<void> {
  await sql`
    with freed as (delete from coupon_uses where order_id = ${orderId} returning promotion_id)
    update promotions p set used = used - 1 from freed where p.id = freed.promotion_id`.execute(trx)
}

const triesPerHour = 60

/** Guessing codes is limited, by whichever call they are tried. On a connection of its own: a refused try counts too. */
export async function countCouponTry({ db, clock }: Pick<Services, 'db' | 'clock'>, viewer: SignedIn): Promise<void> {
  await countUse(db, { key: `coupon:${viewer.id}`, windowSeconds: 3600, most: triesPerHour }, clock.now())
}

/** What a coupon would take off, for the cart. */
export async function redeemCoupon(
  services: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { coupon: code, itemIds }: { coupon: string; itemIds: readonly string[] },
): Promise<CouponAnswer> {
  const { db, clock } = services
  const now = clock.now()
  await countCouponTry(services, viewer)
  const { entries } = await quote(db, viewer, itemIds, { now })
  const lines = entries.flatMap((entry) => entry.lines)
  const offer = await offerCoupon(db, viewer, { code, lines, now })
  if (offer.kind === 'refused') {
    const { reason } = offer
    return { coupon: null, errorCode: couponErrors[reason], reason, amount: 0, amounts: amountsOf(lines) }
  }
  const amounts = amountsOf(offer.lines)
  const { code: known, title, endsAt } = offer.coupon
  return {
    coupon: { code: known, title, endDate: endsAt?.toISOString() ?? null },
    errorCode: null,
    reason: null,
    amount: amounts.couponAmount,
    amounts,
  }
}
