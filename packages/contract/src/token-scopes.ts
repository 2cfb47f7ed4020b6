// What a token opens. An endpoint that names a scope is there for programs, and stays as it is.
//
// An area may be read, written or both; to write is not to read. Never among them, whatever else comes: what asks for a recent
// proof, money, tokens and keys, and the roles of staff (a test walks all calls for it).

/**
 * Of an organisation: who belongs to it and to which class; what its classes are to learn; how far their learners are, and their
 * marks.
 */
export const organisationScopes = [
  'members.read',
  'members.write',
  'assignments.write',
  'marks.read',
  'marks.write',
] as const

/** Of a person: what they learned and collected; their notes. What was learned is proved by doing it, and written by no token. */
export const personalScopes = ['learning.read', 'notes.read', 'notes.write'] as const

export type OrganisationScope = (typeof organisationScopes)[number]
export type TokenScope = OrganisationScope | (typeof personalScopes)[number]

/** How each token begins, so that a lost one is recognised in logs and repositories. */
export const tokenPrefix = 'lt_'

/** How often one token may call in a minute. */
export const callsPerMinute = 600

const oneRoster = 'https://purl.imsglobal.org/spec/or/v1p2/scope'

/**
 * What a token of an organisation's key may be given for, by the service of the key: the words of its standard. For xAPI
 * those of 1.0.3, but for `statements/read/mine`.
 */
export const clientScopes = {
  xapi: ['statements/write', 'statements/read', 'state', 'define', 'profile', 'all/read', 'all'],
  oneroster: [`${oneRoster}/roster-core.readonly`, `${oneRoster}/roster.readonly`],
} as const

export type ClientService = keyof typeof clientScopes
export type ClientScope<S extends ClientService> = (typeof clientScopes)[S][number]
