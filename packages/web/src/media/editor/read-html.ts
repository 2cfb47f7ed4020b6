import type { RichDocument } from '@lantern/contract/media/rich-document.ts'
import { generateJSON } from '@tiptap/core'
import { schemaExtensions } from './extensions.ts'

/** HTML as a document: what the schema has no word for is left out. */
export function readHtml(html: string): RichDocument {
  const { content } = generateJSON(html, schemaExtensions())
  return { type: 'doc', content: Array.isArray(content) ? content : [] }
}
