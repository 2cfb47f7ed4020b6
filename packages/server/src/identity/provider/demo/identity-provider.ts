import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { memoryAdapter } from './memory-adapter.ts'
import { type DemoPerson, identityProviderPeople } from './people.ts'

export interface DemoProviderOptions {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
  people?: readonly DemoPerson[]
  /** Where one chooses who to be. */
  interactionPath: (uid: string) => string
}

/** A certified OpenID provider with one client, a few people and no password: choosing a person is signing in. */
export function demoIdentityProvider({
  issuer,
  clientId,
  clientSecret,
  redirectUri,
  people = identityProviderPeople,
  interactionPath,
}: DemoProviderOptions): Provider {
  const provider = new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['name', 'nickname', 'wechat_unionid'],
      phone: ['phone_number', 'phone_number_verified'],
    },
    cookies: { keys: [randomBytes(32).toString('base64url')], long: { path: new URL(issuer).pathname } },
    jwks: { keys: [{ ...signingKey(), use: 'sig', alg: 'ES256', kid: 'demo' }] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_context, { uid }) => interactionPath(uid) },
    async findAccount(_context, id) {
      const person = people.find((one) => one.id === id)
      if (!person) return undefined
      return { accountId: person.id, claims: async () => claimsOf(person) }
    },
    // one client, and the demo's own: there is nothing to consent to
    async loadExistingGrant(context: KoaContextWithOIDC) {
      const grant = new context.oidc.provider.Grant({ clientId, accountId: context.oidc.session?.accountId })
      grant.addOIDCScope('openid profile phone')
      await grant.save()
      return grant
    },
    expiresWithSession: async () => false,
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  } satisfies Configuration)
  // the proxy headers are set by the mounting server
  provider.proxy = true
  return provider
}

function claimsOf({ id, name, phone, chatAppId }: DemoPerson) {
  return {
    sub: id,
    name,
    nickname: name,
    ...(phone && { phone_number: `+86${phone}`, phone_number_verified: true }),
    ...(chatAppId && { wechat_unionid: chatAppId }),
  }
}

function signingKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
}

/** Runs the provider below a path of another server. */
export function mountedAt(provider: Provider, path: string) {
  const handle = provider.callback()
  return (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) => {
    request.originalUrl = request.url ?? ''
    request.url = request.originalUrl.slice(path.length)
    return handle(request, response)
  }
}
