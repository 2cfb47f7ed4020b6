import { type Static, type TEnum, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { Guard } from './guards.ts'
import type { Access } from './roles.ts'
import type { TokenScope } from './token-scopes.ts'

/** One call: its route, who may make it, and every shape that crosses the wire for it. */
export interface Endpoint<R extends Route = Route, S extends EndpointShape = EndpointShape> {
  route: R
  method: Method
  path: string
  shape: S
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Route = `${Method} /${string}`

export interface EndpointShape {
  summary: string
  access: Access
  /** What a person who may has to have proved besides. */
  guards?: readonly Exclude<Guard, 'login'>[]
  /**
   * Where the method does not tell: a GET that changes something all the same, because its address is given, carries the
   * CSRF token too; a POST that only reads needs none.
   */
  changesState?: boolean
  /** Programs may make this call too, with a token of this scope; such calls stay as they are. */
  tokenScope?: TokenScope
  params?: TSchema
  query?: TSchema
  body?: TSchema
  response: TSchema
  errors?: readonly ErrorCode[]
  /** The most bytes of a body, where it carries more than words. */
  bodyLimit?: number
}

/**
 * Declares a call. Params are written `:id` in the path. Query and params are coerced from text, a body never is;
 * unknown fields are refused everywhere. The CSRF parameter of state-changing calls is not declared: the route adds it.
 */
export function endpoint<const R extends Route, const S extends EndpointShape>(route: R, shape: S): Endpoint<R, S> {
  const [method, path] = route.split(' ') as [Method, string]
  return { route, method, path, shape }
}

/** True for every call that carries the CSRF token. */
export function changesState({ method, shape }: Endpoint): boolean {
  return shape.changesState ?? method !== 'GET'
}

/** A closed object: a field that is not declared is an error, not ignored. */
export function object<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false })
}

/** A whole number that a column of PostgreSQL's type `integer` holds. */
export function wholeFrom(minimum: number) {
  return Type.Integer({ minimum, maximum: 2_147_483_647 })
}

/** One of a few words. */
export function oneOf<T extends [string, ...string[]]>(...values: T): TEnum<T> {
  return Type.Enum<T>(values)
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise

export type ParamsOf<E extends Endpoint> = StaticOr<E['shape']['params'], undefined>
export type QueryOf<E extends Endpoint> = StaticOr<E['shape']['query'], undefined>
export type BodyOf<E extends Endpoint> = StaticOr<E['shape']['body'], undefined>
export type ResponseOf<E extends Endpoint> = Static<E['shape']['response']>

type Part<Key extends string, T> = T extends undefined
  ? { [K in Key]?: undefined }
  : Record<never, never> extends T
    ? { [K in Key]?: T }
    : { [K in Key]: T }

/** What a caller passes: only the parts the endpoint declares, required when they have a required field. */
export type InputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>
