import { blockFieldSuggestionsPlugin } from '@escape.tech/graphql-armor-block-field-suggestions'
import { costLimitPlugin } from '@escape.tech/graphql-armor-cost-limit'
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { useDisableIntrospection } from '@graphql-yoga/plugin-disable-introspection'
import { pageLimits } from '@lantern/contract/cms/blocks.ts'
import { askGraphql } from '@lantern/contract/cms/pages.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import type { FastifyRequest } from 'fastify'
import { createGraphQLError, createYoga, type Plugin } from 'graphql-yoga'
import { failureOf, forLog, valuesIn } from '#kit/failures.ts'
import type { SayFailure } from '#kit/program-addresses.ts'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import type { PageSurroundings } from './check-page.ts'
import { GraphqlAnswers } from './graphql-answers.ts'
import { type GraphqlContext, schema } from './graphql-schema.ts'
import { publishedState } from './published.ts'

/** A query, with the variables beside it. */
const mostBytes = 100_000

/** The longest query of our own names blocks in blocks as deep as they may lie, and inside of the last a list. */
const limits = {
  depth: pageLimits.depth + 6,
  aliases: 10,
  directives: 10,
  tokens: 1_000,
  /** That of five whole pages. */
  cost: 1_000,
} as const

/** The server of GraphQL at its address. It only reads, so it asks for no CSRF token; a preview asks who it is for. */
export async function graphqlRoutes(app: App, surroundings: PageSurroundings): Promise<void> {
  const { services } = app
  app.endpoints.push(askGraphql)
  app.programs.add(askGraphql.path, graphqlFailure(services))
  const yoga = createYoga<GraphqlContext>({
    schema,
    graphqlEndpoint: askGraphql.path,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: {
      debug: () => undefined,
      info: () => undefined,
      warn: (message: unknown) => services.log.warn({ message }, 'graphql'),
      error: (err: unknown) => services.log.error({ err }, 'graphql'),
    },
    plugins: [soundParameters, operationHeader, ...guards(services)],
  })

  const answers = new GraphqlAnswers()
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // read by the server of GraphQL itself, which has rules of its own for what it takes
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: ['GET', 'POST'],
      url: askGraphql.path,
      bodyLimit: mostBytes,
      schema: { summary: 'GraphQL: content of pages', tags: ['as'], description: 'Access: public' },
      handler: async (request, reply) => {
        const key = keyOf(request)
        const state = publishedState(services.db)
        const kept = answers.get(key, state)
        if (kept) return reply.status(kept.status).headers(kept.headers).send(kept.body)
        const context = contextOf(services, surroundings, request)
        const response = await yoga.fetch(asWebRequest(request), context)
        const { status } = response
        const answer = { status, headers: Object.fromEntries(response.headers), body: await response.text() }
        if (status === 200 && context.told.audience === 'all') answers.keep(key, state, answer)
        return reply.status(status).headers(answer.headers).send(answer.body)
      },
    })
  })
}

/** What never reached the server of GraphQL: errors alone, as its clients read them. */
function graphqlFailure(services: Services): SayFailure {
  return (thrown, request, reply) => {
    const asked = { locale: request.locale ?? 'en_US', log: request.log, ...forLog(request) } as const
    const { status, body, retryAfterSeconds } = failureOf(services, thrown, asked)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    const { message, ...extensions } = body
    return reply.status(status).send({ errors: [{ message, extensions }] })
  }
}

/** Everything of a request that its answer depends on, but for who asks and what is published. */
function keyOf({ method, url, headers, body }: FastifyRequest): string {
  const told = [headers.accept, headers['content-type'], headers[wireNames.operationHeader]]
  return JSON.stringify([method, url, ...told, typeof body === 'string' ? body : ''])
}

function contextOf(services: Services, surroundings: PageSurroundings, request: FastifyRequest): GraphqlContext {
  const viewer: Viewer = request.viewer
  const previewToken = [request.headers[wireNames.previewTokenHeader]].flat()[0]
  return {
    services,
    surroundings,
    viewer,
    previewToken,
    told: { audience: 'nobody' },
    refusalText: ({ code, values }) => services.text(request.locale, `error.${code}`, valuesIn(request.locale, values)),
  }
}

function asWebRequest({ method, url, headers, body }: FastifyRequest): Request {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'content-length') given.set(name, [value].flat().join(', '))
  }
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: given,
    ...(method === 'POST' && { body: typeof body === 'string' ? body : '' }),
  })
}

/** Variables in an address or a form are text, which may be no JSON: that is the client's fault. */
const soundParameters: Plugin = {
  onRequestParse({ requestParser, setRequestParser }) {
    if (!requestParser) return
    setRequestParser(async (request) => {
      try {
        return await requestParser(request)
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        throw createGraphQLError('The variables or extensions are no JSON', {
          extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
        })
      }
    })
  },
}

/** Says which operation is meant. A request that names another one in its body contradicts itself. */
const operationHeader: Plugin = {
  onParams({ request, params, setParams }) {
    const named = request.headers.get(wireNames.operationHeader)
    if (!named) return
    if (params.operationName && params.operationName !== named) {
      throw createGraphQLError(`The header names the operation ${named}, the request ${params.operationName}`, {
        extensions: { code: 'bad_request', http: { status: 400 } },
      })
    }
    setParams({ ...params, operationName: named })
  },
}

function guards({ config }: Services): Plugin[] {
  const closed: Plugin[] = [blockFieldSuggestionsPlugin() as Plugin, useDisableIntrospection()]
  return [
    maxTokensPlugin({ n: limits.tokens }) as Plugin,
    maxDepthPlugin({ n: limits.depth }) as Plugin,
    maxAliasesPlugin({ n: limits.aliases }) as Plugin,
    maxDirectivesPlugin({ n: limits.directives }) as Plugin,
    // each level the same: what is deep has a limit of its own
    costLimitPlugin({ maxCost: limits.cost, depthCostFactor: 1 }) as Plugin,
    ...(config.mode === 'demo' ? [] : closed),
  ]
}
