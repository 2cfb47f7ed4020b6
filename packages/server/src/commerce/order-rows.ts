import { coverAddress } from '@lantern/contract/catalog/cover.ts'
import { isPaid, type OrderState, orderStatusOf, refundDays } from '@lantern/contract/commerce/order-rules.ts'
import type { Order, OrderItem } from '@lantern/contract/commerce/orders.ts'
import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import type { Receipt } from '@lantern/contract/commerce/receipts.ts'
import type { Refund } from '@lantern/contract/commerce/refunds.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { type Cards, itemCards } from '#catalog/index.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { orderedBundleTitle } from './bundle-text.ts'
import { receiptProvider } from './receipts/receipt-provider.ts'
import { type ReceiptRow, receiptColumns, receiptOf } from './receipts/receipt-rows.ts'
import { type RefundRow, refundColumns, refundOf } from './refund-rows.ts'

interface OrderRow {
  id: string
  user_id: string
  state: OrderState
  amount_fen: number
  refunded_fen: number
  coupon_code: string | null
  created_at: Date
  expires_at: Date | null
  paid_at: Date | null
  items: Omit<OrderItem, 'picture' | 'isThere'>[]
  gateway: GatewayName | null
  provider_id: string | null
}

/** These orders as people see them, by id, with bundles called as in the reader's language. Who may see them was asked before. */
export async function readOrders(
  services: Pick<Services, 'config'>,
  db: Db | Trx,
  viewer: Viewer,
  { ids, language }: { ids: readonly string[]; language: string | undefined },
): Promise<Record<string, Order>> {
  if (ids.length === 0) return {}
  const { rows } = await sql<OrderRow>`
    select o.id, o.user_id, o.state, o.amount_fen, o.refunded_fen, o.coupon_code, o.created_at, o.expires_at, o.paid_at,
      p.gateway, p.provider_id,
      (select json_agg(json_build_object('position', t.position, 'title', t.title, 'quantity', t.quantity,
          'price', t.price_fen, 'itemId', t.item_id, 'bundleId', t.bundle_id, 'bundleTitle', ${orderedBundleTitle(language)},
          'planId', t.plan_id,
          'planMonths', (select p.months from plans p where p.id = t.plan_id), 'isMerchandise', t.is_merchandise, 'discountAmount', t.discount_fen,
          'bundleAmount', t.bundle_fen, 'couponAmount', t.coupon_fen, 'amount', t.paid_fen,
          'refundedAmount', case when t.refunded_at is null then 0 else t.paid_fen end,
          'refund', (select f.state from refund_lines l join refunds f on f.id = l.refund_id
            where l.order_id = t.order_id and l.position = t.position and l.is_live)) order by t.position)
        from order_lines t where t.order_id = o.id) as items
    from ${idRows(ids)} given join orders o on o.id = given.id
    left join payments p on p.order_id = o.id and p.state = 'captured' and not p.is_surplus`.execute(db)
  const itemIds = [...new Set(rows.flatMap(({ items }) => items.flatMap(({ itemId }) => itemId ?? [])))]
  const { itemMap } = await itemCards(db, viewer, itemIds)
  const refunds = await sql<RefundRow>`
    select ${refundColumns} from ${idRows(ids)} given join refunds r on r.order_id = given.id
    order by r.created_at, r.id`.execute(db)
  const receipts = await sql<ReceiptRow>`
    select ${receiptColumns} from ${idRows(ids)} given join receipts c on c.order_id = given.id
    order by c.created_at, c.reversed_at nulls last, c.id`.execute(db)
  const makesReceipts = receiptProvider(services) !== null
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      orderOf(row, {
        refunds: refunds.rows.map(refundOf).filter(({ orderId }) => orderId === row.id),
        receipts: receipts.rows.map(receiptOf).filter(({ orderId }) => orderId === row.id),
        makesReceipts,
        itemMap,
      }),
    ]),
  )
}

interface WithOrder {
  refunds: Refund[]
  receipts: Receipt[]
  makesReceipts: boolean
  itemMap: Cards['itemMap']
}

function orderOf(row: OrderRow, { refunds, receipts, makesReceipts, itemMap }: WithOrder): Order {
  const sum = (part: (item: OrderRow['items'][number]) => number) =>
    row.items.reduce((all, item) => all + part(item), 0)
  const isOpen = isPaid(row.state) && row.items.some(({ refund }) => refund === null)
  return {
    id: row.id,
    status: orderStatusOf(row.state),
    state: row.state,
    items: row.items.map((item) => ({
      ...item,
      picture: pictureOf(item, itemMap),
      isThere: item.itemId !== null && itemMap[item.itemId] !== undefined,
    })),
    amount: row.amount_fen,
    amounts: {
      originalAmount: sum(({ price, quantity }) => price * quantity),
      discountAmount: sum(({ discountAmount }) => discountAmount),
      bundleAmount: sum(({ bundleAmount }) => bundleAmount),
      couponAmount: sum(({ couponAmount }) => couponAmount),
      amount: row.amount_fen,
    },
    refundedAmount: row.refunded_fen,
    coupon: row.coupon_code,
    createdTime: row.created_at.toISOString(),
    expiresTime: row.state === 'waiting' ? (row.expires_at?.toISOString() ?? null) : null,
    paidTime: row.paid_at?.toISOString() ?? null,
    gateway: row.gateway,
    providerId: row.provider_id,
    refundableUntil: isOpen && row.paid_at && row.amount_fen > 0 ? refundEnd(row.paid_at).toISOString() : null,
    refunds,
    receipts,
    canRequestReceipt:
      makesReceipts &&
      isPaid(row.state) &&
      row.amount_fen > row.refunded_fen &&
      receipts.every(({ state }) => state === 'reversed'),
  }
}

/** An item that is not for the viewer any more shows nothing newer than the title that was ordered. */
function pictureOf({ itemId, title }: OrderRow['items'][number], itemMap: Cards['itemMap']): string | null {
  if (itemId === null) return null
  const card = itemMap[itemId]
  return card?.thumbnail.url ?? coverAddress(card ?? { title, topicIds: [] })
}

/** Until when a learner may ask for the money back. */
export function refundEnd(paidAt: Date): Date {
  return new Date(paidAt.getTime() + refundDays * 86_400_000)
}
