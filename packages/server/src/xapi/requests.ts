import type { Readable } from 'node:stream'
import { isIri, isUuid, momentOf } from './formats.ts'
import { readJson } from './read-json.ts'
import { fault } from './shape-rules.ts'
import { actor } from './statement-shape.ts'
import type { Agent } from './statement-types.ts'
import type { XapiVersion } from './versions.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** A request to the store. Requests in the alternate syntax of 1.0.3 are read into the same shape. */
export interface XapiRequest {
  method: Method
  /** Each name once. */
  query: Readonly<Record<string, string>>
  contentType: string
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
  acceptLanguage: string | undefined
  body: Buffer
  version: XapiVersion
}

export interface XapiAnswer {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer | Readable
}

export function json(value: unknown, headers?: XapiAnswer['headers']): XapiAnswer {
  return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

export const done: XapiAnswer = { status: 204 }

type Reader<T> = (text: string, name: string, version: XapiVersion) => T

interface Parameter<T> {
  read: Reader<T>
  isRequired: boolean
}

type Read<P extends Record<string, Parameter<unknown>>> = {
  [K in keyof P]: P[K] extends Parameter<infer T> & { isRequired: true }
    ? T
    : P[K] extends Parameter<infer T>
      ? T | undefined
      : never
}

const parameter = <T>(read: Reader<T>) => ({
  read,
  isRequired: false as const,
  required: { read, isRequired: true as const },
})

const checked = (isRight: (text: string) => boolean) =>
  parameter((text, name) => {
    if (!isRight(text)) throw fault(name, 'pattern')
    return text
  })

export const parameters = {
  text: checked((text) => text !== '' && !text.includes('\0') && Buffer.byteLength(text) <= 1000),
  iri: checked(isIri),
  uuid: parameter((text, name) => {
    if (!isUuid(text)) throw fault(name, 'pattern')
    return text.toLowerCase()
  }),
  count: parameter((text, name) => {
    if (!/^\d{1,9}$/.test(text)) throw fault(name, 'pattern')
    return Number(text)
  }),
  boolean: parameter((text, name) => {
    if (text !== 'true' && text !== 'false') throw fault(name, 'pattern')
    return text === 'true'
  }),
  moment: parameter((text, name) => {
    const moment = momentOf(text)
    if (!moment) throw fault(name, 'pattern')
    return moment
  }),
  agent: parameter((text, name, version) => {
    const value = readJson(Buffer.from(text))
    actor(value, name, version)
    return value as Agent
  }),
}

export function oneOfWords<const W extends string>(...words: readonly W[]) {
  return parameter((text, name) => {
    const found = words.find((word) => word === text)
    if (!found) throw fault(name, 'enum')
    return found
  })
}

/** The parameters of a request by these rules; one that is not among them is refused. */
export function readParameters<P extends Record<string, Parameter<unknown>>>(
  { query, version }: XapiRequest,
  rules: P,
): Read<P> {
  for (const name of Object.keys(query)) if (!Object.hasOwn(rules, name)) throw fault(name, 'additionalProperties')
  const entries = Object.entries(rules).map(([name, { read, isRequired }]) => {
    const text = query[name]
    if (text === undefined && isRequired) throw fault(name, 'required')
    return [name, text === undefined ? undefined : read(text, name, version)]
  })
  // each value was read by the rule of its name
  return Object.fromEntries(entries) as Read<P>
}
