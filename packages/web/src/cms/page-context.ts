import type { BlockKindName } from '@lantern/contract/cms/block-kinds.ts'
import type { Block, BlockOf } from '@lantern/contract/cms/blocks.ts'
import { type ComponentType, createContext, use, useSyncExternalStore } from 'react'
import type { HeadingLevel } from './heading-levels.ts'
import type { CmsSlots, PageData } from './slots.ts'

/** What every component of a block is given. */
export interface BlockProps<K extends BlockKindName = BlockKindName> {
  block: BlockOf<K>
}

/** One component for each kind. */
export type BlockComponents = { [K in BlockKindName]: ComponentType<BlockProps<K>> }

/** What all blocks of a page share. */
export interface PageContext {
  data: PageData
  slots: CmsSlots
  componentOf(kind: BlockKindName): ComponentType<{ block: Block }>
  headings: ReadonlyMap<string, HeadingLevel>
  /** The id of the first block that shows a large picture: it is fetched first. */
  firstPictureId: string | null
  /** In the builder's preview: a block that shows nothing says why. */
  editing: boolean
}

/**
 * Holds what the blocks share while they are on the page, and tells those that use it of a change. A change of a React
 * context would throw away the server's markup of every block whose script is not there yet (block-loading.ts).
 */
export class PageStore {
  readonly #first: PageContext
  readonly #listeners = new Set<() => void>()
  #now: PageContext

  constructor(page: PageContext) {
    this.#first = page
    this.#now = page
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly now = (): PageContext => this.#now
  /** What the server rendered with. */
  readonly first = (): PageContext => this.#first

  set(page: PageContext): void {
    if (page === this.#now) return
    this.#now = page
    for (const listener of this.#listeners) listener()
  }
}

export const PageStoreContext = createContext<PageStore | null>(null)

export function usePageContext(): PageContext {
  const store = usePageStore()
  return useSyncExternalStore(store.subscribe, store.now, store.first)
}

/** For what surrounds a block: with what the page was begun, which stays as long as its blocks do. */
export function usePageStart(): Pick<PageContext, 'componentOf' | 'editing'> {
  return usePageStore().first()
}

function usePageStore(): PageStore {
  const store = use(PageStoreContext)
  if (!store) throw new Error('There is no PageBlocks above')
  return store
}

/** The level of the block's own title; what it holds is titled one level deeper. */
export function useHeadingLevel(blockId: string): HeadingLevel {
  return usePageContext().headings.get(blockId) ?? 2
}

/** Whether the large picture of this block is what the page is waited for. */
export function useIsFirstPicture(blockId: string): boolean {
  return usePageContext().firstPictureId === blockId
}

export function deeper(level: HeadingLevel): HeadingLevel {
  return Math.min(6, level + 1) as HeadingLevel
}
