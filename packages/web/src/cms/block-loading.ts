import type { BlockKindName } from '@lantern/contract/cms/block-kinds.ts'
import type { Block } from '@lantern/contract/cms/blocks.ts'
import type { ComponentType } from 'react'
import { later, lazyPart } from '#kit/later.tsx'

type AnyBlock = ComponentType<{ block: Block }>

const made = new Map<BlockKindName, AnyBlock>()

/**
 * Blocks stand complete in the markup of the server. The script of those that move or count by themselves comes with the
 * page, each in a file of its own; that of all others in one file with the first sign of a person.
 */
export function loadedBlock(kind: BlockKindName): AnyBlock {
  const known = made.get(kind)
  if (known) return known
  const load = movesByItself[kind]
  const fresh = load
    ? lazyPart(async () => ({ default: (await load()) as AnyBlock }))
    : later(async () => (await import('./block-components.ts')).blockComponents[kind] as AnyBlock)
  made.set(kind, fresh)
  return fresh
}

// Each component is that of its kind, which the compiler cannot follow through the key.
const movesByItself: Partial<Record<BlockKindName, () => Promise<unknown>>> = {
  hero: async () => (await import('./blocks/hero.tsx')).HeroBlock,
  banner: async () => (await import('./blocks/banner.tsx')).BannerBlock,
  deals: async () => (await import('./blocks/deals.tsx')).DealsBlock,
}
