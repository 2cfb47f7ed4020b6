export { providerRoutes } from './routes.ts'
export { offeredWays } from './sources.ts'
