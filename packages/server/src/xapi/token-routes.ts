import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { makeToken, scopesNamed, tokenSeconds } from './bearer-tokens.ts'
import { basicOf, principalOfKey, storePath } from './credentials.ts'

const mostBytes = 10_000

/** Gives a program with a key a token for an hour (OAuth 2.0, client credentials): RFC 6749, 4.4. */
export async function tokenRoutes(app: App): Promise<void> {
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: mostBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.post(
      `${storePath}/oauth/token`,
      { bodyLimit: mostBytes, config: { isForAll: true, takesNoCookies: true } },
      (request, reply) => giveToken(app.services, request, reply),
    )
  })
}

async function giveToken(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const id = form.get('client_id') ?? ''
  const key = basicOf(request.headers.authorization) ?? { id, secret: form.get('client_secret') ?? '' }
  if (!(await principalOfKey(services, key))) {
    reply.header('www-authenticate', 'Basic realm="xAPI", charset="UTF-8"')
    return reply.status(401).send({ error: 'invalid_client' })
  }
  if (form.get('grant_type') !== 'client_credentials') {
    return reply.status(400).send({ error: 'unsupported_grant_type' })
  }
  const scopes = scopesNamed(form.get('scope') ?? undefined)
  if (!scopes) return reply.status(400).send({ error: 'invalid_scope' })
  return reply.send({
    access_token: makeToken(services, { credentialId: key.id, scopes }),
    token_type: 'Bearer',
    expires_in: tokenSeconds,
    scope: scopes.join(' '),
  })
}
