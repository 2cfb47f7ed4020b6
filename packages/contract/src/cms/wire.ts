import type { BlockKindName } from './block-kinds.ts'
import type { CmsPackage, KeptBlock, PackageSorting } from './blocks.ts'

// Content as GraphQL carries it: every block is a content detail whose fields are texts under dotted keys.

export interface CmsProperty {
  key: string
  value: string
}

export interface CmsContentDetail {
  /** The id of the block. */
  fieldTitle: string
  /** Its kind. */
  moduleName: string
  /** How `value` and `listValue` are meant. */
  analysisType: 'module' | 'list' | 'text' | 'html'
  /** The block's own words, where it is made of them (`value`, or a description that is HTML). */
  value: string | null
  /** The entries of its `items`. */
  listValue: { properties: CmsProperty[] }[]
  /** Every other field, as in `background.value` or `actions.0.label`. Figures and switches are text too. */
  properties: CmsProperty[]
  contentDetails: CmsContentDetail[]
}

/** What `CmsContent` answers. */
export interface CmsContent {
  name: string
  slug: string
  status: 'draft' | 'published'
  /** The language it is written in: the one asked for, or the nearest that there is. */
  locale: string
  /** It was published with links to items or bundles, of which it has those that are there. */
  linksThings?: boolean | null
  extendedProperties: CmsProperty[]
  contentDetails: CmsContentDetail[]
  packages: CmsPackage[]
  filters: { key: string; packages: string[] }[]
  sortings: { key: string; sorting: PackageSorting }[]
}

/** Blocks lie at most this deep in one another, and a query names each level. */
export function contentQuery(depth: number): string {
  const detail = (left: number): string =>
    `fieldTitle moduleName analysisType value listValue { properties { key value } } properties { key value }${
      left > 1 ? ` contentDetails { ${detail(left - 1)} }` : ''
    }`
  return (
    'query CmsContent($slug: String!, $locale: String!, $namespace: String, $preview: Boolean) {' +
    ' CmsContent(slug: $slug, locale: $locale, namespace: $namespace, preview: $preview) {' +
    ' name slug status locale linksThings extendedProperties { key value }' +
    ` contentDetails { ${detail(depth)} }` +
    ' packages { id name rating { average count } publisherName publisherId category mainImage iconImage' +
    ' price { price originPrice } plusProSale onSale elevated url isNew partner }' +
    ' filters { key packages } sortings { key sorting } } }'
  )
}

export function detailsOf(blocks: readonly KeptBlock[]): CmsContentDetail[] {
  return blocks.map(({ id, kind, fields, children }) => {
    const { items, value, ...rest } = fields
    const hasItems = Array.isArray(items)
    const hasValue = typeof value === 'string'
    return {
      fieldTitle: id,
      moduleName: kind,
      analysisType: hasItems ? 'list' : hasValue ? (fields.type === 'rich' ? 'html' : 'text') : 'module',
      value: hasValue ? value : null,
      listValue: hasItems ? items.map((entry) => ({ properties: flat(entry) })) : [],
      properties: flat(hasValue || value === undefined ? rest : { ...rest, value }),
      contentDetails: detailsOf(children ?? []),
    }
  })
}

/** What `readBlocks` makes blocks of. Texts stay texts: it reads figures and switches out of them. */
export function blocksOf(details: readonly CmsContentDetail[]): KeptBlock[] {
  return details.map(({ fieldTitle, moduleName, analysisType, value, listValue, properties, contentDetails }) => ({
    id: fieldTitle,
    kind: moduleName as BlockKindName,
    fields: {
      ...(nested(properties) as Record<string, unknown>),
      ...(value !== null && { value }),
      ...(analysisType === 'list' && { items: listValue.map((entry) => nested(entry.properties)) }),
    },
    children: blocksOf(contentDetails ?? []),
  }))
}

export function propertiesOf(fields: object): CmsProperty[] {
  return flat(fields)
}

export function fieldsOf(properties: readonly CmsProperty[]): Record<string, unknown> {
  return nested(properties) as Record<string, unknown>
}

function flat(value: unknown, path = ''): CmsProperty[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => flat(inner, path ? `${path}.${name}` : name))
  }
  return value === undefined || value === null ? [] : [{ key: path, value: String(value) }]
}

/** Keys that are figures all of them make a list. */
function nested(properties: readonly CmsProperty[]): unknown {
  const root: Branch = new Map()
  for (const { key, value } of properties) {
    const names = key.split('.')
    const last = names.pop() ?? ''
    let branch = root
    for (const name of names) {
      const next = branch.get(name)
      if (next instanceof Map) branch = next
      else {
        const made: Branch = new Map()
        branch.set(name, made)
        branch = made
      }
    }
    branch.set(last, value)
  }
  return plain(root, true)
}

type Branch = Map<string, string | Branch>

function plain(branch: Branch, isRoot = false): unknown {
  const entries = [...branch].map(([name, value]) => [name, value instanceof Map ? plain(value) : value] as const)
  if (!isRoot && entries.length > 0 && entries.every(([name], at) => name === String(at)))
    return entries.map(([, value]) => value)
  return Object.fromEntries(entries)
}
