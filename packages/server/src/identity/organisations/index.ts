export { absorbMemberships, membershipData } from './personal-data.ts'
export { organisationRoutes } from './routes.ts'
