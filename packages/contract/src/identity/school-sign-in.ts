import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

// Signing in by the OpenID provider, the CAS server or the SAML provider of an organisation.

const Id = Type.String({ minLength: 1, maxLength: 64 })
const params = object({ id: Id })
const ofSchool = object({ slug: Type.String({ minLength: 1, maxLength: 64 }) })

/** Where people of an organisation sign in through it. `/return` below it is where they come back to. */
export function schoolSignInPath(slug: string): string {
  return `/sign-in/school/${slug}`
}

/** The metadata of this site for the SAML provider of a school; the address is its entity ID too. */
export function schoolMetadataPath(slug: string): string {
  return `${schoolSignInPath(slug)}/metadata`
}

const Kind = oneOf('openid', 'cas', 'saml')

export const SchoolSignIn = object({
  kind: Kind,
  /** Of the provider: with SAML its entity ID, with CAS the address of the server. Empty: nothing is set up yet. */
  issuer: Type.String(),
  /** Empty with CAS and SAML, which have none. */
  clientId: Type.String(),
  /** SAML: where people are sent to. */
  ssoUrl: Type.String(),
  /** SAML: what the provider signs with. `until` is when the certificate ends; `fingerprint` by SHA-256. */
  certificates: Type.Array(object({ until: Type.String(), fingerprint: Type.String() })),
  /** What is entered at the provider. */
  callbackUrl: Type.String(),
  /** SAML: what this site is called there, and where its metadata is. */
  entityId: Type.String(),
  /** Where people sign in. */
  entryUrl: Type.String(),
  /** A sign-in with what is set up now went well. */
  testedAt: nullable(Type.String()),
  /** Whom the provider named then. */
  testedAs: nullable(Type.String()),
  on: Type.Boolean(),
  /** Members but admins are members only in sessions that began there. */
  only: Type.Boolean(),
  /** How many people signed in there. */
  people: Type.Integer(),
})
export type SchoolSignIn = Static<typeof SchoolSignIn>

export const getSchoolSignIn = endpoint('GET /api/campus/organisation/:id/sign-in', {
  summary: 'How people sign in by the provider of an organisation, for its admins',
  access: 'learner',
  params,
  response: SchoolSignIn,
  errors: ['not_found', 'forbidden'],
})

export const saveSchoolSignIn = endpoint('POST /api/campus/organisation/:id/sign-in', {
  summary: 'Say which provider it is. What was on is off until a test with it went well',
  access: 'learner',
  guards: ['tfa'],
  params,
  body: object({
    /** Left out: openid. */
    kind: Type.Optional(Kind),
    issuer: Type.String({ maxLength: 1000 }),
    /** SAML: the provider's metadata as XML, which says all of it; in its place `issuer`, `ssoUrl` and `certificate`. */
    metadata: Type.Optional(Type.String({ maxLength: 200_000 })),
    ssoUrl: Type.Optional(Type.String({ maxLength: 1000 })),
    /** One or more, as PEM or Base64. Left out: those that are known of this provider. */
    certificate: Type.Optional(Type.String({ maxLength: 50_000 })),
    /** Needed for openid. */
    clientId: Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })),
    /** Left out: the one that is known. It is in no answer. */
    clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    /** As the form began, `issuer` empty: nothing was set up; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(
      object({
        kind: Kind,
        issuer: Type.String(),
        clientId: Type.String(),
        ssoUrl: Type.String(),
        /** Fingerprints. */
        certificates: Type.Array(Type.String()),
      }),
    ),
  }),
  response: SchoolSignIn,
  errors: ['not_found', 'forbidden', 'bad_request'],
})

export const switchSchoolSignIn = endpoint('POST /api/campus/organisation/:id/sign-in/switch', {
  summary: 'Open or close the sign-in by the provider, and say whether members come by it alone',
  access: 'learner',
  guards: ['tfa'],
  params,
  body: object({ on: Type.Boolean(), only: Type.Boolean() }),
  response: SchoolSignIn,
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const getSchool = endpoint('GET /api/school/:slug', {
  summary: 'The organisation that one can sign in by',
  access: 'public',
  params: ofSchool,
  response: object({ id: Type.String(), name: Type.String() }),
  errors: ['not_found'],
})

/** What is wrong with what two sides were told of each other, for the admin who tests it. */
export type SchoolFault =
  | 'discovery'
  | 'issuer'
  | 'client'
  | 'signature'
  | 'algorithm'
  | 'encrypted'
  | 'audience'
  | 'address'
  | 'clock'
  | 'name'
  | 'refused'
  | 'answer'

export const departToSchool = endpoint('POST /api/school/:slug/departure', {
  summary: 'The address of the provider, for a person who is signed in: to bind its account, or as an admin to test it',
  access: 'learner',
  guards: ['tfa'],
  params: ofSchool,
  body: object({ purpose: oneOf('bind', 'test'), redirectTo: Type.String({ maxLength: 2000 }) }),
  response: object({ url: Type.String() }),
  errors: ['not_found', 'forbidden', 'rate_limited', 'provider_unavailable', 'identity_not_proved'],
})
