import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { memberRoles } from '../roles.ts'

// Schools and companies: who belongs to them, in which role, and in which classes.

const OrganisationId = Type.String({ maxLength: 64 })
const Role = oneOf(...memberRoles)
const Success = object({ success: Type.Boolean() })

export const Organisation = object({
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  /** What the person who asks is in it. */
  role: Role,
})
export type Organisation = Static<typeof Organisation>

export const createOrganisation = endpoint('POST /api/campus/organisation', {
  summary: 'Make an organisation; its first admin is invited by phone',
  access: 'admin',
  body: object({
    name: Type.String({ minLength: 1, maxLength: 200 }),
    slug: Type.String({ pattern: '^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$' }),
    adminPhone: Type.String({ maxLength: 32 }),
  }),
  response: object({ id: Type.String() }),
  errors: ['conflict'],
})

export const listOrganisations = endpoint('GET /api/campus/organisation/list', {
  summary: 'Organisations one belongs to, and those one is asked to join',
  access: 'learner',
  response: object({
    organisations: Type.Array(Organisation),
    /** Those that one has to sign in by first. */
    locked: Type.Array(Organisation),
    invitations: Type.Array(Organisation),
  }),
})

export const answerInvitation = endpoint('POST /api/campus/organisation/:id/invitation', {
  summary: 'Join an organisation that one is asked to join, or decline',
  access: 'learner',
  params: object({ id: OrganisationId }),
  body: object({ accept: Type.Boolean() }),
  response: Success,
  errors: ['not_found'],
})

export const Member = object({
  userId: Type.String(),
  /** As the organisation's own lists call them, where these name them. */
  name: Type.String(),
  /** In the organisation's lists; empty: they give none. */
  number: Type.String(),
  avatar: nullable(Type.String()),
  role: Role,
  since: Type.String(),
  classIds: Type.Array(Type.String()),
})

export type Member = Static<typeof Member>

export const listMembers = endpoint('GET /api/campus/organisation/:id/member/list', {
  summary: 'Members of an organisation and its open invitations, for its educators and admins',
  access: 'learner',
  tokenScope: 'members.read',
  params: object({ id: OrganisationId }),
  query: object({
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    /** Words of a name, a number of the lists, or of invitations digits of their phone. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
    /** Only those in this class. */
    classId: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  response: object({
    members: Type.Array(Member),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    /** The newest 200 of them. */
    invitations: Type.Array(object({ phone: Type.String(), role: Role, invitedAt: Type.String() })),
    invitationCount: Type.Integer(),
  }),
  errors: ['not_found'],
})

export const inviteMember = endpoint('POST /api/campus/organisation/:id/member/invite', {
  summary: 'Ask the owner of a phone to join; again changes the role that waits for them. With a token: as a learner',
  access: 'learner',
  tokenScope: 'members.write',
  params: object({ id: OrganisationId }),
  body: object({ phone: Type.String({ maxLength: 32 }), role: Role }),
  response: Success,
  errors: ['not_found', 'conflict'],
})

export const withdrawInvitation = endpoint('POST /api/campus/organisation/:id/member/withdraw', {
  summary: 'Take an invitation back',
  access: 'learner',
  params: object({ id: OrganisationId }),
  body: object({ phone: Type.String({ maxLength: 32 }) }),
  response: Success,
  errors: ['not_found'],
})

export const changeMember = endpoint('POST /api/campus/organisation/:id/member/role', {
  summary: 'Give a member another role, or end the membership with null; an organisation keeps an admin',
  access: 'learner',
  params: object({ id: OrganisationId }),
  body: object({ userId: Type.String({ maxLength: 64 }), role: nullable(Role) }),
  response: Success,
  errors: ['not_found', 'conflict'],
})

export const Class = object({
  id: Type.String(),
  name: Type.String(),
  archived: Type.Boolean(),
  /** The viewer is in it, as learner or teacher. */
  isOwn: Type.Boolean(),
  memberCount: Type.Integer(),
})

export type Class = Static<typeof Class>

export const listClasses = endpoint('GET /api/campus/organisation/:id/class/list', {
  summary: 'Classes of an organisation: all of them for its educators and admins, their own for learners',
  access: 'learner',
  tokenScope: 'members.read',
  params: object({ id: OrganisationId }),
  response: object({ classes: Type.Array(Class) }),
  errors: ['not_found'],
})

export const saveClass = endpoint('POST /api/campus/organisation/:id/class', {
  summary: 'Make a class, rename it or put it away',
  access: 'learner',
  tokenScope: 'members.write',
  params: object({ id: OrganisationId }),
  body: object({
    /** Left out: a new one. */
    classId: Type.Optional(Type.String({ maxLength: 64 })),
    /** Left out: as it is. A new one needs it. */
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** Left out: as it is. */
    archived: Type.Optional(Type.Boolean()),
    /** The name that a form began with; refused where it has another by now. Omitted: not compared. */
    before: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  response: object({ id: Type.String() }),
  errors: ['not_found', 'conflict', 'bad_request'],
})

export const changeClassMembers = endpoint('POST /api/campus/organisation/:id/class/:classId/members', {
  summary: 'Put members of the organisation into a class and take others out',
  access: 'learner',
  tokenScope: 'members.write',
  params: object({ id: OrganisationId, classId: Type.String({ maxLength: 64 }) }),
  body: object({
    add: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 500 }),
    remove: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 500 }),
  }),
  response: Success,
  errors: ['not_found'],
})
