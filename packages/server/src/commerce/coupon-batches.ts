import { randomInt } from 'node:crypto'
import { isCoupon } from '@lantern/contract/commerce/coupon-rules.ts'
import type { OrderState } from '@lantern/contract/commerce/order-rules.ts'
import type { CouponUse, Promotion } from '@lantern/contract/commerce/promotions.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { lockPromotion, promotionNamed } from './promotion-rows.ts'

interface BatchWish {
  promotionId: string
  /** Coupons that the caller saw; where there are others by now, nothing is made. */
  seen: number
  count?: number
  length?: '8' | '10'
  code?: string
}

/** Makes coupons for one order each, or one for many people where the wish has a code. All of them or none. */
export function makeCoupons(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { promotionId, seen, count = 1, length = '8', code }: BatchWish,
): Promise<{ promotion: Promotion; codes: string[] }> {
  return inTransaction(db, async (trx) => {
    await lockPromotion(trx, promotionId)
    if ((await promotionNamed(trx, promotionId)).couponCount !== seen) throw refuse('conflict')
    const shared = { promotionId, now: clock.now() }
    const codes =
      code === undefined
        ? await writeSingles(trx, { ...shared, count, length: Number(length) })
        : [await writeShared(trx, { ...shared, code })]
    return { promotion: await promotionNamed(trx, promotionId), codes }
  })
}

interface NewCoupons {
  promotionId: string
  now: Date
}

async function writeShared(trx: Trx, { promotionId, now, code }: NewCoupons & { code: string }): Promise<string> {
  const wanted = code.trim().toUpperCase()
  if (!isCoupon(wanted))
    throw refuse('bad_request', { details: [{ field: 'code', message: 'coupon_error.malformed' }] })
  const written = await writeCodes(trx, [wanted], { promotionId, now, isSingle: false })
  if (written.length === 0)
    throw refuse('bad_request', { details: [{ field: 'code', message: 'shop_error.code_taken' }] })
  return wanted
}

/** A code that another coupon has already is drawn again: of 10,000 new codes this meets one in a hundred million batches. */
async function writeSingles(
  trx: Trx,
  { promotionId, now, count, length }: NewCoupons & { count: number; length: number },
): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < count) {
    const drawn = new Set<string>()
    while (drawn.size < count - codes.length) drawn.add(drawCode(length))
    codes.push(...(await writeCodes(trx, [...drawn], { promotionId, now, isSingle: true })))
  }
  return codes
}

async function writeCodes(
  trx: Trx,
  codes: readonly string[],
  { promotionId, now, isSingle }: NewCoupons & { isSingle: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    insert into coupons (code, promotion_id, is_single, created_at)
    select code, ${promotionId}, ${isSingle}, ${now} from unnest(${codes}::text[]) code
    on conflict (code) do nothing returning code`.execute(trx)
  return rows.map(({ code }) => code)
}

/** Without I, O, 0 and 1, which people mistake for each other. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function drawCode(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

interface UseRow {
  code: string
  order_id: string
  state: OrderState
  name: string
  coupon_fen: number
  amount_fen: number
  created_at: Date
}

/** The orders that hold or used a coupon of a promotion, newest first. */
export async function couponUses(
  db: Db,
  promotionId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ uses: CouponUse[]; total: number }> {
  const { rows } = await sql<UseRow>`
    select u.code, u.order_id, o.state, p.name, o.amount_fen, o.created_at,
      (select coalesce(sum(l.coupon_fen), 0)::integer from order_lines l where l.order_id = o.id) as coupon_fen
    from coupon_uses u join orders o on o.id = u.order_id join users p on p.id = u.user_id
    where u.promotion_id = ${promotionId}
    order by o.created_at desc, o.id desc limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from coupon_uses where promotion_id = ${promotionId}`.execute(db)
  const uses = rows.map((row) => ({
    code: row.code,
    orderId: row.order_id,
    state: row.state,
    userName: row.name,
    couponAmount: row.coupon_fen,
    amount: row.amount_fen,
    createdTime: row.created_at.toISOString(),
  }))
  return { uses, total: counted[0]?.total ?? 0 }
}

export interface CouponRow {
  code: string
  isSingle: boolean
  createdAt: Date
  uses: number
  /** Of the first use; null: not used. */
  orderId: string | null
}

/** Every coupon of a promotion, in the order in which they were made. */
export async function couponRows(db: Db, promotionId: string): Promise<CouponRow[]> {
  const { rows } = await sql<CouponRow>`
    select c.code, c.is_single as "isSingle", c.created_at as "createdAt", count(u.order_id)::integer as uses,
      min(u.order_id) as "orderId"
    from coupons c left join coupon_uses u on u.code = c.code
    where c.promotion_id = ${promotionId} group by c.code order by c.created_at, c.code`.execute(db)
  return rows
}
