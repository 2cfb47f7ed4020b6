import { Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'

// A person who comes from a learning platform chooses the account to go on with.

const Ticket = Type.String({ maxLength: 64 })

export const getLtiArrival = endpoint('GET /api/lti/arrival/:ticket', {
  summary: 'Who comes from which platform; for whoever has the ticket, which is entered once',
  access: 'public',
  params: object({ ticket: Ticket }),
  response: object({
    platform: Type.String(),
    organisation: Type.String(),
    /** As the platform says it; empty where it does not. */
    name: Type.String(),
    /** Nobody's account is bound to this person yet: the visitor's own may be. */
    mayBind: Type.Boolean(),
    /** The visitor's own name, where one is signed in here. */
    ownName: nullable(Type.String()),
  }),
  errors: ['lti_refused'],
})

export const enterLtiArrival = endpoint('POST /api/lti/arrival/:ticket', {
  summary: 'Go on as the person of the platform; `bind`: with the account that is signed in here, from now on',
  access: 'public',
  params: object({ ticket: Ticket }),
  body: object({ bind: Type.Boolean() }),
  response: object({ path: Type.String() }),
  errors: ['lti_refused', 'login_required', 'conflict'],
})
