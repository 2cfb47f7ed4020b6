export { DeliveriesPanel } from './deliveries-panel.tsx'
export { GuidePage } from './guide-page.tsx'
export { WebhooksPanel } from './webhooks-panel.tsx'
