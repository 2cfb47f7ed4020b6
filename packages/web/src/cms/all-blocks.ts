import type { BlockComponents } from './page-context.ts'

/** Every component at once: for the builder's preview, where any kind of block may come next. */
export async function loadAllBlocks(): Promise<BlockComponents> {
  return (await import('./block-components.ts')).blockComponents
}
