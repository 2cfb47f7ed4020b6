import type { SignedIn } from '@lantern/contract/roles.ts'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { lineItemScope, membersScope, scoreScope } from './ags-scopes.ts'
import { claimBase, recordOf, textOf, textsOf } from './claims.ts'
import { digestOf, secret } from './departures.ts'
import { askPlatform, PlatformFailure } from './platform-services.ts'
import { requireSafeAddress } from './safe-address.ts'

const lifetimeMs = 24 * 60 * 60_000
const toolClaim = 'https://purl.imsglobal.org/spec/lti-tool-configuration'

/** An address that a platform's admin opens there, once: it fills in what this platform says of itself. */
export async function offerRegistration(
  { db, clock, config }: Services,
  viewer: SignedIn,
  { organisationId, platformId }: { organisationId: string; platformId: string },
): Promise<string> {
  const platform = await db
    .selectFrom('lti_platforms')
    .select('id')
    .where('id', '=', platformId)
    .where('organisation_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!platform) throw refuse('not_found')
  const ticket = secret()
  await db
    .insertInto('lti_registrations')
    .values({
      ticket_digest: digestOf(ticket),
      platform_id: platformId,
      user_id: viewer.id,
      expires_at: new Date(clock.now().getTime() + lifetimeMs),
    })
    .execute()
  return `${config.publicUrl}/lti/register/${ticket}`
}

interface Registering {
  platform: { id: string; name: string; organisation: string; organisationId: string; userId: string }
  /** What the platform says of itself. */
  issuer: string
  registrationUrl: string
  said: { auth_url: string; token_url: string; jwks_url: string }
}

/** What would be registered; refused where the address is over, or the platform says what cannot be. */
export async function readRegistration(
  services: Services,
  ticket: string,
  configurationUrl: string,
): Promise<Registering> {
  const platform = await openRegistration(services, ticket)
  const address = (text: unknown) => requireSafeAddress(services, 'openid_configuration', textOf(text).slice(0, 1000))
  const said = await asked(services, address(configurationUrl))
  const issuer = address(said.issuer)
  // who answers for an issuer is its own site: otherwise anybody could speak for any platform
  if (new URL(issuer).origin !== new URL(configurationUrl).origin) throw refuse('lti_refused')
  return {
    platform,
    issuer,
    registrationUrl: address(said.registration_endpoint),
    said: {
      auth_url: address(said.authorization_endpoint),
      token_url: address(said.token_endpoint),
      jwks_url: address(said.jwks_uri),
    },
  }
}

/** Registers us at the platform and keeps what it answers; the address is worth nothing after that. */
export async function register(
  services: Services,
  ticket: string,
  { configurationUrl, token }: { configurationUrl: string; token: string },
): Promise<Registering> {
  const { db, clock, config } = services
  const found = await readRegistration(services, ticket, configurationUrl)
  const { platform, issuer, said } = found
  const own = `${config.publicUrl}/lti`
  const answer = await asked(services, found.registrationUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      application_type: 'web',
      response_types: ['id_token'],
      grant_types: ['implicit', 'client_credentials'],
      initiate_login_uri: `${own}/login/${platform.id}`,
      redirect_uris: [`${own}/launch/${platform.id}`],
      client_name: platform.organisation,
      jwks_uri: `${own}/jwks`,
      token_endpoint_auth_method: 'private_key_jwt',
      scope: [lineItemScope, scoreScope, membersScope].join(' '),
      [toolClaim]: {
        domain: new URL(config.publicUrl).host,
        target_link_uri: `${config.publicUrl}/`,
        claims: ['iss', 'sub', 'name'],
        messages: [
          { type: 'LtiResourceLinkRequest' },
          { type: 'LtiDeepLinkingRequest', target_link_uri: `${own}/launch/${platform.id}` },
        ],
      },
    }),
  })
  const clientId = textOf(answer.client_id).slice(0, 255)
  if (clientId === '') throw refuse('lti_refused')
  const tool = recordOf(answer[toolClaim])
  const deployments = [textOf(tool.deployment_id), ...textsOf(answer[`${claimBase}deployment_id`])].filter(Boolean)
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const taken = await trx
      .deleteFrom('lti_registrations')
      .where('ticket_digest', '=', digestOf(ticket))
      .returning('platform_id')
      .executeTakeFirst()
    if (!taken) throw refuse('lti_refused')
    await trx
      .updateTable('lti_platforms')
      .set({ ...said, issuer, client_id: clientId, deployment_ids: [...new Set(deployments)] })
      .where('id', '=', platform.id)
      .execute()
    const { id, organisationId, userId } = platform
    const audit = {
      act: 'lti_platform_changed',
      subject: id,
      organisationId,
      detail: { issuer, registered: true },
    } as const
    await writeAudit(trx, { actor: userId, ...audit, now })
  })
  return found
}

async function asked(services: Services, address: string, request?: Parameters<typeof askPlatform>[2]) {
  try {
    return await askPlatform(services, address, request)
  } catch (error) {
    if (!(error instanceof PlatformFailure)) throw error
    services.log.warn({ reason: error.message }, 'a platform could not be registered')
    throw refuse('lti_refused', { cause: error })
  }
}

async function openRegistration({ db, clock }: Services, ticket: string): Promise<Registering['platform']> {
  const row = await db
    .selectFrom('lti_registrations as r')
    .innerJoin('lti_platforms as f', 'f.id', 'r.platform_id')
    .innerJoin('organisations as o', 'o.id', 'f.organisation_id')
    // who is no admin any more opens nothing by it
    .innerJoin('memberships as m', (join) =>
      join
        .onRef('m.organisation_id', '=', 'o.id')
        .onRef('m.user_id', '=', 'r.user_id')
        .on('m.role', '=', 'admin')
        .on('m.ended_at', 'is', null),
    )
    .select(['f.id', 'f.name', 'o.name as organisation', 'o.id as organisationId', 'r.user_id as userId'])
    .where('r.ticket_digest', '=', digestOf(ticket))
    .where('r.expires_at', '>', clock.now())
    .where('f.ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw refuse('lti_refused')
  return row
}
