import { ShapeError } from '#kit/validation.ts'
import type { XapiVersion } from './versions.ts'

/** Checks one value; throws a ShapeError that names the path of the first fault. */
export type Rule = (value: unknown, path: string, version: XapiVersion) => void

/** `rule` is a catalogue key `shape.<rule>`. */
export function fault(
  path: string,
  rule: 'required' | 'additionalProperties' | 'type' | 'enum' | 'pattern' | 'invalid',
) {
  return new ShapeError([{ field: path || 'body', rule, values: {} }])
}

export function below(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}.${key}`
}

export type Fields = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

interface Field {
  rule: Rule
  isRequired: boolean
}

export const required = (rule: Rule): Field => ({ rule, isRequired: true })

/**
 * An object with these fields and no other. `check` looks at fields together, once each of them is right.
 */
export function fields(
  known: Readonly<Record<string, Rule | Field>>,
  check?: (value: Fields, path: string, version: XapiVersion) => void,
): Rule {
  const table = new Map(
    Object.entries(known).map(([name, one]) => [
      name,
      typeof one === 'function' ? { rule: one, isRequired: false } : one,
    ]),
  )
  return (value, path, version) => {
    if (!isObject(value)) throw fault(path, 'type')
    for (const [name, given] of Object.entries(value)) {
      const field = table.get(name)
      if (!field) throw fault(below(path, name), 'additionalProperties')
      field.rule(given, below(path, name), version)
    }
    for (const [name, { isRequired }] of table) {
      if (isRequired && !Object.hasOwn(value, name)) throw fault(below(path, name), 'required')
    }
    check?.(value, path, version)
  }
}

export function text(isRight: (text: string) => boolean = () => true): Rule {
  return (value, path) => {
    if (typeof value !== 'string') throw fault(path, 'type')
    if (!isRight(value)) throw fault(path, 'pattern')
  }
}

export function oneOf(...words: readonly string[]): Rule {
  return (value, path) => {
    if (typeof value !== 'string' || !words.includes(value)) throw fault(path, 'enum')
  }
}

export function listOf(rule: Rule, { least = 0 }: { least?: number } = {}): Rule {
  return (value, path, version) => {
    if (!Array.isArray(value)) throw fault(path, 'type')
    if (value.length < least) throw fault(path, 'invalid')
    value.forEach((entry, index) => {
      rule(entry, below(path, index), version)
    })
  }
}

export function mapOf(isKey: (key: string) => boolean, rule: Rule): Rule {
  return (value, path, version) => {
    if (!isObject(value)) throw fault(path, 'type')
    for (const [key, entry] of Object.entries(value)) {
      if (!isKey(key)) throw fault(below(path, key), 'pattern')
      rule(entry, below(path, key), version)
    }
  }
}

export const anything: Rule = () => undefined

export const boolean: Rule = (value, path) => {
  if (typeof value !== 'boolean') throw fault(path, 'type')
}

export const number: Rule = (value, path) => {
  if (typeof value !== 'number') throw fault(path, 'type')
}

export const count: Rule = (value, path) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw fault(path, 'type')
}

/** The rule that the object's type names; `otherwise` where it has none. */
export function byObjectType(rules: Readonly<Record<string, Rule>>, otherwise: string): Rule {
  return (value, path, version) => {
    if (!isObject(value)) throw fault(path, 'type')
    const { objectType = otherwise } = value
    const rule = typeof objectType === 'string' && Object.hasOwn(rules, objectType) ? rules[objectType] : undefined
    if (!rule) throw fault(below(path, 'objectType'), 'enum')
    rule(value, path, version)
  }
}

/** A rule for one version alone: in the other one the field does not exist. */
export function since20(rule: Rule): Rule {
  return (value, path, version) => {
    if (version === '1.0.3') throw fault(path, 'additionalProperties')
    rule(value, path, version)
  }
}
