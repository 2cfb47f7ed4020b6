export { BadgeCheckPage, checkPostedBadge } from './badge-check-page.tsx'
export { CertificatePage } from './certificate-page.tsx'
