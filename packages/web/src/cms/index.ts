export { isInsideBlock } from './block-boundary.tsx'
export { loadBlocks } from './block-loading.ts'
export {
  loadBlockData,
  loadContent,
  loadSegments,
  type ManagedPage,
  type PageAddress,
  readContent,
  type Segments,
} from './content.ts'
export { everyBlock } from './every-block.ts'
export { PageBlocks } from './page-blocks.tsx'
export type { BlockComponents } from './page-context.ts'
export type { BlockData, BundleMap, CmsSlots, PageData, PagePackages, TutorialMap } from './slots.ts'
