import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { Id } from './forms.ts'

/** Where a link goes wrong. `waiting` has not been looked at yet, `unclear` could not be found out. */
export const linkStates = ['ok', 'broken', 'unclear', 'waiting'] as const
export type LinkState = (typeof linkStates)[number]

export const linkReasons = [
  'no_address',
  'item_missing',
  'item_hidden',
  'anchor_missing',
  'page_missing',
  'picture_missing',
  'video_missing',
  'not_found',
  'refused',
  'no_host',
  'no_answer',
  'private_address',
  'moved',
] as const
export type LinkReason = (typeof linkReasons)[number]

export const CheckedLink = object({
  url: Type.String(),
  /** What the reader sees of it. */
  text: Type.String(),
  kind: oneOf('site', 'outside', 'anchor', 'picture', 'video', 'embed'),
  /** The form and, inside it, the step or question: where an editor jumps to. */
  part: Type.String(),
  sectionId: nullable(Type.String()),
  place: Type.String(),
  state: oneOf(...linkStates),
  reason: nullable(oneOf(...linkReasons)),
  /** What the other site answered. */
  status: nullable(Type.Integer()),
  /** Where it has moved to. */
  movedTo: nullable(Type.String()),
  checkedAt: nullable(Type.String()),
})
export type CheckedLink = Static<typeof CheckedLink>

export const LinkReport = object({
  links: Type.Array(CheckedLink),
  /** How many there are of each state. */
  counts: object({
    ok: Type.Integer(),
    broken: Type.Integer(),
    unclear: Type.Integer(),
    waiting: Type.Integer(),
  }),
})
export type LinkReport = Static<typeof LinkReport>

export const readLinks = endpoint('GET /api/learn/creator/draft/:id/links', {
  summary: 'Every link, picture and video of a draft, and whether it leads anywhere',
  access: 'author',
  params: object({ id: Id }),
  response: LinkReport,
  errors: ['not_found', 'forbidden'],
})

export const checkLinks = endpoint('POST /api/learn/creator/draft/:id/links', {
  summary: 'Looks at the links to other sites again, in the background; answers what is known now',
  access: 'author',
  params: object({ id: Id }),
  response: LinkReport,
  errors: ['not_found', 'forbidden'],
})

export const allowEmbed = endpoint('POST /api/learn/cn/modifyWhitelist', {
  summary: 'Allows an address to be embedded by one author in one tutorial',
  access: 'admin',
  body: object({ url: Type.String({ minLength: 1, maxLength: 2000 }), tutorialId: Id, userId: Id }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found'],
})
