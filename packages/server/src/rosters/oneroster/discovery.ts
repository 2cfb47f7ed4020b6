import { clientScopes } from '@lantern/contract/token-scopes.ts'

// The service described by itself, as the REST binding wants it (2.5, Service Discovery): an OpenAPI document with the calls
// that are answered here, and no others.

/** Below the service. The binding and the guide to its certification name the one document differently. */
export const discoveryPaths = [
  'discovery/onerosterv1p2rostersservice_openapi3_v1p0.json',
  'discovery/imsorv1p2_rostering_openapi3_v1p0.json',
] as const

interface Described {
  /** Of the service. */
  base: string
  tokenUrl: string
  lists: readonly string[]
  /** Paths such as `schools/:schools/terms`. A parameter is the id of an object, and named after its list. */
  nested: readonly string[]
}

const [core, full] = clientScopes.oneroster
const scheme = 'OAuth2CC'

export function discoveryDocument({ base, tokenUrl, lists, nested }: Described): object {
  const whole = lists.flatMap((list) => [
    [`/${list}`, operation(`getAll${capital(list)}`, [core, full], pageParameters)],
    [`/${list}/{sourcedId}`, operation(`get${capital(oneOf(list))}`, [core, full], [idParameter('sourcedId'), fields])],
  ])
  const parts = nested.map((path) => {
    const parents = [...path.matchAll(/:(\w+)/g)].map(([, list = '']) => oneOf(list))
    const [nearest = '', ...outer] = parents.toReversed().map(capital)
    const list = capital(path.split('/').at(-1) ?? '')
    const name = [`get${list}For${nearest}`, ...outer].join('In')
    const ids = parents.map((parent) => idParameter(`${parent}SourcedId`))
    const address = path.replace(/:(\w+)/g, (_, one: string) => `{${oneOf(one)}SourcedId}`)
    return [`/${address}`, operation(name, [full], [...ids, ...pageParameters])]
  })
  return {
    openapi: '3.0.1',
    info: { title: 'OneRoster 1.2 Rostering', version: '1.2' },
    servers: [{ url: base }],
    paths: Object.fromEntries([...whole, ...parts]),
    components: {
      securitySchemes: {
        [scheme]: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl,
              scopes: {
                [core]: 'Lists and single objects',
                [full]: 'All of it, with what is in a class or of a person',
              },
            },
          },
        },
      },
    },
  }
}

const fields = parameter('fields', 'query')
const pageParameters = [
  ...['limit', 'offset'].map((name) => parameter(name, 'query', 'integer')),
  ...['sort', 'orderBy', 'filter'].map((name) => parameter(name, 'query')),
  fields,
]

function idParameter(name: string) {
  return { ...parameter(name, 'path'), required: true }
}

function parameter(name: string, where: 'query' | 'path', type = 'string') {
  return { name, in: where, schema: { type } }
}

function operation(operationId: string, scopes: readonly string[], parameters: readonly object[]) {
  const answer = (description: string) => ({
    description,
    content: { 'application/json': { schema: { type: 'object' } } },
  })
  return {
    get: {
      operationId,
      parameters,
      // one of them is enough
      security: scopes.map((scope) => ({ [scheme]: [scope] })),
      responses: { 200: answer('What was asked for'), default: answer('Why it was not answered') },
    },
  }
}

/** `classes` is of `class`, and every other list of its name without the last letter. */
function oneOf(list: string): string {
  return list.replace(/(ss)es$|s$/, '$1')
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
