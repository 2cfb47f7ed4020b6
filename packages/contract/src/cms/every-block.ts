import type { Block } from './blocks.ts'

/** Blocks and all that lie inside of them. A file of its own: pages of visitors need it without the kinds of blocks. */
export function everyBlock(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [block, ...everyBlock(block.children)])
}
