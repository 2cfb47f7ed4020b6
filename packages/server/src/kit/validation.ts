import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
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

/** Bodies must have exactly the declared types; text of paths and queries is read as what is declared. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema)
  const readsText = httpPart === 'querystring' || httpPart === 'params'
  return (input: unknown) => {
    const value = readsText ? Value.Convert(schema, listsOf(schema, input)) : input
    if (validator.Check(value)) return { value }
    return { error: new ShapeError(onePerField(validator.Errors(value).map(problemOf))) }
  }
}

/** The first fault of a field is the one worth saying; the shape checker reports some twice. */
function onePerField(problems: ShapeProblem[]): ShapeProblem[] {
  return [...new Map(problems.toReversed().map((problem) => [problem.field, problem])).values()]
    .toReversed()
    .slice(0, 20)
}

/** `?ids=a` is a list of one when the shape says list. */
function listsOf(schema: TSchema, input: unknown): unknown {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {}
  const given = { ...(input as Record<string, unknown>) }
  for (const [name, property] of Object.entries(properties)) {
    if (property.type === 'array' && given[name] !== undefined && !Array.isArray(given[name]))
      given[name] = [given[name]]
  }
  return given
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
  return {
    field: [path, child].filter(Boolean).join('.') || 'body',
    rule: knownRules.has(fault.keyword) ? fault.keyword : 'invalid',
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
