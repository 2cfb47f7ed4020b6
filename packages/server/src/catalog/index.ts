// What other domains may use of the catalogue.

export { cardLearner, itemMarks } from './card-learner.ts'
export { crawlerRoutes } from './crawlers/routes.ts'
export type { ListedPage, ReadListedPages } from './crawlers/sitemap.ts'
export { type Details, type DetailsRequest, readDetails } from './details.ts'
export { endSales } from './end-sales.ts'
export {
  entitledIds,
  entitlementOf,
  mayReadSteps,
  readableIds,
  readingRefusal,
  requireReadable,
} from './entitlements.ts'
export { type FeaturedList, featuredIds, putFeatured } from './featured.ts'
export { foldFiguresByTheMinute } from './fold-figures.ts'
export { setItemAudience } from './item-audience.ts'
export { partsOf } from './item-parts.ts'
export { type Person, peopleIn, relatedColumns, type StatsRow, statsColumns, statsOf } from './item-row.ts'
export {
  type Cards,
  figuresOf,
  itemCards,
  requireVisibleItem,
  type VisibleItem,
  visibleFigures,
  visibleIds,
  whoMayKnowOf,
} from './items.ts'
export { withLists } from './listed-in.ts'
export { listenToCatalog } from './listeners.ts'
export type { ListRequest } from './lists.ts'
export { yuanIn } from './local-figures.ts'
export { locksOf } from './locks.ts'
export { makerPersonalData } from './personal-data.ts'
export { discountRuns, priceNow } from './price-now.ts'
export { type ComputedRanking, keptOfRanking, putRankings } from './rankings.ts'
export { forgetReference, nameOf, preferredLanguageOf, type Reference, readReference } from './reference.ts'
export { catalogRoutes } from './routes.ts'
export {
  type ChapterDraft,
  type ContentDraft,
  freeSlug,
  type ItemDraft,
  type LiveDraft,
  publishItem,
  type SavedItem,
  type SectionDraft,
  saveImportedItem,
} from './save-item.ts'
export { type ReferenceData, saveReferenceData } from './save-reference.ts'
export { type FontPiece, fontOf, lettersWithoutFont } from './share-pictures/font-pieces.ts'
export { linesOf } from './share-pictures/lines.ts'
export { forgetSharePictures } from './share-pictures/share-picture.ts'
export { askForAccessToken } from './sharing/weixin-ticket.ts'
export { shownInItems } from './shown-videos.ts'
export { countsIn, foundBy, foundByAll, madeBy, shownTo, visibleTo } from './visibility.ts'
