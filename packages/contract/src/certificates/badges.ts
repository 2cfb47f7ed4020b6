import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

/** Which question is answered: the word before the first underscore. */
const Reason = oneOf(
  'form_right',
  'form_none',
  'form_kind',
  'form_incomplete',
  'signature_right',
  'signature_none',
  'signature_kind',
  'signature_key',
  'signature_wrong',
  'issuer_here',
  'issuer_unproven',
  'issuer_forged',
  'time_right',
  'time_early',
  'time_expired',
  'status_right',
  'status_none',
  'status_unknown',
  'status_revoked',
)

const BadgeFinding = object({
  reason: Reason,
  outcome: oneOf('right', 'wrong', 'unknown'),
})
export type BadgeFinding = Static<typeof BadgeFinding>

const BadgeWords = object({
  name: Type.String(),
  achievement: Type.String(),
  issuer: Type.String(),
  holder: nullable(Type.String()),
  /** A moment (ISO 8601). */
  issuedAt: nullable(Type.String()),
})
export type BadgeWords = Static<typeof BadgeWords>

const CheckedBadge = object({
  /** unproven: intact, and who issued it or whether it still holds is not known here. */
  verdict: oneOf('valid', 'unproven', 'refused'),
  findings: Type.Array(BadgeFinding),
  /** What it says of itself; null: there was no badge in the file. */
  badge: nullable(BadgeWords),
  /** Of the certificate of this site that it is a badge of. */
  number: nullable(Type.String()),
})
export type CheckedBadge = Static<typeof CheckedBadge>

export const checkBadge = endpoint('POST /api/learn/cn/badge/check', {
  summary: 'Check a badge that somebody brings: the text of its file, or its bytes in base64 where it is a picture',
  access: 'public',
  changesState: false,
  body: object({ file: Type.String({ maxLength: 1_500_000 }), isPicture: Type.Optional(Type.Boolean()) }),
  response: CheckedBadge,
  errors: ['rate_limited', 'too_large'],
  bodyLimit: 1_600_000,
})
