import { basicOf, type Client, clientOfKey, clientOfToken } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Agent } from './statement-types.ts'
import type { XapiScope } from './token-rules.ts'
import type { VisitRules } from './visit-rules.ts'

/** Which organisation's records a request is about, and who answers for what it writes. */
export interface Principal {
  organisationId: string
  authority: Agent
  /** A key that is good for one visit of one person: what may be done with it. None: for everything. */
  visit?: VisitRules
  /** What a bearer token was given for. None: for everything. */
  scopes?: readonly XapiScope[]
}

/** Where the store is, below the site's address. */
export const storePath = '/xapi'

/** Who a request comes from, by its Authorization header, Basic or Bearer; throws `credentials_invalid`. */
export async function principalOf(
  services: Services,
  authorization: string | undefined,
  otherKeys: OtherKeys,
): Promise<Principal> {
  const principal = await principalOfHeader(services, authorization, otherKeys)
  if (!principal) throw refuse('credentials_invalid')
  return principal
}

async function principalOfHeader(
  services: Services,
  authorization: string | undefined,
  otherKeys: OtherKeys,
): Promise<Principal | null> {
  const basic = basicOf(authorization)
  if (basic) {
    const client = await clientOfKey(services, 'xapi', basic)
    return client ? principalOfClient(services, client) : otherKeys(services, basic.id, basic.secret)
  }
  const granted = await clientOfToken(services, 'xapi', authorization)
  return granted && { ...principalOfClient(services, granted.client), scopes: granted.scopes }
}

/** Keys that others than admins give; null: it is none of them. */
export type OtherKeys = (services: Services, id: string, secret: string) => Promise<Principal | null>

function principalOfClient({ config }: Pick<Services, 'config'>, { id, organisationId, name }: Client): Principal {
  return {
    organisationId,
    authority: { objectType: 'Agent', name, account: { homePage: config.publicUrl, name: id } },
  }
}
