import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'

// Keys with which programs outside read people and classes by OneRoster 1.2.

const params = object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

export const RosterClients = object({
  /** What is entered at the program. */
  address: Type.String(),
  tokenAddress: Type.String(),
  clients: Type.Array(
    object({
      /** The client id of OAuth 2.0. */
      id: Type.String(),
      name: Type.String(),
      createdAt: Type.String(),
      lastUsedAt: nullable(Type.String()),
      revoked: Type.Boolean(),
    }),
  ),
})
export type RosterClients = Static<typeof RosterClients>

export const listRosterClients = endpoint('GET /api/campus/organisation/:id/oneroster/client/list', {
  summary: 'Keys with which programs read the people and classes of an organisation by OneRoster 1.2, for its admins',
  access: 'learner',
  params,
  response: RosterClients,
  errors: ['not_found', 'forbidden'],
})

export const createRosterClient = endpoint('POST /api/campus/organisation/:id/oneroster/client', {
  summary: 'Make a key for a program that reads by OneRoster 1.2; its secret is in this answer and never again',
  access: 'learner',
  guards: ['tfa'],
  params,
  body: object({ name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }) }),
  response: object({ id: Type.String(), secret: Type.String() }),
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const revokeRosterClient = endpoint('POST /api/campus/organisation/:id/oneroster/client/revoke', {
  summary: 'End a key of OneRoster and all of its tokens; again changes nothing',
  access: 'learner',
  params,
  body: object({ clientId: Type.String({ maxLength: 64 }) }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'forbidden'],
})
