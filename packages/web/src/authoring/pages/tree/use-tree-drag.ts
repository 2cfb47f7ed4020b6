import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

/** Before or behind a row, or as the last of what lies in it. */
export interface Drop {
  id: string
  side: 'before' | 'after' | 'inside'
}

interface TreeDragOptions {
  tree: RefObject<HTMLElement | null>
  /** Whether blocks may lie in this one, and whether it shows what lies in it. */
  frameAt(id: string): { isFrame: boolean; isOpen: boolean }
  mayDrop(dragged: string, drop: Drop): boolean
  onDrop(dragged: string, drop: Drop): void
}

const edge = 56
const scrollStep = 12

/**
 * Moves rows of a tree by their grips, with mouse, pen or finger. Rows carry `data-id`; the page itself is marked while
 * one is dragged: `data-dragged` on the row, `data-drop` where it would land.
 */
export function useTreeDrag(options: TreeDragOptions): { onPointerDown: (event: PointerEvent<HTMLElement>) => void } {
  const latest = useRef(options)
  latest.current = options
  const end = useRef<() => void>(() => undefined)
  useEffect(() => () => end.current(), [])
  return {
    onPointerDown(event) {
      const grip = event.target instanceof Element ? event.target.closest('[data-grip]') : null
      const id = grip?.closest<HTMLElement>('[data-id]')?.dataset.id
      const tree = latest.current.tree.current
      if (!id || event.button !== 0 || !tree) return
      end.current = follow(tree, id, event.pointerId, () => latest.current)
    },
  }
}

function follow(tree: HTMLElement, id: string, pointerId: number, options: () => TreeDragOptions): () => void {
  let y: number | null = null
  let drop: Drop | null = null
  let frame = 0
  const mark = () => {
    unmark(tree)
    const dragged = rowOf(tree, id)
    if (dragged) dragged.dataset.dragged = ''
    const found = dropAt(tree, y ?? 0, options().frameAt)
    drop = found && options().mayDrop(id, found) ? found : null
    const row = drop && rowOf(tree, drop.id)
    if (row && drop) row.dataset.drop = drop.side
  }
  const scroll = () => {
    if (y !== null) {
      const { top, bottom } = tree.getBoundingClientRect()
      const by = y < top + edge ? -scrollStep : y > bottom - edge ? scrollStep : 0
      if (by !== 0) {
        tree.scrollBy(0, by)
        mark()
      }
    }
    frame = requestAnimationFrame(scroll)
  }
  const onMove = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return
    event.preventDefault()
    y = event.clientY
    mark()
  }
  const onUp = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return
    end()
    if (drop) options().onDrop(id, drop)
  }
  const onKey = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    end()
  }
  const end = () => {
    cancelAnimationFrame(frame)
    unmark(tree)
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', onUp)
    window.removeEventListener('pointercancel', end)
    window.removeEventListener('keydown', onKey)
  }
  window.addEventListener('pointermove', onMove, { passive: false })
  window.addEventListener('pointerup', onUp)
  window.addEventListener('pointercancel', end)
  window.addEventListener('keydown', onKey)
  frame = requestAnimationFrame(scroll)
  return end
}

function rowOf(tree: HTMLElement, id: string): HTMLElement | null {
  return tree.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)
}

function dropAt(tree: HTMLElement, y: number, frameAt: TreeDragOptions['frameAt']): Drop | null {
  const rows = [...tree.querySelectorAll<HTMLElement>('[data-id]')]
  const row = rows.find((one) => y < one.getBoundingClientRect().bottom) ?? rows.at(-1)
  const id = row?.dataset.id
  if (!row || !id) return null
  const { top, height } = row.getBoundingClientRect()
  const share = (y - top) / height
  const { isFrame, isOpen } = frameAt(id)
  if (isFrame) {
    if (share < 0.3) return { id, side: 'before' }
    return { id, side: share < 0.75 || isOpen ? 'inside' : 'after' }
  }
  return { id, side: share < 0.5 ? 'before' : 'after' }
}

function unmark(tree: HTMLElement): void {
  for (const row of tree.querySelectorAll<HTMLElement>('[data-dragged], [data-drop]')) {
    delete row.dataset.dragged
    delete row.dataset.drop
  }
}
