export { sameContent } from '@lantern/contract/authoring/same-content.ts'
