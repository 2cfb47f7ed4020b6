import { later } from '#kit/later.tsx'

export { BundleCard } from './bundle-card.tsx'
export { actOnCartForm, couponProblem, tryCoupon } from './cart-act.ts'
export { CartLink, useOwnCart } from './cart-link.tsx'
export { cartRefusalOf } from './cart-refusal.ts'
export { actOnDiscountForm } from './discount-act.ts'
export { MyDiscounts } from './my-discounts.tsx'
export { actOnOrderForm } from './order-act.ts'
export { BundleEditor } from './own-bundles/bundle-editor.tsx'
export { OwnBundles } from './own-bundles/own-bundles.tsx'
export { PayPage } from './pay-page.tsx'
export { orderPlan } from './plan-act.ts'
export { prepayProblem } from './prepay-problem.ts'
export { actOnPromotionForm } from './promotions/promotion-act.ts'
export { PromotionList, promotionsPath } from './promotions/promotion-list.tsx'
export { PromotionPage } from './promotions/promotion-page.tsx'
export { PayoutPage } from './sales/payout-page.tsx'
export { SalesPage, salesSpans } from './sales/sales-page.tsx'
export { sandboxActs } from './sandbox-acts.ts'
export type { OrderSearch } from './staff/all-orders.tsx'
export { actOnDifference } from './staff/difference-act.ts'
export { actOnGrants } from './staff/grant-act.ts'
export { actOnLicences } from './staff/licence-act.ts'
export { actOnAnyOrder, actOnRefundRequest } from './staff/refund-act.ts'
export { useFollowedRights } from './use-followed-rights.ts'
/** Links and forms, which work before their script comes. */
export const BundlePage = later(async () => (await import('./bundle-page.tsx')).BundlePage)
export const CartPage = later(async () => (await import('./cart-page.tsx')).CartPage)
export const SandboxPage = later(async () => (await import('./sandbox-page.tsx')).SandboxPage)
export const PremiumPage = later(async () => (await import('./premium-page.tsx')).PremiumPage)
export const OrderPage = later(async () => (await import('./order-page.tsx')).OrderPage)
/** On the page of an item that is for sale. */
export const BuyButton = later(async () => (await import('./buy-button.tsx')).BuyButton)
/** On pages that are read before anything is pressed. */
export const ItemCartButton = later(async () => (await import('./cart-button.tsx')).ItemCartButton)
/** Shown in two tabs of my learning. */
export const Orders = later(async () => (await import('./order-list.tsx')).Orders)
/** Of staff alone. */
export const AllOrders = later(async () => (await import('./staff/all-orders.tsx')).AllOrders)
export const AnyOrder = later(async () => (await import('./staff/any-order.tsx')).AnyOrder)
export const Bookkeeping = later(async () => (await import('./staff/bookkeeping.tsx')).Bookkeeping)
export const Differences = later(async () => (await import('./staff/differences.tsx')).Differences)
export const StaffGrants = later(async () => (await import('./staff/staff-grants.tsx')).StaffGrants)
export const StaffLicences = later(async () => (await import('./staff/staff-licences.tsx')).StaffLicences)
export const LicencesTab = later(async () => (await import('./licences/licences-tab.tsx')).LicencesTab)
export const RefundQueue = later(async () => (await import('./staff/refund-queue.tsx')).RefundQueue)
