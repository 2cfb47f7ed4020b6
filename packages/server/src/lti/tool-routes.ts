import * as contract from '@lantern/contract/lti/tools.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireRole } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { oauthFailure } from '#kit/oauth-failure.ts'
import { type PostedFields, takePostedFields } from '#kit/posted-fields.ts'
import { type App, route } from '#kit/route.ts'
import { lineItemScope, membersScope, readLineItemScope, resultScope, scoreScope } from './ags-scopes.ts'
import { takeChosen } from './chosen-in-tool.ts'
import { addToClass, readClassTool, readClassTools, removeFromClass } from './class-tools.ts'
import { leaveFor } from './leave-for.ts'
import { sendPostedForm } from './posted-form.ts'
import { sendChosen } from './step-routes.ts'
import { giveToken, TokenRefusal, toolOfToken } from './tool-access.ts'
import {
  configurationPath,
  offerToolRegistration,
  platformConfiguration,
  RegistrationRefusal,
  registerTool,
  registrationPath,
} from './tool-registrations.ts'
import * as results from './tool-results.ts'
import { type AuthAsked, answerAuth, visitLink, visitToChoose } from './tool-visits.ts'
import { readTools, removeTool, saveTool } from './tools.ts'

/** What is set up of tools, and what classes open in them. */
export function toolCalls(app: App): void {
  route(app, contract.listLtiTools, async ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return { tools: await readTools(services, params.id) }
  })
  route(app, contract.saveLtiTool, ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return saveTool(services, viewer, params.id, body)
  })
  route(app, contract.offerToolRegistration, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return { url: await offerToolRegistration(services, viewer, { organisationId: params.id, ...body }) }
  })
  route(app, contract.removeLtiTool, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await removeTool(services, viewer, { organisationId: params.id, toolId: body.toolId })
    return { success: true }
  })
  route(app, contract.listClassTools, ({ services, viewer, params }) =>
    readClassTools(services, viewer, params.classId),
  )
  route(app, contract.addClassTool, async ({ services, viewer, params, body }) => ({
    id: await addToClass(services, viewer, params.classId, body),
  }))
  route(app, contract.getClassTool, ({ services, viewer, params }) => readClassTool(services, viewer, params.id))
  route(app, contract.removeClassTool, async ({ services, viewer, params }) => {
    await removeFromClass(services, viewer, params.id)
    return { success: true }
  })
}

/** Where browsers go on their way to a tool and back, and what tools ask for. */
export async function toolRoutes(app: App): Promise<void> {
  const { services } = app
  const config = { isPage: true, takesNoCookies: true }
  const schema = { hide: true }
  for (const path of ['/lti/tool', '/lti/jwks', configurationPath]) app.programs.add(path)
  for (const path of ['/lti/token', registrationPath]) app.programs.add(path, oauthFailure(services))

  await app.register(async (scope: FastifyInstance) => {
    takePostedFields(scope)
    scope.get('/lti/open/:id', { schema, config }, (request, reply) => open(request, reply))
    scope.get('/lti/open/:classId/:toolId', { schema, config }, (request, reply) => open(request, reply))
    scope.get('/lti/auth', { schema, config }, (request, reply) =>
      authorise(request, reply, request.query as PostedFields),
    )
    scope.post('/lti/auth', { schema, config }, (request, reply) =>
      authorise(request, reply, (request.body ?? {}) as PostedFields),
    )
    scope.post('/lti/chosen/:hint', { schema, config, bodyLimit: 512 * 1024 }, async (request, reply) => {
      const { hint } = request.params as { hint: string }
      const token = (request.body as PostedFields | undefined)?.JWT ?? ''
      const { classId, linkIds } = await takeChosen(services, hint, token)
      if (classId !== null) return reply.redirect(`/campus/class/${classId}`, 303)
      return sendChosen(request, reply, services.text, linkIds[0] ?? null)
    })
    scope.get(configurationPath, { schema, config: { isForAll: true } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send(platformConfiguration(services)),
    )
    scope.post('/lti/token', { schema, config: { takesNoCookies: true } }, async (request, reply) => {
      try {
        return await giveToken(services, (request.body ?? {}) as PostedFields)
      } catch (error) {
        if (!(error instanceof TokenRefusal)) throw error
        return reply.status(error.message === 'invalid_client' ? 401 : 400).send({ error: error.message })
      }
    })
  })
  await app.register(async (scope: FastifyInstance) => serveTools(scope))
  app.post(registrationPath, { schema, config: { takesNoCookies: true } }, async (request, reply) => {
    const [, ticket = ''] = /^Bearer +([\w-]+)$/i.exec(request.headers.authorization ?? '') ?? []
    try {
      return await registerTool(services, ticket, request.body)
    } catch (error) {
      if (!(error instanceof RegistrationRefusal)) throw error
      return reply.status(400).send({ error: error.message })
    }
  })

  async function open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { viewer, params } = request
    const { id, classId, toolId } = params as { id?: string; classId?: string; toolId?: string }
    if (viewer.kind !== 'user') return reply.redirect(signInPath(request.url), 303)
    const address = id
      ? await visitLink(services, viewer, id)
      : await visitToChoose(services, viewer, { classId: classId ?? '', toolId: toolId ?? '' })
    return leaveFor(reply, address)
  }

  async function authorise(request: FastifyRequest, reply: FastifyReply, sent: PostedFields): Promise<FastifyReply> {
    const { viewer, locale } = request
    const signedIn = viewer.kind === 'user' ? viewer.id : null
    const { action, token, isFramed } = await answerAuth(services, sent as AuthAsked, { signedIn, locale })
    const label = services.text(locale, 'lti.on_to_tool')
    const fields = {
      id_token: token,
      ...(sent.state !== undefined && { state: sent.state }),
      ...(isFramed && { lti_storage_target: '_parent' }),
    }
    return sendPostedForm(request, reply, { label, action, fields })
  }

  function serveTools(scope: FastifyInstance): void {
    const own = { schema, config: { takesNoCookies: true } }
    scope.removeContentTypeParser('application/json')
    const json = /^application\/(json|vnd\.ims\.[\w.-]+\+json)/
    scope.addContentTypeParser(json, { parseAs: 'string' }, (_request, text, done) => {
      try {
        // some name a type where they send nothing, as to delete
        done(null, text === '' ? undefined : JSON.parse(String(text)))
      } catch {
        done(refuse('bad_request'))
      }
    })
    const placeOf = async (request: FastifyRequest, ...scopes: string[]) => {
      const { toolId, classId, linkId } = request.params as { toolId: string; classId?: string; linkId?: string }
      const tool = await toolOfToken(services, request.headers.authorization, ...scopes)
      if (tool.id !== toolId) throw refuse('not_found')
      return classId === undefined
        ? results.requireToolLink(services.db, { tool, linkId: linkId ?? '' })
        : results.requireToolClass(services.db, { tool, classId })
    }
    const idOf = (request: FastifyRequest) => (request.params as { id: string }).id
    const list = (request: FastifyRequest, reply: FastifyReply, type: string, { results: body, next }: Listed) => {
      if (next !== null) {
        const url = new URL(request.url, services.config.publicUrl)
        url.searchParams.set('from', String(next))
        reply.header('link', `<${url.href}>; rel="next"`)
      }
      return reply.type(type).send(JSON.stringify(body))
    }
    for (const base of [ofClass, '/lti/tool/:toolId/link/:linkId']) {
      scope.get(`${base}/lineitems`, own, async (request, reply) => {
        const place = await placeOf(request, lineItemScope, readLineItemScope)
        return list(
          request,
          reply,
          types.lineItems,
          await results.listLineItems(services, place, request.query as PostedFields as never),
        )
      })
      scope.post(`${base}/lineitems`, own, async (request, reply) => {
        const made = await results.addLineItem(services, await placeOf(request, lineItemScope), request.body)
        return reply.status(201).type(types.lineItem).send(JSON.stringify(made))
      })
      scope.get(`${base}/lineitems/:id`, own, async (request, reply) => {
        const place = await placeOf(request, lineItemScope, readLineItemScope)
        return reply
          .type(types.lineItem)
          .send(JSON.stringify(await results.readLineItem(services, place, idOf(request))))
      })
      scope.put(`${base}/lineitems/:id`, own, async (request, reply) => {
        const place = await placeOf(request, lineItemScope)
        const changed = await results.changeLineItem(services, place, idOf(request), request.body)
        return reply.type(types.lineItem).send(JSON.stringify(changed))
      })
      scope.delete(`${base}/lineitems/:id`, own, async (request, reply) => {
        await results.removeLineItem(services, await placeOf(request, lineItemScope), idOf(request))
        return reply.status(204).send()
      })
      scope.post(`${base}/lineitems/:id/scores`, own, async (request, reply) => {
        await results.keepScore(services, await placeOf(request, scoreScope), idOf(request), request.body)
        return reply.status(204).send()
      })
      scope.get(`${base}/lineitems/:id/results`, own, async (request, reply) => {
        const place = await placeOf(request, resultScope)
        const query = request.query as PostedFields as never
        return list(request, reply, types.results, await results.listResults(services, place, idOf(request), query))
      })
    }
    scope.get(`${ofClass}/memberships`, own, async (request, reply) => {
      const { tool, classId } = await placeOf(request, membersScope)
      return list(
        request,
        reply,
        types.members,
        await results.listMembers(services, { tool, classId: classId ?? '' }, request.query as PostedFields as never),
      )
    })
  }
}

const ofClass = '/lti/tool/:toolId/class/:classId'

interface Listed {
  results: unknown
  next: number | null
}

const types = {
  lineItem: 'application/vnd.ims.lis.v2.lineitem+json',
  lineItems: 'application/vnd.ims.lis.v2.lineitemcontainer+json',
  results: 'application/vnd.ims.lis.v2.resultcontainer+json',
  members: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json',
}
