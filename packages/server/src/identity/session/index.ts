export { digestOfToken, unusedDays } from './api-token-viewer.ts'
export { browserOf, whereFrom } from './browser.ts'
export { countryOf } from './country.ts'
export { deviceTypeOf } from './devices.ts'
export { type Account, accountOf, accountStatusOf, notSuspended, readAccount, readPerson } from './person.ts'
export { sessionRoutes } from './routes.ts'
export { endTwoFactorOf, proveTwoFactor } from './second-factor.ts'
export { ownLogin } from './session-list.ts'
export {
  closeSession,
  dropSessionCookie,
  endSessions,
  openSession,
  sendSessionCookie,
  sessionCookie,
  sessionMark,
} from './sessions.ts'
export { tellOfAccounts } from './tell-of-accounts.ts'
export { readViewers, resolveViewer, userIdOf } from './viewer.ts'
