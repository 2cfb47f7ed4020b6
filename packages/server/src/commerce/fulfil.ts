import { orderPaid } from '@lantern/contract/commerce/events.ts'
import { newId } from '@lantern/contract/ids.ts'
import { sql } from 'kysely'
import { extendPremium } from '#identity/index.ts'
import type { Trx } from '#kit/sql.ts'
import { type Account, post } from './ledger.ts'
import type { LockedOrder, OrderServices } from './order-changes.ts'

interface PaidLine {
  position: number
  isWithdrawn: boolean
  item_id: string | null
  bundle_id: string | null
  plan_id: string | null
  months: number | null
  seller_id: string | null
  paid_fen: number
  seller_fen: number
}

/**
 * What follows from an order that is paid, in the transaction that says so: the rights of its lines, the sellers' shares,
 * the entries in the books. `payment` is null where nothing had to be paid. Answers the positions of lines whose item is not
 * there any more.
 */
export async function fulfil(
  { config, events }: Pick<OrderServices, 'config' | 'events'>,
  trx: Trx,
  order: LockedOrder,
  { now, payment }: { now: Date; payment: { id: string; gateway: string } | null },
): Promise<number[]> {
  // half up, and a line that costs nothing has nothing to share
  const { rows: lines } = await sql<PaidLine>`
    update order_lines t set seller_fen = case when t.seller_id is null then 0
      else floor(t.paid_fen * ${config.shop.authorShare}::numeric / 100 + 0.5)::integer end
    where t.order_id = ${order.id}
    returning t.position, t.item_id, t.bundle_id, t.plan_id, t.seller_id, t.paid_fen, t.seller_fen,
      (select p.months from plans p where p.id = t.plan_id) as months, ${isWithdrawn} as "isWithdrawn"`.execute(trx)
  lines.sort((a, b) => a.position - b.position)
  for (const line of lines) await grantLine(trx, order, line, now)
  if (payment) {
    await post(trx, {
      transaction: `capture:${payment.id}`,
      orderId: order.id,
      at: now,
      entries: [[`cash:${payment.gateway}`, order.amount_fen], ...sharesOf(lines, -1)],
    })
  }
  const bought = lines.flatMap(({ item_id, bundle_id }) => [item_id, bundle_id]).filter((id) => id !== null)
  if (bought.length > 0) {
    await trx.deleteFrom('cart_entries').where('user_id', '=', order.user_id).where('target_id', 'in', bought).execute()
  }
  await events.emit(trx, orderPaid, { orderId: order.id, userId: order.user_id })
  return lines.filter((line) => line.isWithdrawn).map(({ position }) => position)
}

/** `t` is order_lines. True when its item was unpublished, hidden or deleted since: the payer could not read it. */
export const isWithdrawn = sql<boolean>`
  (t.plan_id is null and not t.is_merchandise and not exists (
    select from items i where i.id = t.item_id and i.status = 'published' and not i.hidden and i.deleted_at is null))`

/** What the lines bring their sellers and the site, each entry times `sign`. */
export function sharesOf(
  lines: readonly Pick<PaidLine, 'seller_id' | 'paid_fen' | 'seller_fen'>[],
  sign: 1 | -1,
): [Account, number][] {
  return lines.flatMap(({ seller_id, paid_fen, seller_fen }): [Account, number][] => [
    ['sales', sign * (paid_fen - seller_fen)],
    ...(seller_id === null ? [] : ([[`author:${seller_id}`, sign * seller_fen]] as [Account, number][])),
  ])
}

async function grantLine(trx: Trx, order: LockedOrder, line: PaidLine, now: Date): Promise<void> {
  const { item_id, plan_id, months, position } = line
  if (item_id === null && plan_id === null) return
  const period =
    plan_id !== null && months !== null
      ? await extendPremium(trx, order.user_id, { months, now })
      : { from: now, until: null }
  await trx
    .insertInto('grants')
    .values({
      id: newId('grant', now.getTime()),
      user_id: order.user_id,
      item_id,
      plan_id,
      starts_at: plan_id === null ? atOnce(now) : period.from,
      ends_at: period.until,
      source: order.amount_fen === 0 ? 'coupon' : 'order',
      order_id: order.id,
      position,
      created_at: now,
    })
    .execute()
}

/** The beginning of a grant that counts at once: a machine whose clock is ahead of the database's locks nobody out. */
export function atOnce(now: Date) {
  return sql<Date>`least(${now}::timestamptz, now())`
}
