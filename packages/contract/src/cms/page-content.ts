import { keepableText } from '../keepable-text.ts'
import { pageFields } from './block-kinds.ts'
import {
  type Block,
  type CmsPackage,
  type KeptBlock,
  type PackageSorting,
  type PageContent,
  type PageProperties,
  packageSortings,
  pageLimits,
} from './blocks.ts'
import type { PageFault } from './faults.ts'
import { isSafeLink, newFields, readBlocks, readProperties } from './reading.ts'

/** A page in one language with every field there and of its type. */
export interface ReadPage extends Omit<PageContent, 'blocks'> {
  blocks: Block[]
}

export function emptyContent(title = ''): PageContent {
  const properties = { ...(newFields(pageFields) as PageProperties), title }
  return { properties, blocks: [], packages: [], filters: [], sortings: [] }
}

/** Reads a stored page, as leniently as its blocks. Each deviation is a fault. */
export function readContent(kept: PageContent): { page: ReadPage; faults: PageFault[] } {
  const { properties, faults: ofProperties } = readProperties(kept.properties)
  const { blocks, faults: ofBlocks } = readBlocks(kept.blocks)
  const faults = [...ofProperties, ...ofBlocks]
  const note = (kind: PageFault['kind'], field: string, value = '') => faults.push({ kind, blockId: '', field, value })
  if (kept.packages.length > pageLimits.packages) note('too_many', 'packages', String(pageLimits.packages))
  const packages = kept.packages.slice(0, pageLimits.packages).map((given, at) => {
    for (const name of ['mainImage', 'iconImage', 'url'] as const) {
      const href = textOf(given[name]).trim()
      if (!isSafeLink(href) && href !== '') note('bad_link', `packages.${at}.${name}`, href)
    }
    if (textOf(given.name).trim() === '') note('required', `packages.${at}.name`)
    return packageOf(given)
  })
  for (const name of ['filters', 'sortings'] as const) {
    for (const [at, { key }] of kept[name].entries()) {
      if (textOf(key).trim() === '') note('required', `${name}.${at}.key`)
    }
  }
  const known = new Set(packages.map(({ id }) => id))
  const filters = kept.filters.map(({ key, packages: ids }) => ({
    key: textOf(key).slice(0, 135),
    packages: (Array.isArray(ids) ? ids : []).filter((id) => known.has(id)),
  }))
  const sortings = kept.sortings.flatMap(({ key, sorting }) => {
    const found: PackageSorting | undefined = packageSortings.find((one) => one === sorting)
    return found ? [{ key: textOf(key).slice(0, 135), sorting: found }] : []
  })
  return {
    page: { properties, blocks, packages, filters, sortings },
    faults,
  }
}

/** Why something cannot be kept as a page. The field is a path into the content, as in `blocks.3.children.0`. */
export interface UnkeepableContent {
  field: string
  problem: 'shape' | 'too_many_blocks' | 'too_deep'
  limit: number
}

/**
 * An editor's input as a page that can be kept: finished or not, with blocks of any kind. Only what is no page
 * at all, or more than a page may hold, is not taken.
 */
export function keepableContent(given: unknown): PageContent | UnkeepableContent {
  const faults: UnkeepableContent[] = []
  let count = 0
  const content = recordOf(given)

  function list<T>(name: string, entryOf: (value: Record<string, unknown>, path: string) => T): T[] {
    const value = content?.[name] ?? []
    if (!Array.isArray(value)) faults.push({ field: name, problem: 'shape', limit: 0 })
    return entries(Array.isArray(value) ? value : [], name, entryOf)
  }

  function entries<T>(values: unknown[], path: string, entryOf: (value: Record<string, unknown>, path: string) => T) {
    return values.flatMap((value, at) => {
      if (faults.length > 0) return []
      const record = recordOf(value)
      if (record) return [entryOf(record, `${path}.${at}`)]
      faults.push({ field: `${path}.${at}`, problem: 'shape', limit: 0 })
      return []
    })
  }

  function blockOf(block: Record<string, unknown>, path: string, depth: number): KeptBlock {
    const { id, kind, fields = {}, children = [] } = block
    if (++count > pageLimits.blocks) faults.push({ field: path, problem: 'too_many_blocks', limit: pageLimits.blocks })
    else if (depth > pageLimits.depth) faults.push({ field: path, problem: 'too_deep', limit: pageLimits.depth })
    else if (!isName(id) || !isName(kind)) {
      faults.push({ field: `${path}.${isName(id) ? 'kind' : 'id'}`, problem: 'shape', limit: 0 })
    } else if (!recordOf(fields) || !Array.isArray(children)) {
      faults.push({ field: `${path}.${recordOf(fields) ? 'children' : 'fields'}`, problem: 'shape', limit: 0 })
    } else {
      return {
        id,
        kind,
        fields: cleaned(fields, `${path}.fields`, faults, 1) as Record<string, unknown>,
        children: entries(children, `${path}.children`, (child, inner) => blockOf(child, inner, depth + 1)),
      }
    }
    return { id: '', kind: '', fields: {} }
  }

  const properties = recordOf(content?.properties ?? {})
  if (!content || !properties) return { field: content ? 'properties' : '', problem: 'shape', limit: 0 }
  const plain = (value: Record<string, unknown>, path: string) => cleaned(value, path, faults, 1)
  // stored content is parsed before use: until then these types state the intent only
  const kept = {
    properties: cleaned(properties, 'properties', faults, 1),
    blocks: list('blocks', (block, path) => blockOf(block, path, 1)),
    packages: list('packages', plain),
    filters: list('filters', plain),
    sortings: list('sortings', plain),
  } as PageContent
  return faults[0] ?? kept
}

/** The path of the longest text: what makes a page that is too large too large. */
export function longestField(content: PageContent): string {
  let longest = { length: 0, path: '' }
  function look(value: unknown, path: string): void {
    if (typeof value === 'string' && value.length > longest.length) longest = { length: value.length, path }
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) look(inner, path ? `${path}.${name}` : name)
    }
  }
  look(content, '')
  return longest.path
}

/** Documents of rich text are the deepest of what fields hold. */
const deepestField = 100

/** No character that a database or a browser would stumble over, and nothing so deep that reading it would fail. */
function cleaned(value: unknown, path: string, faults: UnkeepableContent[], depth: number): unknown {
  if (typeof value === 'string') return keepableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepestField) {
    if (faults.length === 0) faults.push({ field: path, problem: 'too_deep', limit: deepestField })
    return null
  }
  if (Array.isArray(value)) return value.map((entry, at) => cleaned(entry, `${path}.${at}`, faults, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      keepableText(name),
      cleaned(entry, `${path}.${name}`, faults, depth + 1),
    ]),
  )
}

function packageOf(given: CmsPackage): CmsPackage {
  const { rating, price } = given
  return {
    id: textOf(given.id).slice(0, 135),
    name: textOf(given.name).slice(0, 135),
    rating: {
      average: Math.min(10, Math.max(0, Number(rating?.average) || 0)),
      count: wholeNumber(rating?.count),
    },
    publisherName: textOf(given.publisherName).slice(0, 135),
    publisherId: textOf(given.publisherId).slice(0, 135),
    category: textOf(given.category).slice(0, 135),
    mainImage: safe(given.mainImage),
    iconImage: safe(given.iconImage),
    price: { price: wholeNumber(price?.price), originPrice: wholeNumber(price?.originPrice) },
    plusProSale: given.plusProSale === true,
    onSale: given.onSale === true,
    elevated: given.elevated === true,
    url: safe(given.url),
    isNew: given.isNew === true,
    partner: given.partner === true,
  }
}

function safe(given: unknown): string {
  const href = textOf(given).trim()
  return isSafeLink(href) ? href : ''
}

/** Prices and counts cross the wire as whole numbers of 32 bits. */
function wholeNumber(given: unknown): number {
  return Math.min(2_147_483_647, Math.max(0, Math.trunc(Number(given) || 0)))
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : ''
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 100
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}
