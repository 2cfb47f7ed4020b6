import type { LtiTool } from '@lantern/contract/lti/tools.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { lineItemScope, membersScope, readLineItemScope, resultScope, scoreScope } from './ags-scopes.ts'
import { recordOf, textOf, textsOf } from './claims.ts'
import { digestOf, secret } from './departures.ts'
import { requireSafeAddress } from './safe-address.ts'
import { deploymentId, saveToolWithin } from './tools.ts'

// Dynamic registration 1.0 with this site as the platform: an admin opens an address of a tool, which reads what the site
// says of itself and sends what it needs to be connected.

export const configurationPath = '/lti/configuration'
export const registrationPath = '/lti/tool-registration'

const lifetimeMs = 60 * 60_000
const toolClaim = 'https://purl.imsglobal.org/spec/lti-tool-configuration'
const platformClaim = 'https://purl.imsglobal.org/spec/lti-platform-configuration'
const deepLinking = 'LtiDeepLinkingRequest'

/** The address of a tool to open, with a ticket for one registration. */
export async function offerToolRegistration(
  services: Services,
  viewer: SignedIn,
  { organisationId, address }: { organisationId: string; address: string },
): Promise<string> {
  const { db, clock, config } = services
  const url = new URL(requireSafeAddress(services, 'address', address))
  const ticket = secret()
  await db
    .insertInto('lti_tool_registrations')
    .values({
      ticket_digest: digestOf(ticket),
      organisation_id: organisationId,
      user_id: viewer.id,
      expires_at: new Date(clock.now().getTime() + lifetimeMs),
    })
    .execute()
  url.searchParams.set('openid_configuration', `${config.publicUrl}${configurationPath}`)
  url.searchParams.set('registration_token', ticket)
  return url.href
}

/** What the site says of itself to tools; the same for all of them. */
export function platformConfiguration({ config: { publicUrl, siteName } }: Pick<Services, 'config'>): object {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/lti/auth`,
    token_endpoint: `${publicUrl}/lti/token`,
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS256'],
    jwks_uri: `${publicUrl}/lti/jwks`,
    registration_endpoint: `${publicUrl}${registrationPath}`,
    scopes_supported: ['openid', lineItemScope, readLineItemScope, scoreScope, resultScope, membersScope],
    response_types_supported: ['id_token'],
    response_modes_supported: ['form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    claims_supported: ['iss', 'sub', 'name', 'given_name', 'family_name', 'email'],
    [platformClaim]: {
      product_family_code: 'lantern',
      version: '1.0',
      guid: publicUrl,
      name: siteName,
      messages_supported: [{ type: 'LtiResourceLinkRequest' }, { type: deepLinking }],
      variables: [],
      'https://purl.imsglobal.org/spec/lti/postmessages': ['lti.capabilities', 'lti.put_data', 'lti.get_data'],
    },
  }
}

/** A tool that said what is missing or wrong; the message is the error of the specification. */
export class RegistrationRefusal extends Error {}

/**
 * Connects a tool by what it says of itself, once for a ticket. It is told neither names nor mail addresses, whatever it
 * asks for: that is for the admin to allow.
 */
export async function registerTool(services: Services, ticket: string, said: unknown): Promise<object> {
  const form = formOf(recordOf(said))
  return inTransaction(services.db, async (trx) => {
    const { organisationId, userId } = await takeTicket(services, trx, ticket)
    const tool = await saveToolWithin(services, trx, { actorId: userId, organisationId, form }).catch(
      (error: unknown) => {
        throw isWrongAddress(error) ? new RegistrationRefusal('invalid_client_metadata') : error
      },
    )
    return answerOf(tool, recordOf(said))
  })
}

function isWrongAddress(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'bad_request'
}

async function takeTicket({ clock }: Services, trx: Trx, ticket: string) {
  const row = await trx
    .deleteFrom('lti_tool_registrations')
    .where('ticket_digest', '=', digestOf(ticket))
    .where('expires_at', '>', clock.now())
    .returning(['organisation_id as organisationId', 'user_id as userId'])
    .executeTakeFirst()
  if (!row) throw refuse('credentials_invalid')
  // who is no admin any more connects nothing by it
  const admin = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('organisation_id', '=', row.organisationId)
    .where('user_id', '=', row.userId)
    .where('role', '=', 'admin')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!admin) throw refuse('credentials_invalid')
  return row
}

function formOf(said: Record<string, unknown>) {
  const about = recordOf(said[toolClaim])
  const target = textOf(about.target_link_uri)
  const redirects = textsOf(said.redirect_uris)
  const messages = (Array.isArray(about.messages) ? about.messages : []).map(recordOf)
  const choosing = messages.find(({ type }) => type === deepLinking)
  const name = textOf(said.client_name).trim().slice(0, 100)
  const loginUrl = textOf(said.initiate_login_uri)
  const jwksUrl = textOf(said.jwks_uri)
  if (redirects.length === 0 || redirects.length > 20) throw new RegistrationRefusal('invalid_redirect_uri')
  const addresses = [loginUrl, jwksUrl, target, ...redirects]
  if (name === '' || addresses.some((one) => one === '' || one.length > 1000)) {
    throw new RegistrationRefusal('invalid_client_metadata')
  }
  return {
    name,
    loginUrl,
    launchUrl: target,
    jwksUrl,
    chooseUrl: choosing ? textOf(choosing.target_link_uri).slice(0, 1000) || target : '',
    redirectUrls: redirects,
    sendsName: false,
    sendsMail: false,
  }
}

/** What was registered, and under which name. */
function answerOf(tool: LtiTool, said: Record<string, unknown>): object {
  return {
    ...said,
    client_id: tool.id,
    client_name: tool.name,
    application_type: 'web',
    grant_types: ['client_credentials', 'implicit'],
    response_types: ['id_token'],
    redirect_uris: tool.redirectUrls,
    initiate_login_uri: tool.loginUrl,
    jwks_uri: tool.jwksUrl,
    token_endpoint_auth_method: 'private_key_jwt',
    [toolClaim]: { ...recordOf(said[toolClaim]), deployment_id: deploymentId },
  }
}
