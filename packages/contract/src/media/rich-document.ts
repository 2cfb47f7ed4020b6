import { type Static, Type } from 'typebox'
import { object } from '../endpoint.ts'
import { richLimits } from './rich-schema.ts'

/**
 * Rich text as it is kept: a document of the editor (its nodes and marks are in rich-schema.ts), or text that has not
 * been through the editor yet: HTML, which is read into a document and loses what the schema has no word for. Every
 * answer carries documents.
 */
export const RichDocument = object({
  type: Type.Literal('doc'),
  content: Type.Array(Type.Unknown(), { maxItems: richLimits.nodes }),
})
export type RichDocument = Static<typeof RichDocument>

export const RichText = Type.Union([RichDocument, Type.String({ maxLength: 2_000_000 })])
export type RichText = Static<typeof RichText>
