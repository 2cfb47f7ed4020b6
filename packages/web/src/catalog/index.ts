// What pages and higher domains may use of the catalogue's parts of the screen.

import { later } from '#kit/later.tsx'

export { minutesOf } from '@lantern/contract/catalog/duration.ts'
export { AboutFold } from './about-fold.tsx'
export { Author } from './author.tsx'
export { useCardAddress } from './card-address.ts'
export { CardLabels } from './card-labels.tsx'
export { DetailSections } from './detail-sections.tsx'
export { filledTabs, useDetailTabs } from './detail-tabs.ts'
export { DiscussButton, DiscussLink } from './discuss-link.tsx'
export { Picks, readHomeTab } from './home/picks.tsx'
export { ItemBreadcrumb } from './item-breadcrumb.tsx'
export { ItemCard } from './item-card.tsx'
export { ItemDetail } from './item-detail.tsx'
export { itemCover, itemPicture } from './item-picture.ts'
export { ItemPrice, useClockOf, useCurrentPrice, usePriceClock } from './item-price.tsx'
export { ItemRating } from './item-rating.tsx'
export { useItemWords } from './item-words.ts'
export { PathLegs } from './learning-path.tsx'
export { type ListChoice, type ListKind, type ListPlace, listPlace, listQuery, readChoice } from './list-criteria.ts'
export { CatalogList, isListPageKind, ListPage, type ListPageKind, listLeadKey, listTitleKey } from './list-page.tsx'
export { LiveCalendar, type LiveCalendarData, type SessionAct } from './live-calendar.tsx'
export { liveQuery, readLiveChoice } from './live-calendar-address.ts'
export { RoomDoor } from './live-session-room.tsx'
export { OtherLanguages } from './other-languages.tsx'
export { useOwnList } from './own-list.ts'
export { PageHead } from './page-head.tsx'
export { pathLegs } from './path-legs.ts'
export { Prerequisites } from './prerequisites.tsx'
export { publicSharePicture } from './sharing/share-picture.ts'
export { ShareDialog } from './sharing/shown-later.ts'
export { StickerHeader } from './sticker-header.tsx'
export { listData, type OpenVideo, questionData, siteData, videoData } from './structured-data.ts'
export { type LivePhase, livePhaseAt, useLivePhase } from './use-live-phase.ts'
export { type LoadedPage, type LoadStatus, useLoadMore } from './use-load-more.ts'
export { WhyLocked } from './why-locked.tsx'

/** In the outline's place of a live session: text alone. */
export const Speakers = later(async () => (await import('./live-speakers.tsx')).Speakers)

/** Below the first picture of the home page. */
export const LiveStrip = later(async () => (await import('./home/live-strip.tsx')).LiveStrip)
export const MenuTiles = later(async () => (await import('./home/menu-tiles.tsx')).MenuTiles)
export const Rankings = later(async () => (await import('./home/rankings.tsx')).Rankings)
export { useReadVersion } from './read-version.ts'
