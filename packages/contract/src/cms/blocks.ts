import type { BlockKindName, blockKinds, pageFields } from './block-kinds.ts'
import type { ValuesOf } from './fields.ts'

/** The most that one page may hold. More is refused, with the field that is too much. */
export const pageLimits = {
  blocks: 500,
  /** Blocks inside of blocks. */
  depth: 8,
  /** Of a whole page in one language, as JSON. */
  bytes: 2_000_000,
  packages: 200,
} as const

export type BlockOf<K extends BlockKindName> = {
  [Kind in K]: {
    /** Unique on its page and kept over all its life: faults, anchors of the builder and comparisons name it. */
    id: string
    kind: Kind
    fields: ValuesOf<(typeof blockKinds)[Kind]['fields']>
    children: Block[]
  }
}[K]

/** A block whose fields are all there and of the right type: `readBlock` makes it of the stored value. */
export type Block = BlockOf<BlockKindName>

/** A block as it was kept: by an older version of the site, by hand, or not finished. */
export interface KeptBlock {
  id: string
  kind: string
  fields: Record<string, unknown>
  children?: KeptBlock[]
}

/** A product of the asset store that a page offers. */
export interface CmsPackage {
  id: string
  name: string
  rating: { average: number; count: number }
  publisherName: string
  publisherId: string
  category: string
  mainImage: string
  iconImage: string
  /** In fen. */
  price: { price: number; originPrice: number }
  plusProSale: boolean
  onSale: boolean
  elevated: boolean
  url: string
  isNew: boolean
  partner: boolean
}

export const packageSortings = ['none', 'recency', 'titleasc', 'titledes', 'priceasc', 'pricedes'] as const
export type PackageSorting = (typeof packageSortings)[number]

/** A page in one language, as it is drafted and published. */
export interface PageContent {
  properties: PageProperties
  blocks: KeptBlock[]
  packages: CmsPackage[]
  /** A named choice of the packages. */
  filters: { key: string; packages: string[] }[]
  sortings: { key: string; sorting: PackageSorting }[]
}
export type PageProperties = ValuesOf<typeof pageFields>

export const namespaces = ['learn', 'campus', 'classroom'] as const
export type Namespace = (typeof namespaces)[number]

/** Segments of the home page that every site begins with; every other slug is a page of its own. */
export const segmentSlugs = ['cn-home-top', 'cn-home-bottom'] as const
export type SegmentSlug = (typeof segmentSlugs)[number]

/** Word characters and hyphens. */
export const slugPattern = /^[\w-]{1,80}$/

/** Pages of the site itself whose addresses were given before there were pages of editors. */
const givenPaths = new Map([
  ['privacy', '/app/privacy'],
  ['terms', '/app/terms'],
  ['person-info-list', '/app/person-info-list'],
])

/** Where a page is read. A segment is read on the home page. */
export function pagePath(namespace: Namespace, slug: string): string {
  if (isSegment(slug)) return '/'
  return namespace === 'learn' ? (givenPaths.get(slug) ?? `/${slug}`) : `/${namespace}/${slug}`
}

/** Which page is read at a path: `/about`, `/campus/about`, `/app/privacy`; null for a path that no page can have. */
export function pageAddress(path: string): { namespace: Namespace; slug: string } | null {
  const given = [...givenPaths].find(([, address]) => address === path)
  if (given) return { namespace: 'learn', slug: given[0] }
  const [, first = '', second, ...rest] = path.split('/')
  const namespace = namespaces.find((name) => name === first && name !== 'learn')
  const isPlain = second === undefined
  const [within, slug] = isPlain ? (['learn', first] as const) : [namespace, second]
  if (rest.length > 0 || !within || !slugPattern.test(slug) || isSegment(slug)) return null
  // an own page has one address
  return pagePath(within, slug) === path ? { namespace: within, slug } : null
}

export function isSegment(slug: string): slug is SegmentSlug {
  return (segmentSlugs as readonly string[]).includes(slug)
}
