import { keepableText } from '@lantern/contract/keepable-text.ts'
import {
  type AttributeValue,
  contentTerms,
  fitsAttribute,
  markRule,
  nodeRule,
  type RichDoc,
  type RichMark,
  type RichNode,
  richLimits,
  richMarks,
} from '@lantern/contract/media/rich-schema.ts'
import { sanitizeHtml } from '../html.ts'

export type RichTextFault = {
  /** Where, as in `content.3.content.0`. */
  path: string
  reason:
    | 'not_a_document'
    | 'unknown_node'
    | 'unknown_mark'
    | 'unknown_field'
    | 'bad_attribute'
    | 'bad_content'
    | 'too_deep'
    | 'too_many_nodes'
    | 'too_long'
}

export type CheckedDocument = { kind: 'sound'; document: RichDoc } | { kind: 'refused'; fault: RichTextFault }

/** A document from outside: sound, with every attribute it may have and its kept markup cleaned, or refused and why. */
export function checkDocument(value: unknown): CheckedDocument {
  try {
    const fields = fieldsOf(value, 'not_a_document', '')
    if (fields.type !== 'doc' || !Array.isArray(fields.content)) throw new Fault('not_a_document', '')
    onlyFields(fields, ['type', 'content'], '')
    const count: Count = { nodes: 0, text: 0 }
    const content = checkNodes(fields.content, 'content', 1, count)
    if (content.length > 0) fitsContent('block+', content, 'content')
    return { kind: 'sound', document: { type: 'doc', content } }
  } catch (error) {
    if (error instanceof Fault) return { kind: 'refused', fault: { path: error.path, reason: error.reason } }
    throw error
  }
}

class Fault extends Error {
  readonly reason: RichTextFault['reason']
  readonly path: string

  constructor(reason: RichTextFault['reason'], path: string) {
    super(`${reason} at ${path}`)
    this.reason = reason
    this.path = path
  }
}

interface Count {
  nodes: number
  text: number
}

function checkNodes(values: readonly unknown[], path: string, depth: number, count: Count): RichNode[] {
  if (depth > richLimits.depth) throw new Fault('too_deep', path)
  return values.map((value, index) => checkNode(value, `${path}.${index}`, depth, count))
}

function checkNode(value: unknown, path: string, depth: number, count: Count): RichNode {
  const fields = fieldsOf(value, 'bad_content', path)
  if (++count.nodes > richLimits.nodes) throw new Fault('too_many_nodes', path)
  const type = fields.type
  const rule = typeof type === 'string' && type !== 'doc' ? nodeRule(type) : null
  if (typeof type !== 'string' || !rule) throw new Fault('unknown_node', path)
  onlyFields(fields, ['type', 'attrs', 'content', 'marks', 'text'], path)
  const marks = checkMarks(fields.marks, path)
  if (marks.length > 0 && rule.group !== 'inline') throw new Fault('unknown_mark', path)
  if (type === 'text') return { ...checkText(fields, path, count), ...(marks.length > 0 && { marks }) }
  if (fields.text !== undefined) throw new Fault('unknown_field', `${path}.text`)
  const attrs = checkAttributes(rule.attributes ?? {}, fields.attrs, path, count)
  const given = fields.content ?? []
  if (!Array.isArray(given)) throw new Fault('bad_content', path)
  const content = checkNodes(given, `${path}.content`, depth + 1, count)
  fitsContent(rule.content, content, path)
  if (rule.marks === '' && content.some((child) => child.marks)) throw new Fault('unknown_mark', path)
  return {
    type,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(content.length > 0 && { content }),
    ...(marks.length > 0 && { marks }),
  }
}

function checkText(fields: Record<string, unknown>, path: string, count: Count): RichNode {
  const { text } = fields
  if (typeof text !== 'string' || text === '' || fields.content !== undefined || fields.attrs !== undefined) {
    throw new Fault('bad_content', path)
  }
  addText(text, path, count)
  return { type: 'text', text: keepableText(text) || ' ' }
}

function addText(text: string, path: string, count: Count): void {
  count.text += text.length
  if (count.text > richLimits.text) throw new Fault('too_long', path)
}

function checkMarks(value: unknown, path: string): RichMark[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > Object.keys(richMarks).length) throw new Fault('unknown_mark', path)
  const marks = value.map((mark): RichMark => {
    const fields = fieldsOf(mark, 'unknown_mark', path)
    onlyFields(fields, ['type', 'attrs'], path)
    const rule = typeof fields.type === 'string' ? markRule(fields.type) : null
    if (typeof fields.type !== 'string' || !rule) throw new Fault('unknown_mark', path)
    const attrs = checkAttributes(rule.attributes ?? {}, fields.attrs, path, { nodes: 0, text: 0 })
    return Object.keys(attrs).length > 0 ? { type: fields.type, attrs } : { type: fields.type }
  })
  if (new Set(marks.map(({ type }) => type)).size < marks.length) throw new Fault('unknown_mark', path)
  const order = Object.keys(richMarks)
  return marks.sort((one, other) => order.indexOf(one.type) - order.indexOf(other.type))
}

function checkAttributes(
  rules: NonNullable<ReturnType<typeof nodeRule>>['attributes'] & object,
  value: unknown,
  path: string,
  count: Count,
): Record<string, AttributeValue> {
  const given = value === undefined ? {} : fieldsOf(value, 'bad_attribute', path)
  onlyFields(given, Object.keys(rules), `${path}.attrs`)
  const attrs: Record<string, AttributeValue> = {}
  for (const [name, rule] of Object.entries(rules)) {
    const said = given[name] === undefined ? rule.default : given[name]
    if (!fitsAttribute(rule, said)) throw new Fault('bad_attribute', `${path}.attrs.${name}`)
    if (typeof said === 'string') addText(said, path, count)
    attrs[name] = rule.kind === 'markup' ? cleanMarkup(String(said), `${path}.attrs.${name}`) : wellFormed(said)
  }
  return attrs
}

function wellFormed(value: AttributeValue): AttributeValue {
  return typeof value === 'string' ? keepableText(value) : value
}

function cleanMarkup(markup: string, path: string): string {
  if (isTangled(markup)) throw new Fault('too_deep', path)
  return sanitizeHtml(wellFormed(markup) as string)
}

const deepestMarkup = 200
/** An HTML parser reopens unclosed formatting elements in every block that follows. */
const mostReopened = 3_000_000
/** Ended by what comes next, or by nothing. */
const endsItself = /^<\/?(?:br|hr|img|source|wbr|input|col|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option)\b/i

/** Markup nested so deeply that parsing becomes an attack. */
export function isTangled(markup: string): boolean {
  let tags = 0
  let open = 0
  let deepest = 0
  for (const [tag] of markup.matchAll(/<\/?[a-z][^>]{0,200}/gi)) {
    tags++
    if (endsItself.test(tag)) continue
    open = tag.startsWith('</') ? Math.max(0, open - 1) : open + 1
    deepest = Math.max(deepest, open)
  }
  return deepest > deepestMarkup || deepest * tags > mostReopened
}

/** Children in the order that the expression asks for; all of them have to be used up. */
function fitsContent(expression: string, children: readonly RichNode[], path: string): void {
  let at = 0
  for (const { names, atLeast, atMost } of contentTerms(expression)) {
    let taken = 0
    while (at < children.length && taken < atMost && isOneOf(children[at]?.type ?? '', names)) {
      at++
      taken++
    }
    if (taken < atLeast) throw new Fault('bad_content', path)
  }
  if (at < children.length) throw new Fault('bad_content', path)
}

function isOneOf(type: string, names: readonly string[]): boolean {
  return names.includes(type) || names.includes(nodeRule(type)?.group ?? type)
}

function fieldsOf(value: unknown, reason: RichTextFault['reason'], path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Fault(reason, path)
  return value as Record<string, unknown>
}

function onlyFields(fields: Record<string, unknown>, known: readonly string[], path: string): void {
  const other = Object.keys(fields).find((field) => !known.includes(field))
  if (other !== undefined) throw new Fault('unknown_field', `${path}.${other.slice(0, 40)}`)
}
