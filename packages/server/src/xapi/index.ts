export { xapiPersonalData } from './personal-data.ts'
export { xapiRoutes } from './routes.ts'
