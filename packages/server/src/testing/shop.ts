import { type OrderWish, placeOrder } from '@lantern/contract/commerce/orders.ts'
import { prepay } from '@lantern/contract/commerce/payments.ts'
import { playSandboxPayment } from '@lantern/contract/commerce/sandbox-payments.ts'
import { newId } from '@lantern/contract/ids.ts'
import { saveBundle } from '#commerce/index.ts'
import { buildTutorial, type ItemOptions } from './builders.ts'
import type { Person, TestSite } from './site.ts'

let made = 0

/** A paid tutorial, which costs 12 yuan unless it says otherwise. */
export function paidTutorial(site: TestSite, seller: Person, options: ItemOptions = {}) {
  return buildTutorial(site.db, { priceFen: 1200, ownerId: seller.id, ...options })
}

/** A published bundle of these items. */
export async function buildBundle(
  site: TestSite,
  seller: Person,
  { itemIds, priceFen }: { itemIds: readonly string[]; priceFen: number },
): Promise<{ id: string; slug: string }> {
  const slug = `bundle-${++made}`
  const texts = { language: 'zh', title: '四件套', description: null, thumbnailUrl: null }
  const sale = { ownerId: seller.id, priceFen, recordCount: 0, itemIds }
  const id = await saveBundle(site.db, { sourceKey: slug, slug, ...texts, ...sale }, site.clock.now())
  return { id, slug }
}

export interface PromotionOptions {
  kind?: 'amount' | 'percent'
  value?: number
  leastFen?: number
  itemIds?: string[]
  ownerId?: string
  firstOrderOnly?: boolean
  perPerson?: number
  mostUses?: number
  endsAt?: string
  startsAt?: string
  isSingle?: boolean
  code?: string
}

/** A promotion with one coupon: 3 yuan off unless it says otherwise. Answers the coupon. */
export async function buildCoupon(site: TestSite, options: PromotionOptions = {}): Promise<string> {
  const id = newId('promotion')
  const code = options.code ?? `TEST${String(++made).padStart(4, '0')}`
  await site.db
    .insertInto('promotions')
    .values({
      id,
      title: '开学季',
      kind: options.kind ?? 'amount',
      value: options.value ?? 300,
      least_fen: options.leastFen ?? 0,
      item_ids: options.itemIds ?? [],
      owner_id: options.ownerId ?? null,
      first_order_only: options.firstOrderOnly ?? false,
      per_person: options.perPerson ?? 1,
      most_uses: options.mostUses ?? null,
      starts_at: options.startsAt ?? '2026-01-01T00:00:00Z',
      ends_at: options.endsAt ?? null,
      created_at: site.clock.now(),
    })
    .execute()
  const coupon = { code, promotion_id: id, is_single: options.isSingle ?? false, created_at: site.clock.now() }
  await site.db.insertInto('coupons').values(coupon).execute()
  return code
}

/** Places an order and answers its id. */
export async function ordered(person: Person, wish: Partial<OrderWish>): Promise<string> {
  const { result } = await person.call(placeOrder, { body: { currency: 'CNY', seats: 1, ...wish } })
  return result.order.id
}

/** Opens a payment at the sandbox and answers its id. */
export async function opened(
  person: Person,
  orderId: string,
  device: 'desktop' | 'phone' = 'desktop',
): Promise<string> {
  const { result } = await person.call(prepay, { params: { gateway: 'sandbox' }, body: { orderId, device } })
  return result.paymentId
}

export const playPayment = (person: Person, paymentId: string, act: 'succeed' | 'close') =>
  person.call(playSandboxPayment, { params: { paymentId }, body: { act } })

/** Orders and pays by the sandbox. Answers the order's id. */
export async function buy(person: Person, wish: Partial<OrderWish>): Promise<string> {
  const orderId = await ordered(person, wish)
  await playPayment(person, await opened(person, orderId), 'succeed')
  return orderId
}
