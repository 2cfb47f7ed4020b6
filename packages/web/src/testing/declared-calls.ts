import type { Endpoint } from '@lantern/contract/endpoint.ts'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

const contract = import.meta.glob<Record<string, unknown>>(['../../../contract/src/**/*.ts', '!**/*.test.ts'], {
  eager: true,
})

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'route' in value && 'shape' in value

const calls = Object.values(contract)
  .flatMap((exported) => Object.values(exported))
  .filter(isEndpoint)
  .map((endpoint) => ({ endpoint, address: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  // an address that is written out is meant before one with an id in its place
  .sort((a, b) => a.endpoint.path.split(':').length - b.endpoint.path.split(':').length)

/** Why the site would refuse the call for how it is made: it is not declared, or a field of it is not. Null: it is. */
export function undeclaredIn(method: string, path: string, query: URLSearchParams, body: unknown): string | null {
  const { shape, route } = calls.find(({ endpoint, address }) => endpoint.method === method && address.test(path))
    ?.endpoint ?? { shape: null, route: `${method} ${path}` }
  if (!shape) return path.startsWith('/api/') ? `${route} is not declared` : null
  const fields = [
    // the token of the session is part of every address that changes something
    ...unknownFields(shape.query, Object.fromEntries([...query].filter(([name]) => name !== '_csrf'))),
    ...unknownFields(shape.body, body),
  ]
  return fields.length > 0 ? `${route} takes no ${fields.join(', ')}` : null
}

function unknownFields(shape: TSchema | undefined, value: unknown): string[] {
  if (!shape) return Object.keys(value ?? {})
  return Value.Errors(shape, value).flatMap((error) =>
    error.keyword === 'additionalProperties' ? error.params.additionalProperties : [],
  )
}
