import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#kit/call.ts'
import { promoPage } from '../slots.ts'

/** What a call for the cards of a block answers. */
interface CardPage {
  pageNumber: number
  pageSize: number
}

export type CardStatus = 'initial' | 'inProgress' | 'succeeded' | 'failed'

interface CardPages<Page> {
  /** All that was loaded so far, as one answer; null before the first. */
  loaded: Page | null
  status: CardStatus
  hasMore: boolean
  /** Asks for the next page, or again for the one that failed. */
  more(): void
}

interface CardSource<Page> {
  ids: readonly string[]
  /** What came with the page; null when that failed, undefined when nothing was asked. */
  first: Page | null | undefined
  load(page: { pageNumber: number; pageSize: number }): Promise<Page>
  merge(before: Page, next: Page): Page
}

/** The first page of cards comes with the page, or on mount; the others when they are asked for. */
export function useCardPages<Page extends CardPage>({ ids, first, load, merge }: CardSource<Page>): CardPages<Page> {
  const [state, setState] = useState<{ loaded: Page | null; status: CardStatus }>({
    loaded: first ?? null,
    status: first === null ? 'failed' : 'initial',
  })
  const isLoading = useRef(false)
  const { loaded } = state

  async function ask() {
    // the ref and not the state: two presses in one frame see the same state
    if (isLoading.current) return
    isLoading.current = true
    setState((before) => ({ ...before, status: 'inProgress' }))
    try {
      const page = await load(pageAfter(loaded))
      setState({ loaded: loaded ? merge(loaded, page) : page, status: 'succeeded' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState((before) => ({ ...before, status: 'failed' }))
    } finally {
      isLoading.current = false
    }
  }

  const latestAsk = useRef(ask)
  latestAsk.current = ask
  const isMissing = first === undefined && ids.length > 0
  useEffect(() => {
    if (isMissing) void latestAsk.current()
  }, [isMissing])

  return {
    loaded,
    status: state.status,
    hasMore: loaded !== null && hasMoreCards(loaded, ids.length),
    more: () => void ask(),
  }
}

function pageAfter(loaded: CardPage | null): { pageNumber: number; pageSize: number } {
  return loaded
    ? { pageNumber: loaded.pageNumber + 1, pageSize: promoPage.nextSize }
    : { pageNumber: promoPage.first, pageSize: promoPage.size }
}

/**
 * The first page holds more than the following ones, so the stated rule alone would never end: what has been loaded is
 * counted too.
 */
function hasMoreCards({ pageNumber, pageSize }: CardPage, count: number): boolean {
  const loaded = promoPage.size + (pageNumber - promoPage.first) * promoPage.nextSize
  return count > promoPage.moreAbove && pageSize * pageNumber < count && loaded < count
}
