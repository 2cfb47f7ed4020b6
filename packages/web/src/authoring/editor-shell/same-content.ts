export { sameContent } from '@lantern/contract/same-content.ts'
