import { type BlockData, loadBlockData, loadSegments, type ManagedPage } from '#cms/index.ts'
import type { Api, HomeSlugs } from '#kit/api.ts'
import { countLists, loadSlots, type SlotData } from './cms-slot-data.ts'
import { type OutsideOrigins, outsideOrigins } from './outside-origins.ts'

/** A part of the home page that editors make, with what its blocks show. */
export interface LoadedSegment {
  page: ManagedPage
  blockData: BlockData
  slotData: SlotData
}

/** What editors made of the home page: above and below what it shows of the catalogue; null where there is nothing. */
export async function loadHomeSegments(api: Api, slugs: HomeSlugs, search: URLSearchParams) {
  const segments = await loadSegments(api, slugs)
  const [top, bottom] = await Promise.all([
    loaded(api, segments.top, search, 0),
    loaded(api, segments.bottom, search, countLists(segments.top?.blocks ?? [])),
  ])
  return { top, bottom }
}

async function loaded(
  api: Api,
  page: ManagedPage | null,
  search: URLSearchParams,
  listsBefore: number,
): Promise<LoadedSegment | null> {
  if (!page || page.blocks.length === 0) return null
  const [blockData, slotData] = await Promise.all([
    loadBlockData(api, page.blocks),
    loadSlots(api, { blocks: page.blocks, search, listsBefore }),
  ])
  return { page, blockData, slotData }
}

/** What both parts show of other sites. */
export function outsideOfHome(segments: Record<string, LoadedSegment | null>): OutsideOrigins {
  const all = Object.values(segments).flatMap((segment) => (segment ? [outsideOrigins(segment.page)] : []))
  return { media: all.flatMap(({ media }) => media), frames: all.flatMap(({ frames }) => frames) }
}
