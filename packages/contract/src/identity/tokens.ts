import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { organisationScopes, personalScopes } from '../token-scopes.ts'

// Tokens with which programs read and write: of a person, or of an organisation.

const Scope = oneOf(...organisationScopes, ...personalScopes)

/** Left out: one's own. Else of this organisation, for its admins. */
const Owner = { organisationId: Type.Optional(Type.String({ maxLength: 64 })) }

/** `unused`: for 90 days nobody used it, so it opens nothing any more. */
export const tokenStates = ['active', 'expired', 'unused', 'revoked'] as const

export const ApiToken = object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Scope),
  state: oneOf(...tokenStates),
  /** The last characters, by which its owner knows it. */
  ending: Type.String(),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  lastUsedAt: nullable(Type.String()),
  /** The calls that it made last, the newest first. */
  uses: Type.Array(object({ call: Type.String(), at: Type.String() })),
})

export type ApiToken = Static<typeof ApiToken>

export const listTokens = endpoint('GET /api/learn/cn/token/list', {
  summary: 'Tokens of oneself or of an organisation, the newest first',
  access: 'learner',
  query: object(Owner),
  response: object({ tokens: Type.Array(ApiToken) }),
  errors: ['not_found', 'forbidden'],
})

export const createToken = endpoint('POST /api/learn/cn/token', {
  summary: 'Make a token; it is in this answer and never again',
  access: 'learner',
  guards: ['tfa'],
  body: object({
    ...Owner,
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    scopes: Type.Array(Scope, { minItems: 1, maxItems: 8, uniqueItems: true }),
    /** How long it opens something. */
    days: Type.Integer({ minimum: 1, maximum: 366 }),
  }),
  response: object({ id: Type.String(), token: Type.String() }),
  errors: ['not_found', 'forbidden', 'bad_request', 'conflict'],
})

export const revokeToken = endpoint('POST /api/learn/cn/token/revoke', {
  summary: 'End a token; again changes nothing',
  access: 'learner',
  body: object({ ...Owner, tokenId: Type.String({ maxLength: 64 }) }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'forbidden'],
})
