import type { RichText } from '@lantern/contract/media/rich-document.ts'

export { isDocument, isEmptyText, plainText, spokenText } from '@lantern/contract/media/plain-text.ts'

export const emptyDocument: RichText = { type: 'doc', content: [] }
