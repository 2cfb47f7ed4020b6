import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { RichDoc } from '@lantern/contract/media/rich-schema.ts'
import { refuse } from '#kit/errors.ts'
import { checkDocument, isTangled, type RichTextFault } from './check-document.ts'
import { documentOf } from './document-of.ts'

/** Rich text of a request as a checked document: HTML is read into one. Refuses with the field and its place in it. */
export function readRichText(value: RichText, field: string): RichDoc {
  if (typeof value === 'string' && isTangled(value)) throw refusal({ path: '', reason: 'too_deep' }, field)
  const checked = checkDocument(typeof value === 'string' ? documentOf(value) : value)
  if (checked.kind === 'refused') throw refusal(checked.fault, field)
  return checked.document
}

function refusal({ path, reason }: RichTextFault, field: string) {
  const place = path === '' ? field : `${field}.${path}`
  return refuse('bad_request', { details: [{ field: place, message: `editor.fault_${reason}` }] })
}
