export { guardRoutes } from './routes.ts'
export { suspendAccount, unsuspendAccount } from './suspension.ts'
