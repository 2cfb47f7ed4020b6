import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

/** A proof of work in the form of ALTCHA: the browser looks for the counter whose key starts as asked. */
export const CaptchaChallenge = object({
  parameters: object({
    algorithm: Type.String(),
    nonce: Type.String(),
    salt: Type.String(),
    cost: Type.Integer(),
    keyLength: Type.Integer(),
    keyPrefix: Type.String(),
    keySignature: Type.String(),
    data: object({ until: Type.Integer() }),
  }),
  signature: Type.String(),
})

/** What comes back in the header, as JSON in base 64. */
export const CaptchaProof = object({
  challenge: CaptchaChallenge,
  solution: object({ counter: Type.Integer(), derivedKey: Type.String(), time: Type.Optional(Type.Number()) }),
})

export const getCaptchaChallenge = endpoint('GET /api/captcha/challenge', {
  summary: 'A proof of work that the captcha header takes once, within a few minutes',
  access: 'public',
  response: CaptchaChallenge,
})
