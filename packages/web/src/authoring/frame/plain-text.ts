import type { RichText } from '@lantern/contract/media/rich-document.ts'

export { isEmptyText, plainText } from '@lantern/contract/authoring/plain-text.ts'

export const emptyDocument: RichText = { type: 'doc', content: [] }
