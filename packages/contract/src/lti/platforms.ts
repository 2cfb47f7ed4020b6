import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'
import { LtiRefusal } from './refusals.ts'

// Platforms, as a school's own, from which people open content here by LTI 1.3.

const OrganisationId = Type.String({ maxLength: 64 })
const Address = Type.String({ maxLength: 1000 })

/** What the platform's admin says of it. Empty: not said yet. */
const platformFields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  issuer: Address,
  clientId: Type.String({ maxLength: 255 }),
  /** Where a launch is authorised, by OpenID Connect. */
  authUrl: Address,
  /** Where tokens for its services are. */
  tokenUrl: Address,
  /** Its public keys. */
  jwksUrl: Address,
  deploymentIds: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 }),
}

export const LtiPlatform = object({
  id: Type.String(),
  ...platformFields,
  /** What the platform's admin enters there. */
  loginUrl: Type.String(),
  launchUrl: Type.String(),
  keysUrl: Type.String(),
  /** Everything is said that a launch needs. */
  ready: Type.Boolean(),
  lastLaunchAt: nullable(Type.String()),
  refused: nullable(LtiRefusal),
})

export type LtiPlatform = Static<typeof LtiPlatform>

export const listLtiPlatforms = endpoint('GET /api/campus/organisation/:id/lti/platform/list', {
  summary: 'Platforms from which an organisation opens content, for its admins',
  access: 'learner',
  params: object({ id: OrganisationId }),
  response: object({ platforms: Type.Array(LtiPlatform) }),
  errors: ['not_found'],
})

export const saveLtiPlatform = endpoint('POST /api/campus/organisation/:id/lti/platform', {
  summary: 'Add a platform, by its name alone at first, or say more of one',
  access: 'learner',
  params: object({ id: OrganisationId }),
  body: object({
    /** Left out: a new one. */
    platformId: Type.Optional(Type.String({ maxLength: 64 })),
    ...platformFields,
    /** As the form began; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(object(platformFields)),
  }),
  response: LtiPlatform,
  errors: ['not_found', 'conflict', 'bad_request'],
})

export const removeLtiPlatform = endpoint('POST /api/campus/organisation/:id/lti/platform/remove', {
  summary: 'End the connection to a platform; again changes nothing',
  access: 'learner',
  params: object({ id: OrganisationId }),
  body: object({ platformId: Type.String({ maxLength: 64 }) }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found'],
})

export const offerLtiRegistration = endpoint('POST /api/campus/organisation/:id/lti/platform/registration', {
  summary: 'An address that the admin of the platform opens there, once within a day: it fills in what is left to say',
  access: 'learner',
  params: object({ id: OrganisationId }),
  body: object({ platformId: Type.String({ maxLength: 64 }) }),
  response: object({ url: Type.String() }),
  errors: ['not_found'],
})
