export { ItemInsights } from './item-insights.tsx'
