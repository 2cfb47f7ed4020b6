import { type Attribute, attributeNamed } from './attributes.ts'
import { badRequest } from './fault.ts'

/** An element of a list, as `{ type: 'work', value: 'a@school.example' }`, or the parts of a name. */
export type ScimParts = Record<string, string | boolean>
export type ScimValue = string | boolean | ScimParts | ScimParts[]
/** What is kept of a resource, by the names of the schema. Null, '' and [] are not there. */
export type ScimDocument = Record<string, ScimValue>

const mostText = 1000
const mostElements = 10_000

/** Reads a resource. Names count in any case; what the schema does not know, and what only the site writes, is passed over. */
export function readDocument(input: unknown, attributes: readonly Attribute[]): ScimDocument {
  if (!isObject(input)) throw badRequest('invalidSyntax', 'The body has to be a JSON object')
  const document: ScimDocument = {}
  for (const [name, given] of Object.entries(input)) {
    const attribute = attributeNamed(attributes, name)
    if (!attribute) continue
    const value = readValue(attribute, given)
    if (value !== undefined) document[attribute.name] = value
  }
  requireAll(document, attributes)
  return document
}

export function requireAll(document: ScimDocument, attributes: readonly Attribute[]): void {
  for (const { name, required } of attributes)
    if (required && document[name] === undefined) throw badRequest('invalidValue', `${name} is required`)
}

/** Undefined: it says that there is none. */
export function readValue(attribute: Attribute, given: unknown): ScimValue | undefined {
  if (attribute.multiValued) {
    const elements = given === null || given === undefined ? [] : [given].flat()
    if (elements.length > mostElements) throw badRequest('invalidValue', `${attribute.name} has too many elements`)
    const read = onePrimary(
      elements.flatMap((one): ScimParts[] => {
        const parts = readParts(attribute, isObject(one) ? one : { value: one })
        return parts ? [parts] : []
      }),
    )
    return read.length > 0 ? read : undefined
  }
  if (attribute.type === 'complex') {
    if (given === null || given === undefined) return undefined
    // some send the whole name as a text
    return readParts(attribute, isObject(given) ? given : { formatted: given })
  }
  return readSimple(attribute, given)
}

function readParts(attribute: Attribute, given: Record<string, unknown>): ScimParts | undefined {
  const parts: ScimParts = {}
  for (const [name, value] of Object.entries(given)) {
    const part = attributeNamed(attribute.subAttributes ?? [], name)
    if (!part || part.mutability === 'readOnly') continue
    const read = readSimple(part, value)
    if (read !== undefined) parts[part.name] = read
  }
  return Object.keys(parts).length > 0 ? parts : undefined
}

export function readSimple({ name, type }: Attribute, given: unknown): string | boolean | undefined {
  if (given === null || given === undefined || given === '') return undefined
  if (type === 'boolean') {
    // Entra ID sends "True" and "False"
    const text = String(given).toLowerCase()
    if (text === 'true' || text === 'false') return text === 'true'
    throw badRequest('invalidValue', `${name} has to be true or false`)
  }
  if (typeof given === 'object') throw badRequest('invalidValue', `${name} has to be a text`)
  const text = String(given)
  if (text.length > mostText || text.includes('\0'))
    throw badRequest('invalidValue', `${name} is too long or not a text`)
  return text
}

/** The last one that says so is primary. */
export function onePrimary(elements: ScimParts[]): ScimParts[] {
  const last = elements.findLastIndex(({ primary }) => primary === true)
  return elements.map((one, at) => (one.primary === true && at !== last ? { ...one, primary: false } : one))
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
