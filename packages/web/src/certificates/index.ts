export { CertificatePage } from './certificate-page.tsx'
