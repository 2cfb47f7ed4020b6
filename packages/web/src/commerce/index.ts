export { BundleCard } from './bundle-card.tsx'
export { actOnDiscountForm } from './discount-act.ts'
export { MerchandiseOrders } from './merchandise-orders.tsx'
export { MyDiscounts } from './my-discounts.tsx'
