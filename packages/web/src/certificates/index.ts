export { sendAppealForm } from './appeal-act.ts'
export { BadgeCheckPage, checkPostedBadge } from './badge-check-page.tsx'
export { CertificateList } from './certificate-list.tsx'
export { CertificatePage } from './certificate-page.tsx'
