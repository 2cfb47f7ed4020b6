// What things cost together. Pure: an order is priced by these functions when it is made, and a cart when it is shown.

import type { Amounts } from './amounts.ts'

/** One item to buy; amounts in fen. */
export interface PricedLine {
  itemId: string | null
  /** The bundle it is bought in; null: singly. */
  bundleId: string | null
  ownerId: string | null
  /** Price of one, without any reduction. */
  priceFen: number
  quantity: number
  /** Off by a dated discount. */
  discountFen: number
  /** Off because of the bundle's price. */
  bundleFen: number
  /** Off by the coupon. */
  couponFen: number
}

/** What a coupon takes off, and of which lines. */
export interface Reduction {
  kind: 'amount' | 'percent'
  /** Fen of an amount; hundredths of a percentage: 20 is 20 % off. */
  value: number
  /** Eligible lines must come to this much before the coupon; fen. */
  leastFen: number
  /** Only these items; none named: all. */
  itemIds: readonly string[]
  /** Only items of this person; null: everybody's. */
  ownerId: string | null
}

/**
 * Shares `total` out in proportion to `weights`, in whole fen, by largest remainder: the shares add up to `total` exactly,
 * and equal remainders go to the earlier one. `total` is at most the sum of the weights, so no share exceeds its weight.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  // exact beyond 2^53: a price times a price is not
  const parts = weights.map((weight) => {
    const product = BigInt(total) * BigInt(weight)
    return { whole: Number(product / BigInt(sum)), rest: Number(product % BigInt(sum)) }
  })
  const missing = total - parts.reduce((all, { whole }) => all + whole, 0)
  const byRest = parts.map(({ rest }, at) => ({ rest, at })).sort((a, b) => b.rest - a.rest || a.at - b.at)
  const raised = new Set(byRest.slice(0, missing).map(({ at }) => at))
  return parts.map(({ whole }, at) => whole + (raised.has(at) ? 1 : 0))
}

/** What a line costs after its reductions, in fen. */
export function paidFor({ priceFen, quantity, discountFen, bundleFen, couponFen }: PricedLine): number {
  return priceFen * quantity - discountFen - bundleFen - couponFen
}

/** The lines of one bundle, brought down to its price. Never up: where its items cost less singly, they cost that. */
export function withBundlePrice(lines: readonly PricedLine[], bundleFen: number): PricedLine[] {
  const prices = lines.map(paidFor)
  const sum = prices.reduce((all, price) => all + price, 0)
  const shares = shareOut(Math.max(0, sum - bundleFen), prices)
  return lines.map((line, at) => ({ ...line, bundleFen: shares[at] ?? 0 }))
}

export type CouponOutcome =
  | { kind: 'applied'; lines: PricedLine[] }
  | { kind: 'nothing_eligible' }
  | { kind: 'too_little' }

/** Takes a coupon off the lines that it is for; at most what they cost. */
export function withCoupon(lines: readonly PricedLine[], reduction: Reduction): CouponOutcome {
  const { kind, value, leastFen, itemIds, ownerId } = reduction
  const prices = lines.map((line) => {
    const isFor =
      line.itemId !== null &&
      (itemIds.length === 0 || itemIds.includes(line.itemId)) &&
      (ownerId === null || line.ownerId === ownerId)
    return isFor ? paidFor(line) : 0
  })
  const sum = prices.reduce((all, price) => all + price, 0)
  if (sum === 0) return { kind: 'nothing_eligible' }
  if (sum < leastFen) return { kind: 'too_little' }
  // half up, as every price of the site
  const off = kind === 'amount' ? Math.min(value, sum) : Math.floor((sum * value) / 100 + 0.5)
  const shares = shareOut(off, prices)
  return { kind: 'applied', lines: lines.map((line, at) => ({ ...line, couponFen: shares[at] ?? 0 })) }
}

export function amountsOf(lines: readonly PricedLine[]): Amounts {
  const sum = (part: (line: PricedLine) => number) => lines.reduce((all, line) => all + part(line), 0)
  return {
    originalAmount: sum(({ priceFen, quantity }) => priceFen * quantity),
    discountAmount: sum(({ discountFen }) => discountFen),
    bundleAmount: sum(({ bundleFen }) => bundleFen),
    couponAmount: sum(({ couponFen }) => couponFen),
    amount: sum(paidFor),
  }
}
