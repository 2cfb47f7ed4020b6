import type { putOrderIntoCart } from '@lantern/contract/commerce/cart.ts'
import type { UnavailableReason } from '@lantern/contract/commerce/cart-rules.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { orderedBundleTitle } from './bundle-text.ts'
import { lockBuyer, putIntoCart } from './cart.ts'
import { quote } from './quote.ts'

interface OrderedRow {
  state: string
  /** Of the bundle where the line came with one, else of the item; null: merchandise or a plan. */
  target_id: string | null
  title: string
}

/**
 * Puts what an own order that was not paid asked for into the cart again: its items, and its bundles whole. What cannot
 * be bought any more is left out and named as it was called then.
 */
export function cartFromOrder(
  { db, clock, topics }: Pick<Services, 'db' | 'clock' | 'topics'>,
  viewer: SignedIn,
  { id, language }: { id: string; language: string },
): Promise<ResponseOf<typeof putOrderIntoCart>> {
  return inTransaction(db, async (trx) => {
    await lockBuyer(trx, viewer.id)
    const { rows } = await sql<OrderedRow>`
      select o.state, coalesce(t.bundle_id, t.item_id) as target_id,
        coalesce(${orderedBundleTitle(language)}, t.title) as title
      from orders o join order_lines t on t.order_id = o.id
      where o.id = ${id} and o.user_id = ${viewer.id} order by t.position`.execute(trx)
    const state = rows[0]?.state
    if (state === undefined) throw refuse('not_found')
    if (state !== 'cancelled' && state !== 'expired') throw refuse('conflict')
    const titles = new Map(rows.flatMap(({ target_id, title }) => (target_id ? [[target_id, title] as const] : [])))
    const { entries } = await quote(trx, viewer, [...titles.keys()], { now: clock.now(), language })
    const put: string[] = []
    const left: { id: string; title: string; reason: UnavailableReason }[] = []
    for (const entry of entries) {
      if (entry.unavailable === null || entry.unavailable === 'in_bundle') put.push(entry.id)
      else left.push({ id: entry.id, title: titles.get(entry.id) ?? '', reason: entry.unavailable })
    }
    return { personalCartData: await putIntoCart({ db: trx, clock, topics }, viewer, put, language), put, left }
  })
}
