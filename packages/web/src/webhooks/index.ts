export { DeliveriesPanel } from './deliveries-panel.tsx'
export { WebhooksPanel } from './webhooks-panel.tsx'
