// What a token opens. An endpoint that names a scope is there for programs, and stays as it is.

/** Of an organisation: who belongs to it and to which class; assignments of classes and their marks. */
export const organisationScopes = ['members.read', 'marks.read'] as const

/** Of a person: what they learned and collected; their notes. */
export const personalScopes = ['learning.read', 'notes.read'] as const

export type OrganisationScope = (typeof organisationScopes)[number]
export type TokenScope = OrganisationScope | (typeof personalScopes)[number]

/** How each token begins, so that a lost one is recognised in logs and repositories. */
export const tokenPrefix = 'lt_'
