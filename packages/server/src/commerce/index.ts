// What the application, flows and higher domains may use of the shop.

export { boughtItemRemoved } from './bought-item-removed.ts'
export { type BundleDraft, bundleCards, saveBundle } from './bundles.ts'
export { orderPaid, paymentReturned, refundDecided } from './order-kinds.ts'
export { type OrderDraft, saveOrder } from './orders.ts'
export { buyerPersonalData } from './personal-data.ts'
export { type PlanDraft, savePlan } from './plans.ts'
export { commerceRoutes } from './routes.ts'
export { keepShop } from './shop-upkeep.ts'
