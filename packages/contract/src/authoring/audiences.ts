import { Type } from 'typebox'
import { ItemAudience } from '../catalog/audiences.ts'
import { endpoint, object } from '../endpoint.ts'
import { Id } from './forms.ts'

const AudienceAnswer = object({
  audience: ItemAudience,
  organisation: object({ id: Type.String(), name: Type.String() }),
  /** Classes to choose from. */
  classes: Type.Array(object({ id: Type.String(), name: Type.String() })),
  /** Whether who asks may choose. */
  mayChange: Type.Boolean(),
})

export const readAudience = endpoint('GET /api/learn/creator/draft/:id/audience', {
  summary: "Whom an organisation's item is for; the site's own items have no audience of their own",
  access: 'author',
  params: object({ id: Id }),
  response: AudienceAnswer,
  errors: ['not_found', 'forbidden'],
})

export const saveAudience = endpoint('POST /api/learn/creator/draft/:id/audience', {
  summary: "Says whom an organisation's item is for: for its owner and the organisation's admins",
  access: 'author',
  params: object({ id: Id }),
  body: object({
    ...ItemAudience.properties,
    /** As the form began; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(ItemAudience),
  }),
  response: AudienceAnswer,
  errors: ['not_found', 'forbidden', 'bad_request'],
})
