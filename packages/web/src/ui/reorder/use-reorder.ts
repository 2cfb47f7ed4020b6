import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { followDrag } from './follow-drag.ts'

interface ReorderOptions {
  count: number
  /** The entry at `from` is to stand at `to`, counted without itself; answers where it stands then. */
  onMove(from: number, to: number): number
  /** What is read out after a move with the keyboard. */
  say(at: number): string
}

export interface Reorder<List extends HTMLElement> {
  /**
   * For the list. Its rows carry `data-row` with their index and, inside, one button with `data-grip`. While a row is
   * dragged it has `data-dragged`, and the row beside which it would land `data-drop` with the side.
   */
  listProps: {
    ref: RefObject<List | null>
    onPointerDown(event: PointerEvent<HTMLElement>): void
    onKeyDown(event: KeyboardEvent<HTMLElement>): void
  }
  /** For a live region that only screen readers see. */
  said: string
}

/**
 * Moves rows of a list by their grips: with mouse, pen or finger by dragging, with the keyboard by the arrows, Home and
 * End. The rows are marked on the page itself and not drawn anew while one is dragged, so that long lists stay quick.
 */
export function useReorder<List extends HTMLElement>({ count, onMove, say }: ReorderOptions): Reorder<List> {
  const ref = useRef<List>(null)
  const [said, setSaid] = useState('')
  const latest = useRef({ count, onMove, say })
  latest.current = { count, onMove, say }
  const focusAt = useRef<number | null>(null)
  const endDrag = useRef<() => void>(() => undefined)

  // moved rows lose the focus: the grip gets it back where it is now
  useEffect(() => {
    if (focusAt.current === null) return
    rowAt(ref.current, focusAt.current)?.querySelector<HTMLElement>('[data-grip]')?.focus()
    focusAt.current = null
  })
  useEffect(() => () => endDrag.current(), [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = rowOfGrip(event.target)
    if (from === null) return
    const to = targetOfKey(event.key, from, latest.current.count)
    if (to === null) return
    event.preventDefault()
    if (to === from) return
    const landed = latest.current.onMove(from, to)
    focusAt.current = landed
    setSaid(latest.current.say(landed))
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const from = rowOfGrip(event.target)
    if (from === null || event.button !== 0 || !ref.current) return
    const list = ref.current
    let to = from
    endDrag.current = followDrag(list, event.pointerId, {
      dragged: () => rowAt(list, from),
      landing(y) {
        const place = placeAt(list, y)
        // its own upper and lower edge are where it stands already
        to = place > from ? place - 1 : place
        return to === from ? null : { row: rowAt(list, to), side: to > from ? 'after' : 'before' }
      },
      drop() {
        if (to !== from) latest.current.onMove(from, to)
      },
    })
  }

  return { listProps: { ref, onPointerDown, onKeyDown }, said }
}

function rowOfGrip(target: EventTarget): number | null {
  const grip = target instanceof Element ? target.closest('[data-grip]') : null
  const row = grip?.closest<HTMLElement>('[data-row]')
  return row ? Number(row.dataset.row) : null
}

function rowAt(list: HTMLElement | null, index: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-row="${index}"]`) ?? null
}

function targetOfKey(key: string, from: number, count: number): number | null {
  if (key === 'ArrowUp') return Math.max(0, from - 1)
  if (key === 'ArrowDown') return Math.min(count - 1, from + 1)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

/** How many rows lie above the pointer: the place between two rows, from 0. */
function placeAt(list: HTMLElement, y: number): number {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')]
  return rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}
