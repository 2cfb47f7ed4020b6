import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { refuse } from '#kit/errors.ts'
import type { App } from '#kit/route.ts'
import { isOwner, requireCertificate } from '../certificate-rows.ts'
import { achievementDocument, achievementIdOf } from './achievements.ts'
import { credentialOf } from './credential.ts'
import { didDocument, issuerDocument, keySet } from './issuer.ts'
import { asToken, withProof } from './sign.ts'
import { statusListOf } from './status-list.ts'

/** Badges and what one needs to check them, for programs of others, in browsers too. */
export function badgeDocumentRoutes(app: App): void {
  const { services } = app
  const schema = { hide: true }
  for (const path of ['/badges', '/.well-known']) app.programs.add(path)
  const forAll = { schema, config: { isForAll: true } }

  app.get('/.well-known/did.json', forAll, async (_request, reply) =>
    send(reply, 'application/did+json', await didDocument(services)),
  )
  app.get('/badges/issuer', forAll, async (_request, reply) => send(reply, json, issuerDocument(services)))
  app.get('/badges/keys', forAll, async (_request, reply) => send(reply, json, await keySet(services)))
  app.get<{ Params: { kid: string } }>('/badges/keys/:kid', forAll, async ({ params }, reply) => {
    const { keys } = await keySet(services)
    const key = keys.find(({ kid }) => kid === params.kid)
    if (!key) throw refuse('not_found')
    return send(reply, json, key)
  })
  app.get<{ Params: { id: string } }>('/badges/achievements/:id', forAll, async ({ params }, reply) =>
    send(reply, linked, await achievementDocument(services, params.id)),
  )
  app.get<{ Params: { list: string } }>('/badges/status/:list', forAll, async ({ params }, reply) => {
    if (!/^\d{1,9}$/.test(params.list)) throw refuse('not_found')
    return send(reply, credential, await withProof(services, await statusListOf(services, Number(params.list))))
  })
  app.get<{ Params: { number: string }; Querystring: { file?: string } }>(
    '/badges/credentials/:number',
    { schema },
    async (request, reply) => {
      const { params, query, viewer } = request
      const row = await requireCertificate(services.db, params.number)
      // as with the PDF: a hidden name is nobody's else
      if (!row.isPublic && !isOwner(viewer, row)) throw refuse('not_found')
      reply.header('vary', 'accept, cookie')
      const form = query.file ? formOfFile(query.file) : wantedForm(request as FastifyRequest)
      if (form === 'page') return reply.redirect(`/certificate/${row.number}`, 303)
      const words = credentialOf(services, row, await achievementIdOf(services.db, row.subjectId))
      if (query.file) reply.header('content-disposition', `attachment; filename="${row.number}.${form}"`)
      if (form === 'jwt') return send(reply, 'application/vc+jwt', await asToken(services, words))
      return send(reply, query.file ? json : credential, await withProof(services, words))
    },
  )
}

const json = 'application/json; charset=utf-8'
const linked = 'application/ld+json; charset=utf-8'
const credential = 'application/vc; charset=utf-8'

/** Checkers run in browsers of other sites as well; nothing in it depends on who asks. */
function send(reply: FastifyReply, type: string, body: object | string): FastifyReply {
  reply.header('access-control-allow-origin', '*').type(type)
  return reply.send(typeof body === 'string' ? body : JSON.stringify(body))
}

function formOfFile(file: string): 'json' | 'jwt' {
  return file === 'jwt' ? 'jwt' : 'json'
}

/** Programs take what they name; a browser is led to the page. */
const forms = new Map<string, 'json' | 'jwt' | 'page'>([
  ['application/vc', 'json'],
  ['application/vc+ld+json', 'json'],
  ['application/ld+json', 'json'],
  ['application/json', 'json'],
  ['application/vc+jwt', 'jwt'],
  ['application/jwt', 'jwt'],
  ['text/plain', 'jwt'],
  ['text/html', 'page'],
])

function wantedForm(request: FastifyRequest): 'json' | 'jwt' | 'page' {
  return forms.get(new Negotiator(request.raw).mediaType([...forms.keys()]) ?? '') ?? 'json'
}
