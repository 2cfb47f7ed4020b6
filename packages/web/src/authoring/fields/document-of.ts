import type { RichDocument, RichText } from '@lantern/contract/media/rich-document.ts'
import { plainText } from '../editor-shell/plain-text.ts'

/** Answers carry documents; text of another kind, as from an import, is shown by its words. */
export function documentOf(text: RichText): RichDocument {
  if (typeof text !== 'string') return text
  const lines = plainText(text).split('\n').filter(Boolean)
  return { type: 'doc', content: lines.map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] })) }
}
