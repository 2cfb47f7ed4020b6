import { isPhone } from '@lantern/contract/checks.ts'
import type { SchoolFault } from '@lantern/contract/identity/school-sign-in.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import { Refusal, refuse } from '#kit/errors.ts'
import { nameFrom, type OutsideIdentity, type OutsideSource, Unproved } from './outside-source.ts'

export interface OpenIdSettings {
  issuer: string
  clientId: string
  clientSecret: string
  timeoutSeconds: number
  /** What is asked for; a provider may refuse what it does not know. */
  scope?: string
  log: FastifyBaseLogger
  /** How the provider is reached; the demo's own is not behind a network. */
  fetch?: oidc.CustomFetch
}

/** How far the clocks of two sites may be apart. */
const clockToleranceSeconds = 60
/** After this the provider is asked anew for its addresses: it may have moved them. */
const discoveryLifetimeMs = 3_600_000

/** The claim by which an identity provider that knows it names the account at the chat app. */
const chatAppClaim = 'wechat_unionid'

/** The developer identity provider, by OpenID Connect: authorization code with PKCE, state and nonce. */
export function openIdSource(settings: OpenIdSettings): OutsideSource {
  const configuration = rememberedDiscovery(settings)

  return {
    way: 'unityId',

    start: (departure) =>
      answered(settings, configuration, async (config) => {
        const prompts = config.serverMetadata().prompt_values_supported
        const offersSignUp = Array.isArray(prompts) && prompts.includes('create')
        const url = oidc.buildAuthorizationUrl(config, {
          redirect_uri: departure.callbackUrl,
          scope: settings.scope ?? 'openid profile phone',
          state: departure.state,
          nonce: departure.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(departure.codeVerifier),
          code_challenge_method: 'S256',
          ui_locales: languageTag(departure.locale),
          ...(departure.registering && offersSignUp && { prompt: 'create' }),
        })
        return url.href
      }),

    identify: ({ url, state, nonce, codeVerifier }) =>
      answered(settings, configuration, async (config) => {
        const tokens = await oidc.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Unproved('answer')
        // some say all they say in the token; refused by the library when it names another subject
        return identityFrom(
          config.serverMetadata().userinfo_endpoint
            ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
            : claims,
        )
      }),
  }
}

/** Asks the provider once; what failed is not remembered. */
function rememberedDiscovery(settings: OpenIdSettings): () => Promise<oidc.Configuration> {
  let known: { at: number; configuration: Promise<oidc.Configuration> } | undefined
  return () => {
    const at = Date.now()
    if (known && at - known.at < discoveryLifetimeMs) return known.configuration
    const configuration = discover(settings)
    known = { at, configuration }
    configuration.catch(() => {
      if (known?.configuration === configuration) known = undefined
    })
    return configuration
  }
}

function discover({ issuer, clientId, clientSecret, timeoutSeconds, fetch }: OpenIdSettings) {
  return oidc.discovery(
    new URL(issuer),
    clientId,
    { client_secret: clientSecret, [oidc.clockTolerance]: clockToleranceSeconds },
    offeredAuthentication(clientSecret),
    {
      timeout: timeoutSeconds,
      // also behind TLS the token's signature is what says that the provider wrote it
      execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
      ...(fetch && { [oidc.customFetch]: fetch }),
    },
  )
}

/** Basic is what every provider has to know; some say that they know only the other. */
function offeredAuthentication(clientSecret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)]
  return (server, ...rest) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (offered.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

function identityFrom(person: oidc.UserInfoResponse | oidc.IDToken): OutsideIdentity {
  const text = (name: string) => (typeof person[name] === 'string' ? person[name] : '')
  const phone = normalizePhone(text('phone_number').replace(/^\+?86[- ]?/, ''))
  return {
    way: 'unityId',
    id: person.sub,
    name: nameFrom(text('nickname') || text('name') || text('preferred_username')),
    phone: person.phone_number_verified === true && isPhone(phone) ? phone : null,
    chatAppId: text(chatAppClaim) || null,
  }
}

/** Turns everything that can go wrong at the other end into one of three refusals. */
async function answered<T>(
  { log, issuer }: OpenIdSettings,
  configuration: () => Promise<oidc.Configuration>,
  work: (config: oidc.Configuration) => Promise<T>,
): Promise<T> {
  let config: oidc.Configuration | undefined
  try {
    config = await configuration()
    return await work(config)
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    if (cause instanceof oidc.AuthorizationResponseError && cause.error === 'access_denied') {
      throw refuse('sign_in_cancelled', { cause })
    }
    const away = isAway(cause)
    // the message and the code only: causes carry tokens
    const { message, code } = cause as Error & { code?: string }
    log.warn(
      { issuer, reason: message, oauth: code },
      away ? 'the identity provider is away' : 'an identity was refused',
    )
    throw away
      ? refuse('provider_unavailable', { cause, retryAfterSeconds: 10 })
      : new Unproved(faultOf(cause, config !== undefined), { cause })
  }
}

const faultsByCode: Record<string, SchoolFault> = {
  // of what the provider says of itself
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'issuer',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_KEY_SELECTION_FAILED: 'signature',
  OAUTH_UNSUPPORTED_OPERATION: 'algorithm',
  // a client that is not known, where the provider asks for another way to prove itself
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'client',
}

/** What the admin of the provider, or of its settings here, has to mend. */
function faultOf(error: unknown, isDiscovered: boolean): SchoolFault {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return ['invalid_client', 'unauthorized_client'].includes(error.error) ? 'client' : 'refused'
  const { code = '', message } = error as Error & { code?: string }
  return faultsByCode[code] ?? (!isDiscovered ? 'discovery' : /signature/i.test(message) ? 'signature' : 'answer')
}

const awayErrors = new Set(['server_error', 'temporarily_unavailable'])

/** True when the provider could not be reached, was too slow, or said that it is broken. */
function isAway(error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    return awayErrors.has(error.error)
  }
  if (!(error instanceof Error)) return false
  if (error instanceof oidc.ClientError) {
    if (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT') return true
    if (error.cause instanceof Response) return error.cause.status >= 500 || error.cause.status === 429
    return error.code === undefined && isAway(error.cause)
  }
  // what fetch throws when there is nobody
  return error.name === 'TimeoutError' || (error instanceof TypeError && error.message === 'fetch failed')
}
