import type { Block } from '@lantern/contract/cms/blocks.ts'

/** Blocks and all that lie inside of them. */
export function everyBlock(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [block, ...everyBlock(block.children)])
}
