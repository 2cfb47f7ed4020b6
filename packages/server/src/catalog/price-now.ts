import { type RawBuilder, sql } from 'kysely'

/** Whether the discount of an item `i` runs at a moment: `isDiscountRunning` of the contract, as a condition. */
export function discountRuns(now: Date): RawBuilder<boolean> {
  return sql`(i.discount_fen is not null and i.discount_start <= ${now} and i.discount_end > ${now})`
}

/** What an item `i` costs at a moment, in fen: `currentPrice` of the contract, for orders by price. */
export function priceNow(now: Date): RawBuilder<number> {
  return sql`case when ${discountRuns(now)} then i.discount_fen else coalesce(i.price_fen, 0) end`
}
