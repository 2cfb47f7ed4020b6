import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'

// The school's directory, which writes people and classes here by SCIM 2.0.

const params = object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

/** A call that the directory made. */
const DirectoryRequest = object({
  id: Type.String(),
  at: Type.String(),
  method: Type.String(),
  /** Without its query, which may name people. */
  path: Type.String(),
  status: Type.Integer(),
  /** What was wrong, as the directory was told; null: nothing. */
  problem: nullable(Type.String()),
})
export type DirectoryRequest = Static<typeof DirectoryRequest>

export const Directory = object({
  /** What is entered at the directory. */
  address: Type.String(),
  /** Keys that are good now, the newest first. */
  keys: Type.Array(
    object({
      id: Type.String(),
      /** Its last four characters. */
      ending: Type.String(),
      createdAt: Type.String(),
      lastUsedAt: nullable(Type.String()),
      /** It was replaced, and is good until then. */
      endsAt: nullable(Type.String()),
    }),
  ),
  /** Active people of the directory. */
  people: Type.Integer(),
  /** Those of them whose account here is known. */
  joined: Type.Integer(),
  classes: Type.Integer(),
  /** The newest first, of a week. */
  requests: Type.Array(DirectoryRequest),
})
export type Directory = Static<typeof Directory>

export const getDirectory = endpoint('GET /api/campus/organisation/:id/directory', {
  summary: 'How the directory of an organisation writes people and classes here, for its admins',
  access: 'learner',
  params,
  response: Directory,
  errors: ['not_found', 'forbidden'],
})

export const makeDirectoryKey = endpoint('POST /api/campus/organisation/:id/directory/key', {
  summary: 'A key for the directory, in this answer and never again; the one before it is good for 24 hours more',
  access: 'learner',
  guards: ['tfa'],
  params,
  response: object({ key: Type.String() }),
  errors: ['not_found', 'forbidden'],
})

export const endDirectoryKeys = endpoint('POST /api/campus/organisation/:id/directory/key/end', {
  summary: 'End every key of the directory at once; people and classes stay as they are. Again changes nothing',
  access: 'learner',
  params,
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'forbidden'],
})
