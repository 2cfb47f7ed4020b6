import type { getTutorialMap } from '@lantern/contract/catalog/lists.ts'
import type { BlockOf, CmsPackage, PackageSorting } from '@lantern/contract/cms/blocks.ts'
import type { getBundleMap } from '@lantern/contract/commerce/bundles.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { ReactNode } from 'react'
import type { HeadingLevel } from './heading-levels.ts'

/** What `tutorialMap` answers for the ids of one block. */
export type TutorialMap = ResponseOf<typeof getTutorialMap>

/** What `bundleMap` answers for the ids of one block. */
export type BundleMap = ResponseOf<typeof getBundleMap>

/** In which steps the cards of a block are asked for. */
export const promoPage = { first: 1, size: 20, nextSize: 10, moreAbove: 4 } as const

/** What a page loads besides its blocks; an entry is null where that failed. Keys are ids of blocks. */
export interface BlockData {
  tutorials: Record<string, TutorialMap | null>
  bundles: Record<string, BundleMap | null>
}

/** Products that the page offers, with the choices and orders of them that its editor named. */
export interface PagePackages {
  packages: CmsPackage[]
  filters: { key: string; packages: string[] }[]
  sortings: { key: string; sorting: PackageSorting }[]
}

/** What `PageBlocks` is given besides the blocks. Everything may be missing: then what depends on it shows less. */
export interface PageData extends Partial<BlockData>, Partial<PagePackages> {}

/**
 * What blocks need of other domains; the page fills it in. All of it is optional, so that the builder's preview stands
 * without: a block whose slot is missing shows a plain placeholder there, and nothing to visitors.
 */
export interface CmsSlots {
  /** The cards of these tutorials, in this order, in a grid, their titles at this level. Ids without data are left out by then. */
  tutorialCards?(map: TutorialMap, ids: readonly string[], level: HeadingLevel): ReactNode
  bundleCards?(map: BundleMap, ids: readonly string[], level: HeadingLevel): ReactNode
  /** The list of the catalogue that this block shows, the titles of its cards at this level. */
  catalogList?(block: BlockOf<'catalog-list'>, level: HeadingLevel): ReactNode
  filterBar?(bar: BlockOf<'filter-bar'>['fields']['bar']): ReactNode
  /** The titles of its legs are at this level. */
  learningPath?(level: HeadingLevel): ReactNode
  searchBox?(): ReactNode
  /** Draws the link to the visitor's cart. */
  cart?(draw: (cart: Cart) => ReactNode): ReactNode
  /** Keeps the visitor's answer and loads the page anew. `asked` is false once there is an answer. */
  cookies?: { asked: boolean; accept(): void; reject(): void }
}

/** Where the cart is, and how many things lie in it; null while that is not known. */
export interface Cart {
  href: string
  count: number | null
}
