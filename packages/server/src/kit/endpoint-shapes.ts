import { changesState, type Endpoint } from '@lantern/contract/endpoint.ts'
import { type ErrorCode, errorStatus } from '@lantern/contract/errors.ts'
import { refusalOf } from '@lantern/contract/guards.ts'
import type { FastifySchema } from 'fastify'
import { type TProperties, Type } from 'typebox'

/** The shape of a query; that of a call which changes something has the token besides. */
export function queryShape(endpoint: Endpoint) {
  const declared = endpoint.shape.query as { properties?: TProperties } | undefined
  const token = changesState(endpoint) && { _csrf: Type.Optional(Type.String({ maxLength: 200 })) }
  return Type.Object({ ...declared?.properties, ...token }, { additionalProperties: false })
}

/** What the description of the API says of an endpoint. */
export function descriptionOf(endpoint: Endpoint): FastifySchema & { summary: string; tags: string[] } {
  const { shape, path } = endpoint
  return {
    summary: shape.summary,
    tags: [tagOf(path)],
    ...(shape.tokenScope && { security: [{ session: [] }, { token: [shape.tokenScope] }] }),
    description: [`Access: ${shape.access}`, ...(shape.guards ?? [])]
      .concat(
        shape.tokenScope ? [`for programs with ${shape.tokenScope}: it stays as it is and only gains fields`] : [],
      )
      .join(', '),
    ...(shape.params && { params: shape.params }),
    querystring: queryShape(endpoint),
    ...(shape.body && { body: shape.body }),
  }
}

/** The shapes of what an endpoint answers, by status. */
export function answersOf(endpoint: Endpoint): Record<number, object> {
  const { shape } = endpoint
  const codes = new Set<ErrorCode>([...(shape.errors ?? []), 'bad_request', 'unavailable'])
  for (const guard of shape.guards ?? []) codes.add(refusalOf[guard])
  if (shape.access !== 'public') codes.add('login_required').add('forbidden')
  if (changesState(endpoint)) codes.add('csrf_invalid')
  return { 200: shape.response, ...Object.fromEntries([...codes].map((code) => [errorStatus[code], problem])) }
}

const problem = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    details: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  },
  { description: 'What was refused and why' },
)

function tagOf(path: string): string {
  const parts = path
    .split('/')
    .filter((part) => part && !['api', 'learn', 'cn'].includes(part) && !part.startsWith(':'))
  return parts[0] ?? 'site'
}
