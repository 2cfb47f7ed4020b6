import { timingSafeEqual } from 'node:crypto'
import { type ClientScope, type ClientService, clientScopes } from '@lantern/contract/token-scopes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { oauthFailure } from '#kit/oauth-failure.ts'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { basicOf, type Client, clientOfId, clientOfKey } from './clients.ts'

const tokenSeconds = 3600
const mostBytes = 10_000

interface Granted<S extends ClientService> {
  service: S
  clientId: string
  scopes: readonly ClientScope<S>[]
}

interface TokenAddress<S extends ClientService> {
  service: S
  path: string
  realm: string
  /** What a token is for whose form names no scope. */
  unnamed: readonly ClientScope<S>[]
}

/** Gives a program with a key a token for an hour (OAuth 2.0, client credentials): RFC 6749, 4.4. */
export async function clientTokenRoute<S extends ClientService>(app: App, address: TokenAddress<S>): Promise<void> {
  app.programs.add(address.path, oauthFailure(app.services))
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.post(
      address.path,
      { bodyLimit: mostBytes, config: { isForAll: true, takesNoCookies: true }, schema: { hide: true } },
      (request, reply) => giveToken(app.services, address, request, reply),
    )
  })
}

async function giveToken<S extends ClientService>(
  services: Services,
  { service, realm, unnamed }: TokenAddress<S>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const id = form.get('client_id') ?? ''
  const key = basicOf(request.headers.authorization) ?? { id, secret: form.get('client_secret') ?? '' }
  if (!(await clientOfKey(services, service, key))) {
    reply.header('www-authenticate', `Basic realm="${realm}", charset="UTF-8"`)
    return reply.status(401).send({ error: 'invalid_client' })
  }
  if (form.get('grant_type') !== 'client_credentials') {
    return reply.status(400).send({ error: 'unsupported_grant_type' })
  }
  const scopes = scopesNamed(service, form.get('scope') ?? undefined, unnamed)
  if (!scopes) return reply.status(400).send({ error: 'invalid_scope' })
  return reply.send({
    access_token: makeToken(services, { service, clientId: key.id, scopes }),
    token_type: 'Bearer',
    expires_in: tokenSeconds,
    scope: scopes.join(' '),
  })
}

/** Null: one of them is not known. */
function scopesNamed<S extends ClientService>(
  service: S,
  text: string | undefined,
  unnamed: readonly ClientScope<S>[],
): readonly ClientScope<S>[] | null {
  const names = new Set((text ?? '').split(' ').filter((name) => name !== ''))
  if (names.size === 0) return unnamed
  const all: readonly ClientScope<S>[] = clientScopes[service]
  const known = all.filter((scope) => names.has(scope))
  return known.length === names.size ? known : null
}

/**
 * It says itself what it is for, under a digest of ours, so none is kept; the key is looked up with each request, and
 * with it its tokens end.
 */
function makeToken<S extends ClientService>({ sealer, clock }: Services, granted: Granted<S>): string {
  const expires = Math.floor(clock.now().getTime() / 1000) + tokenSeconds
  const said = Buffer.from(JSON.stringify({ ...granted, expires })).toString('base64url')
  return `${said}.${sealer.digest(said, context).toString('base64url')}`
}

/** Whose token an Authorization header has, and what it was given for. Null: it is not ours, or its time or its key is over. */
export async function clientOfToken<S extends ClientService>(
  services: Services,
  service: S,
  authorization: string | undefined,
): Promise<{ client: Client; scopes: readonly ClientScope<S>[] } | null> {
  const { sealer, clock } = services
  const [, token = ''] = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '') ?? []
  const [said = '', sign = ''] = token.split('.')
  const right = sealer.digest(said, context)
  const given = Buffer.from(sign, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  // written by `makeToken` alone
  const granted = JSON.parse(Buffer.from(said, 'base64url').toString('utf8')) as Granted<S> & { expires: number }
  if (granted.service !== service || clock.now().getTime() >= granted.expires * 1000) return null
  const client = await clientOfId(services, service, granted.clientId)
  return client && { client, scopes: granted.scopes }
}

const context = 'client token'
