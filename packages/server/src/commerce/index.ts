// What the application, flows and higher domains may use of the shop.

export { boughtItemRemoved } from './bought-item-removed.ts'
export { type BundleDraft, bundleCards, saveBundle } from './bundles.ts'
export { orderPaid, paymentReturned, refundDecided } from './order-kinds.ts'
export { type OrderDraft, saveOrder } from './orders.ts'
export { buyerPersonalData } from './personal-data.ts'
export { type PlanDraft, savePlan } from './plans.ts'
export { type ReceiptText, receiptText } from './receipts/receipt-file.ts'
export { receiptIssued } from './receipts/receipt-issued.ts'
export { commerceRoutes } from './routes.ts'
export { keepShop } from './shop-upkeep.ts'
