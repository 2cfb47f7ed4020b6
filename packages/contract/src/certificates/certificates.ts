import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { certificateKinds, mostAppealCharacters, mostReasonCharacters } from './certificate-rules.ts'

const NumberParams = object({ number: Type.String({ minLength: 1, maxLength: 40 }) })
const Success = object({ success: Type.Boolean() })

const Appeal = object({
  content: Type.String(),
  time: Type.String(),
  /** Null: nobody has answered yet. One that was granted has restored the certificate, and is not here any more. */
  granted: nullable(Type.Boolean()),
  answer: Type.String(),
})

const Certificate = object({
  number: Type.String(),
  kind: oneOf(...certificateKinds),
  title: Type.String(),
  language: Type.String(),
  /** Where one reads about what was completed; null: the viewer cannot see that, or it is gone. */
  path: nullable(Type.String()),
  items: Type.Integer(),
  organisationName: nullable(Type.String()),
  /** As on the profile when it was issued or last renewed. Null: the holder does not show it, the number is right all the same. */
  holderName: nullable(Type.String()),
  /** Letters of the name that no font here has: the file shows boxes for them. */
  lettersWithoutFont: Type.String(),
  issuedAt: Type.String(),
  isPublic: Type.Boolean(),
  /** Whether the holder has it on their page. */
  inProfile: Type.Boolean(),
  revokedAt: nullable(Type.String()),
  revokedReason: nullable(Type.String()),
  /** Against the revocation that stands; for its holder and those who may answer alone. */
  appeal: nullable(Appeal),
  isOwn: Type.Boolean(),
  mayAppeal: Type.Boolean(),
  mayAnswer: Type.Boolean(),
  mayRevoke: Type.Boolean(),
})
export type Certificate = Static<typeof Certificate>

export const getCertificate = endpoint('GET /api/learn/cn/certificate/of/:number', {
  summary: 'A certificate by its number, valid or revoked',
  access: 'public',
  params: NumberParams,
  response: Certificate,
  errors: ['not_found'],
})

export const listOwnCertificates = endpoint('GET /api/learn/cn/certificate/mine', {
  summary: 'The viewer’s own certificates, the newest first',
  access: 'learner',
  response: object({
    results: Type.Array(
      object({
        number: Type.String(),
        subjectId: Type.String(),
        title: Type.String(),
        language: Type.String(),
        issuedAt: Type.String(),
        isRevoked: Type.Boolean(),
      }),
    ),
  }),
})

const ListedCertificate = object({
  number: Type.String(),
  kind: oneOf(...certificateKinds),
  title: Type.String(),
  language: Type.String(),
  organisationName: nullable(Type.String()),
  issuedAt: Type.String(),
  isRevoked: Type.Boolean(),
  inProfile: Type.Boolean(),
})

export const listCertificatesOfPerson = endpoint('GET /api/learn/cn/certificate/person', {
  summary: 'Certificates that a person shows on their page, the newest first; all of them for that person',
  access: 'public',
  query: object({ userId: Type.String({ minLength: 1, maxLength: 100 }) }),
  response: object({ results: Type.Array(ListedCertificate) }),
})

export const putInProfile = endpoint('POST /api/learn/cn/certificate/:number/profile', {
  summary: 'Show one’s certificate on one’s page; one that was revoked or has a hidden name cannot be shown',
  access: 'learner',
  params: NumberParams,
  body: object({ inProfile: Type.Boolean() }),
  response: Success,
  errors: ['not_found', 'conflict'],
})

export const showCertificate = endpoint('POST /api/learn/cn/certificate/:number/show', {
  summary: 'Show one’s certificate to everybody who has its number, or its state alone',
  access: 'learner',
  params: NumberParams,
  body: object({ isPublic: Type.Boolean() }),
  response: Success,
  errors: ['not_found'],
})

export const renewCertificate = endpoint('POST /api/learn/cn/certificate/:number/renew', {
  summary: 'Issue one’s certificate again with the name that the profile has now',
  access: 'learner',
  params: NumberParams,
  response: Success,
  errors: ['not_found', 'conflict'],
})

export const revokeCertificate = endpoint('POST /api/learn/cn/certificate/:number/revoke', {
  summary: 'Revoke a certificate and tell its holder why',
  access: 'learner',
  params: NumberParams,
  body: object({ reason: Type.String({ minLength: 1, maxLength: mostReasonCharacters }) }),
  response: Success,
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const appealRevocation = endpoint('POST /api/learn/cn/certificate/:number/appeal', {
  summary: 'Appeal against the revocation of one’s certificate, once',
  access: 'learner',
  params: NumberParams,
  body: object({ content: Type.String({ minLength: 1, maxLength: mostAppealCharacters }) }),
  response: Success,
  errors: ['not_found', 'conflict', 'bad_request'],
})

export const answerAppeal = endpoint('POST /api/learn/cn/certificate/:number/appeal/answer', {
  summary:
    'Grant an appeal, which restores the certificate, or let the revocation stand; nobody answers for their own act',
  access: 'learner',
  params: NumberParams,
  body: object({ granted: Type.Boolean(), answer: Type.String({ maxLength: mostAppealCharacters }) }),
  response: Success,
  errors: ['not_found', 'forbidden', 'conflict'],
})
