import type { Bundle } from '@lantern/contract/commerce/bundles.ts'
import type { Cart, CartEntry } from '@lantern/contract/commerce/cart.ts'
import type { Order, OrderItem } from '@lantern/contract/commerce/orders.ts'
import type { Receipt } from '@lantern/contract/commerce/receipts.ts'
import type { Refund } from '@lantern/contract/commerce/refunds.ts'
import { sampleCard } from '#testing/samples.ts'

// What the pages of the shop are shown with in tests. Each is whole; a test names only what matters to it.

export const noAmounts = { originalAmount: 0, discountAmount: 0, bundleAmount: 0, couponAmount: 0, amount: 0 }

/** A tutorial of ¥68 that can be bought. */
export function sampleEntry(change: Partial<CartEntry> = {}): CartEntry {
  return {
    id: 'ltu_1',
    kind: 'item',
    title: '实时阴影',
    addedTime: '2026-05-09T00:00:00.000Z',
    priceWhenAdded: 6800,
    price: 6800,
    originalPrice: 6800,
    unavailable: null,
    ...change,
  }
}

/** A cart of these entries; each item has its card. */
export function sampleCart(entries: CartEntry[], change: Partial<Cart> = {}): Cart {
  const sum = entries.reduce((all, { price, unavailable }) => all + (unavailable === null ? (price ?? 0) : 0), 0)
  const items = entries.filter(({ kind }) => kind === 'item')
  return {
    personalCartData: { personalCartItemIds: entries.map(({ id }) => id) },
    entries,
    tutorialMap: Object.fromEntries(
      items.map(({ id, title, originalPrice }) => [
        id,
        sampleCard({ id, slug: id, title, withPay: true, priceFen: originalPrice }),
      ]),
    ),
    bundleMap: {},
    bundleItems: {},
    discountMap: {},
    amounts: { ...noAmounts, originalAmount: sum, amount: sum },
    purchaser: null,
    asOf: '2026-05-10T00:00:00.000Z',
    ...change,
  }
}

export function sampleLine(change: Partial<OrderItem> = {}): OrderItem {
  return {
    position: 0,
    title: '实时阴影',
    quantity: 1,
    price: 6800,
    itemId: 'ltu_1',
    picture: '/media/covers/lighting/1.svg',
    isThere: true,
    bundleId: null,
    bundleTitle: null,
    planId: null,
    planMonths: null,
    isMerchandise: false,
    discountAmount: 0,
    bundleAmount: 0,
    couponAmount: 0,
    amount: 6800,
    refundedAmount: 0,
    refund: null,
    ...change,
  }
}

/** An order of one tutorial that waits for ¥68. */
export function sampleOrder(change: Partial<Order> = {}): Order {
  return {
    id: 'od_1',
    status: 'waiting',
    state: 'waiting',
    items: [sampleLine()],
    amount: 6800,
    amounts: { ...noAmounts, originalAmount: 6800, amount: 6800 },
    refundedAmount: 0,
    coupon: null,
    createdTime: '2026-05-10T00:00:00.000Z',
    expiresTime: '2026-05-10T00:30:00.000Z',
    paidTime: null,
    gateway: null,
    providerId: null,
    refundableUntil: null,
    refunds: [],
    receipts: [],
    canRequestReceipt: false,
    ...change,
  }
}

/** A refund of the first line of an order, ¥68, that a learner asked for. */
export function sampleRefund(change: Partial<Refund> = {}): Refund {
  return {
    id: 'rf_1',
    orderId: 'od_1',
    state: 'requested',
    positions: [0],
    amount: 6800,
    reason: 'expectation',
    note: '和想的不一样',
    answer: '',
    gateway: 'sandbox',
    createdTime: '2026-05-10T00:00:00.000Z',
    decidedTime: null,
    doneTime: null,
    ...change,
  }
}

/** The receipt of a person for ¥68. */
export function sampleReceipt(change: Partial<Receipt> = {}): Receipt {
  return {
    id: 'rc_1',
    orderId: 'od_1',
    kind: 'personal',
    title: '林知远',
    taxNumber: null,
    email: 'lin@example.com',
    amount: 6800,
    state: 'issued',
    number: '26102000000041736025',
    reversedBy: null,
    createdTime: '2026-05-10T00:10:00.000Z',
    issuedTime: '2026-05-10T00:10:02.000Z',
    url: '/api/learn/cn/receipt/rc_1/file.pdf',
    ...change,
  }
}

export function sampleBundle(change: Partial<Bundle> = {}): Bundle {
  return {
    id: 'bu_1',
    title: '稳住每一帧',
    language: 'zh',
    slug: 'steady-frames',
    userId: 'u_ada',
    duration: 90,
    recordCount: 3,
    originalAmount: 24_000,
    originBundlePrice: 19_900,
    thumbnail: { url: null },
    status: 'published',
    isWhole: true,
    soldFrom: null,
    soldUntil: null,
    ...change,
  }
}
