import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

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
    endDrag.current = followDrag(ref.current, from, event.pointerId, (to) => latest.current.onMove(from, to))
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

const edge = 72
const scrollStep = 14

/** Follows the pointer until it is let go. Escape leaves everything where it was. */
function followDrag(list: HTMLElement, from: number, pointerId: number, drop: (to: number) => void): () => void {
  const dragged = rowAt(list, from)
  let y: number | null = null
  let to = from
  let frame = 0

  const mark = () => {
    unmark(list)
    if (dragged) dragged.dataset.dragged = ''
    const place = placeAt(list, y ?? 0)
    // its own upper and lower edge are where it stands already
    to = place > from ? place - 1 : place
    if (to === from) return
    const beside = rowAt(list, to)
    if (beside) beside.dataset.drop = to > from ? 'after' : 'before'
  }
  const scroll = () => {
    if (y !== null) {
      const scroller = scrollerOf(list)
      const { top, bottom } = scroller ? scroller.getBoundingClientRect() : { top: 0, bottom: window.innerHeight }
      const by = y < top + edge ? -scrollStep : y > bottom - edge ? scrollStep : 0
      if (by !== 0) {
        ;(scroller ?? window).scrollBy(0, by)
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
    if (y !== null && to !== from) drop(to)
  }
  const onKey = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    end()
  }
  const end = () => {
    cancelAnimationFrame(frame)
    unmark(list)
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

/** How many rows lie above the pointer: the place between two rows, from 0. */
function placeAt(list: HTMLElement, y: number): number {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')]
  return rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}

function unmark(list: HTMLElement): void {
  for (const row of list.querySelectorAll<HTMLElement>('[data-dragged], [data-drop]')) {
    delete row.dataset.dragged
    delete row.dataset.drop
  }
}

function scrollerOf(list: HTMLElement): HTMLElement | null {
  for (let element: HTMLElement | null = list; element; element = element.parentElement) {
    const { overflowY } = getComputedStyle(element)
    if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight) return element
  }
  return null
}
