export { everyBlock } from '@lantern/contract/cms/every-block.ts'
export { isInsideBlock } from './block-boundary.tsx'
export { loadBlocks } from './block-loading.ts'
export type { ItemPicker } from './builder/form/item-picker.ts'
export { StartLanguage } from './builder/languages.tsx'
export { pagesQuery, readPagesChoice } from './builder/list/pages-address.ts'
export { PagesList } from './builder/list/pages-list.tsx'
export { PageBuilder } from './builder/page-builder.tsx'
export { PreviewStage } from './builder/preview/preview-stage.tsx'
export {
  loadBlockData,
  loadContent,
  loadSegments,
  type ManagedPage,
  type PageAddress,
  readContent,
  type Segments,
} from './content.ts'
export { PageBlocks } from './page-blocks.tsx'
export type { BlockComponents } from './page-context.ts'
export type { BlockData, BundleMap, CmsSlots, PageData, PagePackages, TutorialMap } from './slots.ts'
