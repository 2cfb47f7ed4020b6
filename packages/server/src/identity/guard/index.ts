export type { Visit } from './known-devices.ts'
export { guardRoutes } from './routes.ts'
export { setSuspension, suspendAccount, unsuspendAccount } from './suspension.ts'
export { enterWithSecondFactor } from './two-factor.ts'
