import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { memberRoles } from '../roles.ts'
import { type OrganisationAct, organisationActKinds, organisationActs } from './organisation-acts.ts'

// Who changed what in an organisation, for its admins.

const Kind = oneOf(...organisationActKinds)
const Act = Type.Unsafe<OrganisationAct>(Type.Enum(Object.values(organisationActs).flat()))

export const AuditEntry = object({
  id: Type.String(),
  act: Act,
  /** A name where a person did it and is still here. */
  actor: nullable(Type.String()),
  /** What did it where no person did: a name list, the school's directory, or this site. `gone`: a person who left it. */
  by: oneOf('person', 'list', 'directory', 'site', 'gone'),
  /** The token by which a program did it in that person's name. */
  token: nullable(Type.String()),
  /** Whom or which class it was done to, by name. */
  subject: nullable(Type.String()),
  /** The role that was given; `none` ended the membership. */
  role: nullable(oneOf(...memberRoles, 'none')),
  /** How many people or seats it was about. */
  count: nullable(Type.Integer()),
  at: Type.String(),
})
export type AuditEntry = Static<typeof AuditEntry>

const Day = Type.String({ pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$' })

const filters = {
  kind: Type.Optional(Kind),
  /** Words of the name of who did it. */
  q: Type.Optional(Type.String({ maxLength: 100 })),
  /** The first day by the organisation's clock, as 2026-03-01. */
  from: Type.Optional(Day),
  /** The last day, which is among them. */
  to: Type.Optional(Day),
}
export const AuditFilters = object(filters)

export const listAudit = endpoint('GET /api/campus/organisation/:id/audit/list', {
  summary: 'Who changed what in an organisation, newest first, for its admins',
  access: 'learner',
  params: object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  query: object({
    ...filters,
    /** `next` of the answer before: what is older. */
    before: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
  }),
  response: object({ entries: Type.Array(AuditEntry), next: nullable(Type.String()) }),
  errors: ['not_found', 'forbidden'],
})
