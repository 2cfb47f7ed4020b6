export { sweepEngagement } from './engagement.ts'
export { engagementPersonalData } from './personal-data.ts'
export { analyticsRoutes } from './routes.ts'
export { addTimeSpent } from './time-spent.ts'
