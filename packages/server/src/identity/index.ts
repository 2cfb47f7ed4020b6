export {
  type AccountMerge,
  absorbAccount,
  accountPersonalData,
  askForReview,
  by,
  decideReview,
  type ExportRow,
  emptyAccount,
  exportOf,
  hasFreshProof,
  keptAccountOf,
  lockForMerge,
  ownerOf,
  type PhoneAttempt,
  pictureReviewOf,
  setPhone,
  spendProof,
  waitingReviews,
  withProvedPhone,
  writeAudit,
} from './account/index.ts'
export { type AuditLine, auditTrail } from './audit-trail.ts'
export { clientOfToken, clientTokenRoute } from './clients/bearer-tokens.ts'
export {
  basicOf,
  type Client,
  clientOfKey,
  createClient,
  readClients,
  revokeClient,
} from './clients/clients.ts'
export { clientPersonalData } from './clients/personal-data.ts'
export { demoAccounts, demoOrganisation, ensureDemoAccounts } from './demo-accounts.ts'
export { type GroupChange, grantGroup, revokeGroup } from './groups.ts'
export { enterWithSecondFactor, setSuspension, suspendAccount, unsuspendAccount, type Visit } from './guard/index.ts'
export { checkMailServer, mailSenderOf } from './mail-sender.ts'
export { setOfficialAuthor } from './official-authors.ts'
export {
  changeRoles,
  classOfName,
  type Enrolling,
  endMemberships,
  inviteAll,
  nameMembers,
  placeInClasses,
  putClassAway,
  renameClass,
  takeFromClasses,
  withdrawAll,
} from './organisations/enrolment.ts'
export { requireOtherAdmins, requireRole } from './organisations/members.ts'
export { joinAtFirst, openInvitations } from './organisations/organisations.ts'
export { teachersOf } from './organisations/teachers.ts'
export { isCalled, nameInLists, personJson, shownName } from './person-json.ts'
export { extendPremium, shortenPremium } from './premium.ts'
export { makeAccount } from './provider/make-account.ts'
export { countUse } from './rate-limits.ts'
export { type Recipient, recipientsOf } from './recipients.ts'
export { identityRoutes } from './routes.ts'
export { ensureDemoSignIn } from './school/demo-sign-in.ts'
export { schoolPersonalData } from './school/personal-data.ts'
export {
  accountStatusOf,
  countryOf,
  deviceTypeOf,
  dropSessionCookie,
  endSessions,
  openSession,
  readPerson,
  readViewers,
  resolveViewer,
  sendSessionCookie,
  sessionCookie,
  sessionMark,
  tellOfAccounts,
  whereFrom,
} from './session/index.ts'
export { siteSecret } from './site-secret.ts'
export { phoneFrom } from './sms-codes.ts'
export { sweepNightly } from './sweep.ts'
export { tokenPersonalData } from './tokens/personal-data.ts'
