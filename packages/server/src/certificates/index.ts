// What the application and flows may use of certificates.

export { certificateAppealed, certificateChanged } from './certificate-changed.ts'
export { readCertificate } from './certificates.ts'
export { issueCertificates } from './issue-certificates.ts'
export { certificatePersonalData } from './personal-data.ts'
export { certificateRoutes } from './routes.ts'
