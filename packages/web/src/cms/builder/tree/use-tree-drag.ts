import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { followDrag } from '#ui/reorder/follow-drag.ts'

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

/**
 * Moves rows of a tree by their grips, with mouse, pen or finger. Rows carry `data-id`; the page itself is marked while
 * one is dragged.
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
      let target: Drop | null = null
      end.current = followDrag(tree, event.pointerId, {
        dragged: () => rowOf(tree, id),
        landing(y) {
          const found = dropAt(tree, y, latest.current.frameAt)
          target = found && latest.current.mayDrop(id, found) ? found : null
          return target && { row: rowOf(tree, target.id), side: target.side }
        },
        drop() {
          if (target) latest.current.onDrop(id, target)
        },
      })
    },
  }
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
