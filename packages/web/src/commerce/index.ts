import { later } from '#kit/later.tsx'

export { BundleCard } from './bundle-card.tsx'
export { actOnDiscountForm } from './discount-act.ts'
export { MyDiscounts } from './my-discounts.tsx'
/** Shown in one tab of my learning. */
export const MerchandiseOrders = later(async () => (await import('./merchandise-orders.tsx')).MerchandiseOrders)
