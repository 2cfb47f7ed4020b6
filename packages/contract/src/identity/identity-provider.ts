import { Type } from 'typebox'
import { endpoint, object, oneOf } from '../endpoint.ts'
import { locales } from '../locales.ts'
import { outsideWays } from './outside-ways.ts'

export const getAuthUrl = endpoint('GET /api/authUrl', {
  summary: 'The address of the identity provider, for a window in which to sign in; who is signed in binds there',
  access: 'public',
  query: object({
    redirect_to: Type.String({ maxLength: 2_000 }),
    locale: oneOf(...locales),
    is_reg: Type.Optional(Type.Boolean()),
  }),
  response: object({ url: Type.String() }),
  errors: ['not_found', 'tfa_required', 'rate_limited', 'provider_unavailable'],
})

export const logLoginTip = endpoint('POST /api/learn/cn/log-unityid-tip', {
  summary: 'The tip about the ways to sign in was shown: it does not come again',
  access: 'learner',
  response: object({ success: Type.Boolean() }),
})

const Bindings = object({
  phone: Type.Boolean(),
  unityId: Type.Boolean(),
  weixin: Type.Boolean(),
})

export const listBindings = endpoint('GET /api/learn/cn/binding/list', {
  summary: 'By what this person can sign in, and what this site offers for it',
  access: 'learner',
  response: object({ bindings: Bindings, offered: Type.Array(Type.Enum(outsideWays)) }),
})

export const removeBinding = endpoint('POST /api/learn/cn/binding/delete', {
  summary: 'Unbind an account of another site; one way to sign in has to remain',
  access: 'learner',
  guards: ['tfa'],
  body: object({ type: Type.Enum(outsideWays) }),
  response: object({ bindings: Bindings }),
  errors: ['last_sign_in_way'],
})
