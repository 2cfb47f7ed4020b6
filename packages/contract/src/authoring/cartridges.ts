import { Type } from 'typebox'
import { endpoint, object, oneOf, type ResponseOf } from '../endpoint.ts'
import { PackagePreview } from './exchange.ts'
import { Id } from './forms.ts'

// Content for other systems, as a Common Cartridge 1.3 (docs/decisions/091-cartridges.md).

/** What a cartridge has no words for, or no words that every other system knows. */
export const cartridgeNotes = [
  'kind_extra',
  'wildcards',
  'no_answer',
  'part_credit',
  'gaps',
  'units',
  'guidance',
  'read_again',
  'pass_number',
  'submission_as_page',
  'lab_as_link',
  'embed_as_link',
  'link_here',
  'media_missing',
  'materials_left',
  'project_as_folder',
  'nothing',
] as const
export type CartridgeNote = (typeof cartridgeNotes)[number]

export const previewCartridge = endpoint('GET /api/learn/creator/cartridge/:id/preview', {
  summary: 'Says before a Common Cartridge is written what it will not hold or will hold otherwise, and why',
  access: 'author',
  params: object({ id: Id }),
  response: object({
    ...PackagePreview.properties,
    notes: Type.Array(
      object({
        code: oneOf(...cartridgeNotes),
        /** Of the item. */
        title: Type.String(),
        /** The step or the first words of the question; empty: the item as a whole. */
        part: Type.String(),
      }),
    ),
  }),
  errors: ['not_found', 'forbidden', 'too_large'],
})
export type CartridgePreview = ResponseOf<typeof previewCartridge>
