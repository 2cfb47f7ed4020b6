import { hasMore as hasMorePages } from '@lantern/contract/catalog/paging.ts'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { leaveBehind, leftBehind } from '#kit/left-behind.ts'

export interface LoadedPage<T> {
  items: readonly T[]
  page: number
  pageSize: number
  total: number
}

export type LoadStatus = 'initial' | 'inProgress' | 'succeeded' | 'failed'

export interface LoadMore<T> {
  /** Everything loaded so far, in order and without repeats. */
  items: readonly T[]
  status: LoadStatus
  total: number
  hasMore: boolean
  /** Loads the next page; does nothing while one is on its way or when there is none. */
  more(): void
  /** Put on an element after the list: when it comes near the screen the next page is loaded. */
  endRef: RefObject<HTMLDivElement | null>
}

/** So many pages come by scrolling alone; then the button asks, so that the footer can be reached. */
const automaticPages = 4

/**
 * A list that grows. `load` fetches one page, counted from 0. Give the list a key of its filters: another list starts
 * anew. A visitor who comes back to the list by the browser's button finds it as long as it was; its pages are asked for
 * again, for what has changed in them since and for what `load` keeps of the learner beside them.
 */
export function useLoadMore<T>(
  first: LoadedPage<T>,
  load: (page: number) => Promise<LoadedPage<T>>,
  keyOf: (item: T) => string,
): LoadMore<T> {
  const name = useListName(first, keyOf)
  const [grown] = useState(() => leftBehind<GrownList<T>>(name))
  const [state, setState] = useState(() => startOf(first, grown, keyOf))
  const loading = useRef(false)
  const endRef = useRef<HTMLDivElement | null>(null)
  const latest = useRef({ load, keyOf })
  latest.current = { load, keyOf }
  const hasMore = hasMorePages(state.last)
  const nextPage = state.last.page + 1

  const loadNext = useCallback(
    async (automatic: boolean) => {
      // the ref and not the state: two presses in one frame see the same state
      if (loading.current || !hasMore) return
      loading.current = true
      setState((before) => ({ ...before, status: 'inProgress' }))
      try {
        const page = await latest.current.load(nextPage)
        setState((before) => ({
          items: withoutRepeats([...before.items, ...page.items], latest.current.keyOf),
          last: page,
          status: 'succeeded',
          automatic: automatic ? before.automatic + 1 : 0,
        }))
      } catch {
        setState((before) => ({ ...before, status: 'failed' }))
      } finally {
        loading.current = false
      }
    },
    [hasMore, nextPage],
  )

  useEffect(() => {
    if (state.last.page > first.page)
      leaveBehind(name, { items: state.items, lastPage: state.last.page } satisfies GrownList<T>)
  }, [name, state.items, state.last.page, first.page])

  useEffect(() => {
    if (!grown) return
    let isLeft = false
    const refresh = async () => {
      // one after the other: a list may have grown by dozens of pages
      for (let page = first.page + 1; page <= grown.lastPage && !isLeft; page++) {
        const answer = await latest.current.load(page).catch(() => null)
        // a page that fails is left as it was
        if (answer === null || isLeft) continue
        setState((before) => ({
          ...before,
          items: withoutRepeats([...before.items, ...answer.items], latest.current.keyOf),
        }))
      }
    }
    void refresh()
    return () => {
      isLeft = true
    }
  }, [grown, first.page])

  const isAutomatic =
    hasMore && state.status !== 'inProgress' && state.status !== 'failed' && state.automatic < automaticPages
  useEffect(() => {
    const end = endRef.current
    if (!end || !isAutomatic) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void loadNext(true)
      },
      { rootMargin: '300px 0px' },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [isAutomatic, loadNext])

  const more = useCallback(() => void loadNext(false), [loadNext])
  return { items: state.items, status: state.status, total: state.last.total, hasMore, more, endRef }
}

interface GrownList<T> {
  items: readonly T[]
  lastPage: number
}

/** A page may have several lists: where it is in the history, and what the list begins with. */
function useListName<T>(first: LoadedPage<T>, keyOf: (item: T) => string): string {
  const { key } = useLocation()
  const [begin] = first.items
  return `${key} ${first.page} ${begin === undefined ? '' : keyOf(begin)}`
}

function startOf<T>(first: LoadedPage<T>, grown: GrownList<T> | undefined, keyOf: (item: T) => string) {
  return {
    // the page's own entries are newer than the kept ones
    items: grown ? withoutRepeats([...first.items, ...grown.items, ...first.items], keyOf) : first.items,
    last: grown ? { ...first, page: grown.lastPage } : first,
    status: 'initial' as LoadStatus,
    automatic: 0,
  }
}

/** Of items with the same key the last one counts, at the place of the first: a new item may have shifted pages. */
function withoutRepeats<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
