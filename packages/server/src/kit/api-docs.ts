import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { App } from './route.ts'

/** The contract as OpenAPI 3.1, made from the same values that validate: `/api/openapi.json`, browsable at `/api/docs`. */
export async function apiDocs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: app.services.config.siteName,
        version: '1.0.0',
        description:
          'Every state-changing call carries `?_csrf=` with the token of `GET /api/session`. ' +
          'A failure is `{ code, message, details? }`; programs branch on `code`. ' +
          'A call by a token (`Authorization: Bearer`) carries none, and says with 403 which scope it asks for. ' +
          'Calls that a token opens (`x-stability: stable`) are there for programs and stay as they are; the others ' +
          '(`may-change`) change with the pages. ' +
          'Beside them programs read people and classes at `/ims/oneroster/rostering/v1p2`, which is as OneRoster 1.2 says and ' +
          'stays so.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'lantern_session' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, ...(route.config?.answers && { response: route.config.answers }) },
      url,
    }),
    transformObject: (described) => sayWhatStays(app, described as Described),
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, uiConfig: { showExtensions: true } })
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(app.swagger()),
  )
}

/** Marks each call: one that a token opens stays and only gains fields; the others change with the pages. */
function sayWhatStays(app: App, { openapiObject }: Described) {
  for (const { method, path, shape } of app.endpoints) {
    const call = openapiObject.paths?.[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as 'get']
    if (call) Object.assign(call, { 'x-stability': shape.tokenScope ? 'stable' : 'may-change' })
  }
  return openapiObject
}

type Described = Extract<Parameters<SwaggerTransformObject>[0], { openapiObject: unknown }>
