import type { listPages } from '@lantern/contract/cms/pages.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { data } from 'react-router'
import {
  type BlockComponents,
  type BlockData,
  everyBlock,
  loadBlockData,
  loadBlocks,
  type ManagedPage,
  PageBlocks,
  PreviewStage,
} from '#cms/index.ts'
import { ApiError, apiOf } from '#kit/api.ts'
import { call } from '#kit/call.ts'
import { useLocale } from '#kit/messages.tsx'
import type { Route } from './+types/creator-page-preview.ts'
import { loadSlots, type SlotData } from './cms-slot-data.ts'
import { loadSlotParts, useCmsSlots } from './cms-slots.tsx'

export { links } from 'virtual:authors-sheet'

// /creator/pages/preview: what stands in the frame of the builder. It shows what the builder says, and nothing by itself.

export const handle = { headerTheme: 'hidden' }

export async function loader({ context }: Route.LoaderArgs) {
  try {
    // without the list of pages there is no builder either
    await apiOf(context).call<typeof listPages>('GET /api/learn/creator/page/list', { query: { pageSize: 1 } })
    return null
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) throw data(null, { status: 404 })
    throw error
  }
}

export function meta() {
  return [{ name: 'robots', content: 'noindex' }]
}

export default function CreatorPagePreview() {
  const components = useComponents()
  return <PreviewStage>{(page) => components && <PreviewedPage page={page} components={components} />}</PreviewStage>
}

function PreviewedPage({ page, components }: { page: ManagedPage; components: BlockComponents }) {
  const { blocks, packages, filters, sortings } = page
  const { blockData, slotData } = useAround(page)
  const slots = useCmsSlots(slotData)
  const pageData = useMemo(
    () => ({ ...blockData, packages, filters, sortings }),
    [blockData, packages, filters, sortings],
  )
  return <PageBlocks blocks={blocks} data={pageData} slots={slots} components={components} editing />
}

/** All of it at once, and before anything is drawn: here nobody moves a pointer for what comes with one. */
function useComponents(): BlockComponents | null {
  const [components, setComponents] = useState<BlockComponents | null>(null)
  useEffect(() => {
    void Promise.all([loadBlocks(), loadSlotParts()]).then(([all]) => setComponents(all))
  }, [])
  return components
}

const nothing: { blockData: BlockData; slotData: SlotData } = {
  blockData: { tutorials: {}, bundles: {} },
  slotData: { legs: null, paths: [], lists: null, filters: null },
}

/** What blocks show besides their own fields, asked for anew when other things are chosen. */
function useAround({ blocks }: ManagedPage) {
  const locale = useLocale()
  const [around, setAround] = useState(nothing)
  const wanted = JSON.stringify(
    everyBlock(blocks).flatMap(({ id, kind, fields }) => {
      if (kind === 'learning-path') return [[id, kind]]
      return 'ids' in fields ? [[id, fields.ids]] : 'list' in fields ? [[id, fields.list]] : []
    }),
  )
  // other words in a block change nothing of what it asks for
  const latest = useRef(blocks)
  latest.current = blocks
  useEffect(() => {
    if (wanted === '[]') return
    let dropped = false
    const api = { call, locale }
    Promise.all([loadBlockData(api, latest.current), loadSlots(api, { blocks: latest.current })]).then(
      ([blockData, slotData]) => !dropped && setAround({ blockData, slotData }),
      // the blocks say themselves that they have nothing to show
      () => undefined,
    )
    return () => {
      dropped = true
    }
  }, [wanted, locale])
  return around
}
