import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'

// What programs prove themselves with at the learning record store of an organisation.

const OrganisationId = Type.String({ maxLength: 64 })

export const XapiCredential = object({
  /** Also the user name of HTTP Basic. */
  id: Type.String(),
  name: Type.String(),
  createdAt: Type.String(),
  lastUsedAt: nullable(Type.String()),
  revoked: Type.Boolean(),
})

export type XapiCredential = Static<typeof XapiCredential>

export const listXapiCredentials = endpoint('GET /api/campus/organisation/:id/xapi/credential/list', {
  summary: 'Keys to the learning records of an organisation, for its admins',
  access: 'learner',
  params: object({ id: OrganisationId }),
  response: object({
    /** Address of the store, for programs. */
    address: Type.String(),
    credentials: Type.Array(XapiCredential),
  }),
  errors: ['not_found'],
})

export const createXapiCredential = endpoint('POST /api/campus/organisation/:id/xapi/credential', {
  summary: 'Make a key to the learning records of an organisation; its secret is in this answer and never again',
  access: 'learner',
  params: object({ id: OrganisationId }),
  body: object({ name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }) }),
  response: object({ id: Type.String(), secret: Type.String() }),
  errors: ['not_found', 'conflict'],
})

export const revokeXapiCredential = endpoint('POST /api/campus/organisation/:id/xapi/credential/revoke', {
  summary: 'End a key to the learning records of an organisation; again changes nothing',
  access: 'learner',
  params: object({ id: OrganisationId }),
  body: object({ credentialId: Type.String({ maxLength: 64 }) }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found'],
})
