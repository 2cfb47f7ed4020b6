import { keepableText } from '@lantern/contract/keepable-text.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Value } from 'typebox/value'
import type { Text } from './text.ts'

/** What one request part did not fulfil; becomes `details` of a 400 in the visitor's language. */
export class ShapeError extends Error {
  readonly problems: ShapeProblem[]
  readonly statusCode = 400

  constructor(problems: ShapeProblem[]) {
    super('The request does not have the declared shape')
    this.problems = problems
  }
}

export interface ShapeProblem {
  field: string
  /** Catalogue key `shape.<rule>` with its values. */
  rule: string
  values: Record<string, string | number>
}

/** Reads the query of an address that is no endpoint of the contract. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const read = partReader(schema, 'text')
  return (input: unknown) => {
    try {
      return { value: read(input) }
    } catch (error) {
      if (error instanceof ShapeError) return { error }
      throw error
    }
  }
}

interface Shapes {
  params?: TSchema
  query: TSchema
  body?: TSchema
}

/**
 * Reads what a call comes with by the declared shapes: bodies must have exactly the declared types; text of paths and
 * queries is read as what is declared. Throws ShapeError for the first part that differs.
 */
export function inputReader({ params, query, body }: Shapes) {
  const readParams = params && partReader(params, 'text')
  const readBody = body && partReader(body, 'values')
  const readQuery = partReader(query, 'text')
  return (input: { params: unknown; query: unknown; body: unknown }) => ({
    params: readParams?.(input.params),
    body: readBody?.(input.body),
    query: readQuery(input.query),
  })
}

function partReader(schema: TSchema, given: 'text' | 'values'): (input: unknown) => unknown {
  // made with the first request: for all endpoints at the start it would be a part of that
  let validator: Validator | undefined
  const read = given === 'text' ? readerOf(schema) : undefined
  return (input) => {
    const value = read ? read(input) : withKeepableText(input)
    validator ??= Compile(schema)
    if (!validator.Check(value)) throw shapeErrorOf(validator.Errors(value))
    return value
  }
}

/** Makes every text of a parsed body keepable, in place. Names of fields stay. Without recursion: bodies nest as deep as they are long. */
function withKeepableText(body: unknown): unknown {
  const whole = { body }
  const nodes: Record<string, unknown>[] = [whole]
  for (const node of nodes) {
    for (const [name, value] of Object.entries(node)) {
      if (typeof value === 'object' && value !== null) nodes.push(value as Record<string, unknown>)
      else if (typeof value === 'string') node[name] = keepableText(value)
    }
  }
  return whole.body
}

/** The refusal of a value that was checked by hand. */
export function shapeErrorOf(faults: readonly Fault[]): ShapeError {
  return new ShapeError(onePerField(faults.map(problemOf)))
}

/** The first fault of a field is the one worth saying; the shape checker reports some twice. */
function onePerField(problems: ShapeProblem[]): ShapeProblem[] {
  return [...new Map(problems.toReversed().map((problem) => [problem.field, problem])).values()]
    .toReversed()
    .slice(0, 20)
}

interface Property extends TSchema {
  type?: string
  items?: Property
}

/**
 * Reads text as what the shape declares. What is declared as text is left alone: to ask the library for every property
 * costs more than all else that is done with the parameters. `?ids=a` is a list of one when the shape says list.
 */
function readerOf(schema: TSchema): (input: unknown) => unknown {
  const { properties } = schema as { properties?: Record<string, Property> }
  if (!properties) return (input) => Value.Convert(schema, input)
  const lists = namesOf(properties, ({ type }) => type === 'array')
  const unlikeText = namesOf(properties, (property) => !isText(property.type === 'array' ? property.items : property))
  return (input) => {
    const given = { ...(input as Record<string, unknown>) }
    for (const name of lists) {
      if (given[name] !== undefined && !Array.isArray(given[name])) given[name] = [given[name]]
    }
    for (const name of unlikeText) {
      const property = properties[name]
      if (property && given[name] !== undefined) given[name] = Value.Convert(property, given[name])
    }
    return given
  }
}

function namesOf(properties: Record<string, Property>, isMeant: (property: Property) => boolean): string[] {
  return Object.entries(properties).flatMap(([name, property]) => (isMeant(property) ? [name] : []))
}

function isText(property: Property | undefined): boolean {
  return property?.type === 'string'
}

interface Fault {
  keyword: string
  instancePath: string
  message: string
  params?: object
}

function problemOf(fault: Fault): ShapeProblem {
  const path = fault.instancePath.slice(1).replaceAll('/', '.')
  const params = (fault.params ?? {}) as Record<string, unknown>
  const named = params.requiredProperties ?? params.additionalProperties
  const child = Array.isArray(named) ? named.join(', ') : ''
  // what has to have at least one character or entry is empty
  const isEmpty = ['minLength', 'minItems'].includes(fault.keyword) && params.limit === 1
  const rule = isEmpty ? 'required' : fault.keyword
  return {
    field: [path, child].filter(Boolean).join('.') || 'body',
    rule: knownRules.has(rule) ? rule : 'invalid',
    values: { limit: typeof params.limit === 'number' ? params.limit : '' },
  }
}

const knownRules = new Set([
  'required',
  'additionalProperties',
  'type',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'enum',
  'pattern',
])

export function describeProblems(problems: ShapeProblem[], text: Text, locale: OfferedLocale) {
  return problems.map(({ field, rule, values }) => ({ field, message: text(locale, `shape.${rule}`, values) }))
}
