import type { BlockKindName } from '@lantern/contract/cms/block-kinds.ts'
import type { Block } from '@lantern/contract/cms/blocks.ts'
import { type ComponentType, createElement, Suspense } from 'react'
import { later, lazyPart } from '#kit/later.tsx'
import type { BlockComponents } from './page-context.ts'

type AnyBlock = ComponentType<{ block: Block }>

const coming = new Map<BlockKindName, AnyBlock>()
const ready = new Map<BlockKindName, AnyBlock>()
let loaded: BlockComponents | undefined

/** The script of all blocks: a page that the browser made, and not the server, has no markup to be read meanwhile. */
export async function loadBlocks(): Promise<BlockComponents> {
  loaded = (await import('./block-components.ts')).blockComponents
  return loaded
}

/**
 * Blocks stand complete in the markup of the server. The script of those that move or count by themselves comes with the
 * page, each in a file of its own; that of all others in one file with the first sign of a person. Once it is there no
 * block waits for it: what lies inside of another one would be empty for a moment when that is drawn anew.
 */
export function loadedBlock(kind: BlockKindName): AnyBlock {
  const made = loaded ? ready : coming
  const known = made.get(kind)
  if (known) return known
  const fresh = loaded ? readyBlock(loaded, kind) : comingBlock(kind)
  made.set(kind, fresh)
  return fresh
}

function comingBlock(kind: BlockKindName): AnyBlock {
  const load = movesByItself[kind]
  return load
    ? lazyPart(async () => ({ default: (await load()) as AnyBlock }))
    : later(async () => (await loadBlocks())[kind] as AnyBlock)
}

/** The server wrote a boundary around what comes later; it has to be there for the markup to be taken over. */
function readyBlock(components: BlockComponents, kind: BlockKindName): AnyBlock {
  const Component = components[kind] as AnyBlock
  return movesByItself[kind] ? Component : (props) => createElement(Suspense, null, createElement(Component, props))
}

// Each component is that of its kind, which the compiler cannot follow through the key.
const movesByItself: Partial<Record<BlockKindName, () => Promise<unknown>>> = {
  hero: async () => (await import('./blocks/hero.tsx')).HeroBlock,
  banner: async () => (await import('./blocks/banner.tsx')).BannerBlock,
  deals: async () => (await import('./blocks/deals.tsx')).DealsBlock,
}
