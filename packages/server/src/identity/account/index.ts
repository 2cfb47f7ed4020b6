// What the rest of identity, flows and the command line use of accounts.

export { type AccountMerge, absorbAccount, keptAccountOf, lockForMerge } from './absorbed-account.ts'
export { by, writeAudit } from './audit.ts'
export { emptyAccount } from './emptied-account.ts'
export { accountPersonalData } from './personal-data.ts'
export { ownerOf, setPhone } from './phone.ts'
export { hasFreshProof, type PhoneAttempt, spendProof, withProvedPhone } from './phone-proofs.ts'
export { pictureReviewOf } from './picture-review.ts'
export { askForReview } from './profile.ts'
export { decideReview, waitingReviews } from './profile-reviews.ts'
export { accountRoutes } from './routes.ts'
export { type ExportRow, exportOf } from './safety.ts'
