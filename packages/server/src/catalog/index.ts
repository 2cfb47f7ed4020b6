// What other domains may use of the catalogue.

export { type Details, type DetailsRequest, readDetails } from './details.ts'
export { entitledIds, mayReadSteps } from './entitlements.ts'
export { featuredIds, putFeatured } from './featured.ts'
export { type StatsRow, statsColumns, statsOf } from './item-row.ts'
export { type Cards, itemCards, requireVisibleItem, type VisibleItem } from './items.ts'
export { listenToCatalog } from './listeners.ts'
export type { ListRequest } from './lists.ts'
export { forgetReference, nameOf, type Reference, readReference } from './reference.ts'
export { catalogRoutes } from './routes.ts'
export {
  type ChapterDraft,
  type ContentDraft,
  type ItemDraft,
  publishItem,
  type SavedItem,
  type SectionDraft,
  saveImportedItem,
} from './save-item.ts'
export { type RankingData, type ReferenceData, saveReferenceData } from './save-reference.ts'
export { shownInItems } from './shown-videos.ts'
export type { StatsChange } from './stats.ts'
