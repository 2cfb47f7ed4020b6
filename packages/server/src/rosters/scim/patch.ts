import { type Filter, parse } from 'scim2-parse-filter'
import { type Attribute, attributeNamed, groupSchema, userSchema } from './attributes.ts'
import {
  isObject,
  onePrimary,
  readSimple,
  readValue,
  requireAll,
  type ScimDocument,
  type ScimParts,
} from './documents.ts'
import { badRequest } from './fault.ts'

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const mostOperations = 1000
const readOnly = new Set(['id', 'meta', 'schemas'])
const verbs = ['add', 'replace', 'remove'] as const

interface Operation {
  verb: (typeof verbs)[number]
  path: string | undefined
  value: unknown
}

interface Target {
  attribute: Attribute
  /** Which elements of a list: what these parts equal. Null: all. */
  equals: ScimParts | null
  part: Attribute | null
}

/** What a resource is after a PATCH, as RFC 7644 says it in section 3.5.2 and as Entra ID and Okta send it. */
export function patched(document: ScimDocument, body: unknown, attributes: readonly Attribute[]): ScimDocument {
  const next = structuredClone(document)
  for (const { verb, path, value } of readOperations(body)) {
    if (path !== undefined) apply(next, verb, path, value, attributes)
    else if (verb === 'remove') throw badRequest('noTarget', 'A removal has to name a path')
    else if (isObject(value)) {
      // names may be paths too, as name.givenName; Okta sends the id along
      for (const [name, one] of Object.entries(value))
        if (!readOnly.has(name.toLowerCase())) apply(next, verb, name, one, attributes)
    } else throw badRequest('invalidValue', 'Without a path the value has to be an object')
  }
  requireAll(next, attributes)
  return next
}

function readOperations(body: unknown): Operation[] {
  if (!isObject(body)) throw badRequest('invalidSyntax', 'The body has to be a JSON object')
  const { schemas, Operations: operations } = body
  if (!Array.isArray(schemas) || !schemas.includes(patchSchema))
    throw badRequest('invalidSyntax', `schemas has to name ${patchSchema}`)
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostOperations)
    throw badRequest('invalidSyntax', `Operations has to hold 1 to ${mostOperations} operations`)
  return operations.map((one) => {
    const { op, path, value } = isObject(one) ? one : {}
    const verb = verbs.find((known) => known === String(op).toLowerCase())
    if (!verb) throw badRequest('invalidSyntax', 'op has to be add, replace or remove')
    if (path !== undefined && path !== null && typeof path !== 'string')
      throw badRequest('invalidPath', 'A path has to be a text')
    return { verb, path: path ?? undefined, value }
  })
}

function apply(
  document: ScimDocument,
  verb: Operation['verb'],
  path: string,
  value: unknown,
  attributes: readonly Attribute[],
): void {
  const target = readPath(path, attributes)
  // as in a POST, what is not kept is passed over
  if (!target) return
  const { attribute, part } = target
  if (attribute.multiValued) {
    applyToList(document, verb, target, value)
    return
  }
  const { name } = attribute
  if (part) {
    const parts = { ...(document[name] as ScimParts | undefined) }
    setPart(parts, part, verb === 'remove' ? undefined : value)
    set(document, name, Object.keys(parts).length > 0 ? parts : undefined)
    return
  }
  const read = verb === 'remove' ? undefined : readValue(attribute, value)
  const before = document[name]
  set(document, name, verb === 'add' && isObject(before) && isObject(read) ? { ...before, ...read } : read)
}

function applyToList(
  document: ScimDocument,
  verb: Operation['verb'],
  { attribute, equals, part }: Target,
  value: unknown,
): void {
  const { name } = attribute
  const before = (document[name] as ScimParts[] | undefined) ?? []
  const isMeant = (one: ScimParts) => equals === null || isLike(one, equals)
  let after: ScimParts[]
  if (verb === 'remove') {
    const isNamed = value !== undefined && value !== null && equals === null
    const named = new Set(isNamed ? ((readValue(attribute, value) ?? []) as ScimParts[]).map((one) => one.value) : [])
    if (part) after = before.map((one) => (isMeant(one) ? withPart(one, part, undefined) : one))
    else after = before.filter((one) => (isNamed ? !named.has(one.value) : !isMeant(one)))
  } else if (equals || part) {
    const change = (one: ScimParts) => (part ? withPart(one, part, value) : { ...one, ...only(attribute, value) })
    const isThere = before.some(isMeant)
    // Entra ID replaces what is not there yet
    after = isThere
      ? before.map((one) => (isMeant(one) ? change(one) : one))
      : [...before, change(equals === null ? {} : { ...equals })]
    if (part?.name === 'primary' && value !== false) after = movePrimary(after, isMeant)
  } else {
    const read = (readValue(attribute, value) ?? []) as ScimParts[]
    after = verb === 'replace' ? read : joined(before, read)
  }
  after = onePrimary(after.filter((one) => one.value !== undefined))
  set(document, name, after.length > 0 ? after : undefined)
}

/** An element that is there already, by its value and type, takes the new one's place. */
function joined(before: readonly ScimParts[], added: readonly ScimParts[]): ScimParts[] {
  const byKey = new Map<string, ScimParts>()
  for (const one of [...before, ...added]) byKey.set(JSON.stringify([one.value, one.type]), one)
  return [...byKey.values()]
}

function movePrimary(elements: readonly ScimParts[], isMeant: (one: ScimParts) => boolean): ScimParts[] {
  return elements.map((one) => (one.primary === true && !isMeant(one) ? { ...one, primary: false } : one))
}

function only(attribute: Attribute, value: unknown): ScimParts {
  const [first = {}] = (readValue(attribute, value) ?? []) as ScimParts[]
  return first
}

function withPart(parts: ScimParts, part: Attribute, value: unknown): ScimParts {
  const changed = { ...parts }
  setPart(changed, part, value)
  return changed
}

function setPart(parts: ScimParts, part: Attribute, value: unknown): void {
  if (part.mutability === 'readOnly') throw badRequest('mutability', `${part.name} cannot be written`)
  const read = readSimple(part, value)
  if (read === undefined) delete parts[part.name]
  else parts[part.name] = read
}

function set(document: ScimDocument, name: string, value: ScimDocument[string] | undefined): void {
  if (value === undefined) delete document[name]
  else document[name] = value
}

/** True when an element has these parts; texts in any case, and Entra ID writes "True". */
function isLike(one: ScimParts, equals: ScimParts): boolean {
  return Object.entries(equals).every(
    ([name, value]) => String(one[name]).toLowerCase() === String(value).toLowerCase(),
  )
}

const pathForm = /^(?<name>[A-Za-z$][\w$-]*)(?:\[(?<filter>.+)\])?(?:\.(?<part>[A-Za-z$][\w$-]*))?$/s

/** Null: an attribute that is not kept. */
function readPath(path: string, attributes: readonly Attribute[]): Target | null {
  const own = [userSchema, groupSchema].find((schema) => path.toLowerCase().startsWith(`${schema.toLowerCase()}:`))
  const bare = own ? path.slice(own.length + 1) : path
  if (/^urn:/i.test(bare)) return null
  const { name = '', filter, part: partName } = pathForm.exec(bare)?.groups ?? {}
  if (name === '') throw badRequest('invalidPath', 'The path cannot be read')
  if (readOnly.has(name.toLowerCase())) throw badRequest('mutability', `${name} cannot be written`)
  const attribute = attributeNamed(attributes, name)
  if (!attribute) return null
  const part = partName === undefined ? undefined : attributeNamed(attribute.subAttributes ?? [], partName)
  if (partName !== undefined && !part) return null
  if (filter !== undefined && !attribute.multiValued)
    throw badRequest('invalidPath', `${attribute.name} has one value and no filter`)
  return { attribute, equals: filter === undefined ? null : equalities(attribute, filter), part: part ?? null }
}

function equalities(attribute: Attribute, text: string): ScimParts {
  const parts: ScimParts = {}
  const collect = (filter: Filter): void => {
    if (filter.op === 'and') {
      for (const one of (filter as { filters: Filter[] }).filters) collect(one)
      return
    }
    const { op, attrPath, compValue } = filter as { op: string; attrPath?: string; compValue?: unknown }
    const part = attributeNamed(attribute.subAttributes ?? [], attrPath ?? '')
    const value = part && readSimple(part, compValue)
    if (op !== 'eq' || !part || value === undefined)
      throw badRequest('invalidFilter', 'A filter inside of a path compares parts by eq')
    parts[part.name] = value
  }
  collect(readFilter(text))
  return parts
}

const mostFilter = 1000

/** Throws `invalidFilter` for what is no filter. */
export function readFilter(text: string): Filter {
  if (text.length > mostFilter) throw badRequest('invalidFilter', 'The filter is too long')
  try {
    return parse(text)
  } catch {
    throw badRequest('invalidFilter', 'The filter cannot be read')
  }
}
