import type { Block } from '@lantern/contract/cms/blocks.ts'
import { memo, type ReactNode, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { PressesAgain } from '#kit/press-again.tsx'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { BlockBoundary } from './block-boundary.tsx'
import { loadedBlock } from './block-loading.ts'
import { headingLevels } from './heading-levels.ts'
import styles from './page-blocks.module.css'
import { type BlockComponents, type PageContext, PageStore, PageStoreContext, usePageStart } from './page-context.ts'
import type { CmsSlots, PageData } from './slots.ts'

type PageBlocksProps = {
  blocks: readonly Block[]
  data?: PageData
  slots?: CmsSlots
  /** The page's h1 for screen readers, where no block is one. Left out where the page has its own h1. */
  title?: string
  /** `column`: inside of a page that has its margins already; nothing reaches to the edges of the window then. */
  place?: 'page' | 'column'
  /** All components at once, for the builder's preview; a page fetches them when they are needed. */
  components?: BlockComponents
  editing?: boolean
}

/** The blocks of a page in their order. One that is broken or unknown takes nothing of the rest with it. */
export function PageBlocks({
  blocks,
  data = noData,
  slots = noSlots,
  title,
  place = 'page',
  components,
  editing = false,
}: PageBlocksProps) {
  const hasTitle = title !== undefined
  const { levels, hasLead } = useMemo(() => headingLevels(blocks, hasTitle), [blocks, hasTitle])
  const page = useMemo<PageContext>(
    () => ({
      data,
      slots,
      // each component is that of its kind, which the compiler cannot follow through the key
      componentOf: components ? (kind) => components[kind] as ReturnType<typeof loadedBlock> : loadedBlock,
      headings: levels,
      firstPictureId: findFirstPicture(blocks),
      editing,
    }),
    [blocks, data, slots, components, levels, editing],
  )
  const store = useStore(page, blocks)
  return (
    <PageStoreContext value={store}>
      {hasTitle && !hasLead && <h1 className="sr">{title}</h1>}
      <div className={classNames(styles.blocks, styles[place])}>
        {blocks.map((block) => (
          <ShownBlock
            key={block.id}
            block={block}
            className={place === 'page' && !isWide(block) ? styles.margins : undefined}
          />
        ))}
      </div>
    </PageStoreContext>
  )
}

/** One store as long as the page shows the same blocks; what changes around them is told to those that use it. */
function useStore(page: PageContext, blocks: readonly Block[]): PageStore {
  const kept = useRef<{ store: PageStore; blocks: readonly Block[] }>(null)
  if (kept.current?.blocks !== blocks) kept.current = { store: new PageStore(page), blocks }
  const { store } = kept.current
  useLayoutEffect(() => store.set(page), [store, page])
  return store
}

/** Blocks inside of another one, below each other. */
export function InnerBlocks({ blocks, className }: { blocks: readonly Block[]; className?: string }) {
  return (
    <div className={classNames(styles.blocks, styles.inner, className)}>
      {blocks.map((block) => (
        <ShownBlock key={block.id} block={block} />
      ))}
    </div>
  )
}

type ShownBlockProps = { block: Block; className?: string }

/** Drawn again for another block only: until its script is there, what the server wrote must stay. */
export const ShownBlock = memo(function ShownBlock({ block, className }: ShownBlockProps) {
  const { componentOf, editing } = usePageStart()
  // the same as long as the block is there: another one would be drawn anew
  const [Shown] = useState(() => componentOf(block.kind))
  return (
    <div
      className={classNames(styles.block, isWords(block) && styles.words, className)}
      data-block={editing ? block.id : undefined}
    >
      <BlockBoundary instead={<Broken />}>
        <Suspense>
          <Shown block={block} />
          <PressesAgain />
        </Suspense>
      </BlockBoundary>
    </div>
  )
})

function Broken() {
  const t = useMessages()
  return <ToEditor>{t('cms.block_broken')}</ToEditor>
}

/** A word in the place of a block that shows nothing, for its editor alone. */
export function ToEditor({ children }: { children: ReactNode }) {
  const { editing } = usePageStart()
  return editing ? <Notice tone="warn">{children}</Notice> : null
}

const noData: PageData = {}
const noSlots: CmsSlots = {}

/** What comes after words of the page belongs to them, and stands closer. */
function isWords({ kind }: Block): boolean {
  return kind === 'heading' || kind === 'description'
}

function isWide(block: Block): boolean {
  return block.kind === 'container' && block.fields.width === 'full'
}

/** Large pictures at the top are what a page is waited for; anything further down can come later. */
function findFirstPicture(blocks: readonly Block[]): string | null {
  const first = blocks.find(({ kind }) => !menus.includes(kind))
  if (!first) return null
  if (first.kind === 'container' || first.kind === 'alignment') return findFirstPicture(first.children)
  return pictured.includes(first.kind) ? first.id : null
}

const menus: readonly Block['kind'][] = ['nav-bar', 'mobile-menu', 'navs', 'cookie-bar']
const pictured: readonly Block['kind'][] = ['hero', 'banner', 'jumbotron', 'deals']
