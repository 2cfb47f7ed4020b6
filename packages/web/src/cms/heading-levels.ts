import type { BlockKindName } from '@lantern/contract/cms/block-kinds.ts'
import type { Block } from '@lantern/contract/cms/blocks.ts'

export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6

/** Kinds that may be what the page is about, when they come first. */
const leading: readonly BlockKindName[] = ['hero', 'banner', 'jumbotron', 'deals']

/** Kinds whose title begins a section of the page. */
const sections: readonly BlockKindName[] = [
  ...leading,
  'heading-cards',
  'promo-cards',
  'bundle-cards',
  'assets-list',
  'abstract',
  'media-text',
]

/**
 * Blocks come in any order, but the headings of a page are one outline: the first large block is its only h1, sections
 * are h2, and what stands under a heading is one deeper. A heading block says itself which level it has. `hasTitle` is
 * false where the page around the blocks has its h1 already.
 */
export function headingLevels(
  blocks: readonly Block[],
  hasTitle: boolean,
): { levels: Map<string, HeadingLevel>; hasLead: boolean } {
  const levels = new Map<string, HeadingLevel>()
  const leadId = hasTitle ? findLead(blocks) : null
  let last: HeadingLevel = 1
  function visit(block: Block): void {
    const own = levelOf(block, last, block.id === leadId)
    levels.set(block.id, own)
    if (block.kind === 'heading' || sections.includes(block.kind)) last = own
    block.children.forEach(visit)
  }
  blocks.forEach(visit)
  return { levels, hasLead: leadId !== null }
}

function levelOf(block: Block, last: HeadingLevel, isLead: boolean): HeadingLevel {
  if (isLead) return 1
  if (block.kind === 'heading') return Number(block.fields.level.slice(1)) as HeadingLevel
  if (sections.includes(block.kind)) return 2
  return Math.min(6, last + 1) as HeadingLevel
}

function findLead(blocks: readonly Block[]): string | null {
  for (const block of blocks) {
    if (leading.includes(block.kind) || (block.kind === 'heading' && block.fields.level === 'h1')) return block.id
    const inside = findLead(block.children)
    if (inside !== null) return inside
  }
  return null
}
