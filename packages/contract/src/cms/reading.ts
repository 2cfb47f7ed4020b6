import { type BlockKindName, blockKinds, isBlockKind, pageFields } from './block-kinds.ts'
import { type Block, type KeptBlock, type PageProperties, pageLimits } from './blocks.ts'
import type { FaultKind, PageFault } from './faults.ts'
import type { CmsImage, FieldRule, Fields } from './fields.ts'

/**
 * Stored blocks with all their fields: text is cut, a number that is none becomes the default, what is
 * not known is left out. Each thing that was not as it should be is a fault. Nothing throws: a broken block never
 * breaks its page.
 */
export function readBlocks(kept: readonly unknown[]): { blocks: Block[]; faults: PageFault[] } {
  const faults: PageFault[] = []
  const seen = new Set<string>()
  let count = 0

  function read(given: unknown, depth: number): Block | null {
    const { id, kind, fields, children } = (isRecord(given) ? given : {}) as Partial<KeptBlock>
    const blockId = typeof id === 'string' && !seen.has(id) ? id : `block-${count}`
    seen.add(blockId)
    count++
    if (typeof kind !== 'string' || !isBlockKind(kind)) {
      faults.push({ kind: 'unknown_block', blockId, field: '', value: String(kind ?? '') })
      return null
    }
    if (count > pageLimits.blocks) {
      if (count === pageLimits.blocks + 1)
        faults.push({ kind: 'too_many', blockId, field: '', value: String(pageLimits.blocks) })
      return null
    }
    const note = (fault: FaultKind, field: string, value = '') => faults.push({ kind: fault, blockId, field, value })
    const values = readFields(blockKinds[kind].fields, fields, note)
    const inside = Array.isArray(children) && mayHoldBlocks(kind) ? children : []
    if (inside.length > 0 && depth >= pageLimits.depth) {
      note('too_deep', '', String(pageLimits.depth))
      return { id: blockId, kind, fields: values, children: [] } as unknown as Block
    }
    return {
      id: blockId,
      kind,
      fields: values,
      children: inside.map((child) => read(child, depth + 1)).filter((child) => child !== null),
    } as unknown as Block
  }

  const blocks = kept.map((block) => read(block, 1)).filter((block) => block !== null)
  return { blocks, faults }
}

export function readProperties(given: unknown): { properties: PageProperties; faults: PageFault[] } {
  const faults: PageFault[] = []
  const properties = readFields(pageFields, given, (kind, field, value = '') =>
    faults.push({ kind, blockId: '', field, value }),
  )
  return { properties: properties as PageProperties, faults }
}

export function mayHoldBlocks(kind: BlockKindName): boolean {
  return 'children' in blockKinds[kind]
}

/** A block as the builder puts it on a page: everything at its default, lists as long as they must be. */
export function newBlock(kind: BlockKindName, id: string): Block {
  return { id, kind, fields: newFields(blockKinds[kind].fields), children: [] } as unknown as Block
}

/** The fields of a block or of an entry that is added to a list. */
export function newFields(rules: Fields): Record<string, unknown> {
  const least = Object.entries(rules).map(([name, rule]) => [
    name,
    rule.is === 'list' ? Array.from({ length: rule.least ?? 0 }, () => newFields(rule.of)) : undefined,
  ])
  return readFields(rules, Object.fromEntries(least), ignore)
}

type Note = (kind: FaultKind, field: string, value?: string) => void
const ignore: Note = () => {}

function readFields(rules: Fields, given: unknown, note: Note, path = ''): Record<string, unknown> {
  const values = isRecord(given) ? given : {}
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, readField(rule, values[name], note, `${path}${name}`)]),
  )
}

function readField(rule: FieldRule, given: unknown, note: Note, path: string): unknown {
  let isRefused = false
  const value = readValue(
    rule,
    given,
    (...fault) => {
      isRefused = true
      note(...fault)
    },
    path,
  )
  // what is not taken as it is was filled in all the same
  if (rule.required && !isRefused && isEmpty(value)) note('required', path)
  return value
}

function readValue(rule: FieldRule, given: unknown, note: Note, path: string): unknown {
  switch (rule.is) {
    case 'text':
      return shortened(given, rule.longest, note, path)
    case 'rich':
      return isRecord(given) && given.type === 'doc' ? given : shortened(given, rule.longest, note, path)
    case 'choice': {
      const word = textOf(given)
      if (word === '') return rule.default
      if (rule.choices.includes(word)) return word
      note('bad_choice', path, word)
      return rule.default
    }
    case 'integer': {
      const figure = integerOf(given)
      if (figure === undefined) return rule.default
      if (Number.isNaN(figure)) {
        note('not_a_number', path, textOf(given))
        return rule.default
      }
      if (figure < rule.min || figure > rule.max) note('out_of_range', path, `${rule.min}–${rule.max}`)
      return Math.min(rule.max, Math.max(rule.min, figure))
    }
    case 'switch':
      return given === undefined || given === '' ? rule.default : given === true || given === 'true'
    case 'colour':
      return checked(given, /^#[\da-f]{6}$/i, 'bad_colour', note, path)
    case 'link': {
      const href = textOf(given).trim()
      if (href === '' || isSafeLink(href)) return href
      note('bad_link', path, href)
      return ''
    }
    case 'address':
      return checked(given, /^https:\/\/[^\s"'<>]{1,2000}$/, 'bad_address', note, path)
    case 'image':
      return imageOf(given, note, path)
    case 'time': {
      const moment = textOf(given)
      if (moment === '') return ''
      const at = Date.parse(moment)
      if (!Number.isNaN(at)) return new Date(at).toISOString()
      note('bad_time', path, moment)
      return ''
    }
    case 'ratio': {
      const shares = textOf(given)
      if (shares === '') return rule.default
      if (/^([1-9]|1[0-2])(:([1-9]|1[0-2])){0,5}$/.test(shares)) return shares
      note('bad_ratio', path, shares)
      return rule.default
    }
    case 'ids': {
      const list = [...new Set(Array.isArray(given) ? given.filter((id) => typeof id === 'string') : [])]
      if (list.length > rule.most) note('too_many', path, String(rule.most))
      return list.slice(0, rule.most)
    }
    case 'group':
      return readFields(rule.fields, given, note, `${path}.`)
    case 'list': {
      const list = Array.isArray(given) ? given : []
      if (list.length > rule.most) note('too_many', path, String(rule.most))
      if (list.length < (rule.least ?? 0)) note('too_few', path, String(rule.least))
      return list.slice(0, rule.most).map((entry, at) => readFields(rule.of, entry, note, `${path}.${at}.`))
    }
  }
}

/** Columns and the like are parsed as integers, as they come over the wire as text: `undefined` when there is none. */
export function integerOf(given: unknown): number | undefined {
  if (given === undefined || given === null || given === '') return undefined
  return typeof given === 'number' ? Math.trunc(given) : Number.parseInt(textOf(given), 10)
}

/** Nothing that could run: no `javascript:` and no `data:`. */
export function isSafeLink(href: string): boolean {
  if (href.length > 2000 || /[\s<>"]/.test(href) || href.startsWith('//') || href.includes('\\')) return false
  return /^(\/|#|\?|https?:\/\/|mailto:)/i.test(href)
}

function imageOf(given: unknown, note: Note, path: string): CmsImage {
  const { value, alt, width, height } = isRecord(given) ? given : {}
  const href = textOf(value).trim()
  const isSafe = href === '' || (isSafeLink(href) && /^(\/|https:\/\/)/i.test(href))
  if (!isSafe) note('bad_link', `${path}.value`, href)
  return {
    value: isSafe ? href : '',
    alt: textOf(alt).slice(0, 500),
    width: Math.max(0, integerOf(width) || 0),
    height: Math.max(0, integerOf(height) || 0),
  }
}

function shortened(given: unknown, longest: number, note: Note, path: string): string {
  const words = textOf(given)
  if (words.length <= longest) return words
  note('too_long', path, String(longest))
  return words.slice(0, longest)
}

function checked(given: unknown, pattern: RegExp, fault: FaultKind, note: Note, path: string): string {
  const words = textOf(given).trim()
  if (words === '' || pattern.test(words)) return words
  note(fault, path, words)
  return ''
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (isRecord(value)) return 'value' in value && 'alt' in value && value.value === ''
  return typeof value === 'string' && value.trim() === ''
}

function textOf(given: unknown): string {
  return typeof given === 'string'
    ? given
    : typeof given === 'number' || typeof given === 'boolean'
      ? String(given)
      : ''
}

function isRecord(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}
