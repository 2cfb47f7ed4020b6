const edge = 64
const scrollStep = 14

interface Drag {
  /** The row under way, as it is drawn now. */
  dragged(): HTMLElement | null
  /** Where it would land with the pointer at this height: the row to be marked, and its side. Null leaves all as it is. */
  landing(y: number): { row: HTMLElement | null; side: string } | null
  drop(): void
}

/**
 * Follows the pointer over the rows of a list until it is let go; near an edge the list scrolls. Escape leaves everything
 * where it was. The row that is dragged has `data-dragged` meanwhile, and the one where it would land `data-drop` with the
 * side. Answers what ends it before its time.
 */
export function followDrag(list: HTMLElement, pointerId: number, { dragged, landing, drop }: Drag): () => void {
  let y: number | null = null
  let frame = 0
  const mark = (at: number) => {
    unmark(list)
    const row = dragged()
    if (row) row.dataset.dragged = ''
    const found = landing(at)
    if (found?.row) found.row.dataset.drop = found.side
  }
  const scroll = () => {
    if (y !== null) {
      const scroller = scrollerOf(list)
      const { top, bottom } = scroller ? scroller.getBoundingClientRect() : { top: 0, bottom: window.innerHeight }
      const by = y < top + edge ? -scrollStep : y > bottom - edge ? scrollStep : 0
      if (by !== 0) {
        ;(scroller ?? window).scrollBy(0, by)
        mark(y)
      }
    }
    frame = requestAnimationFrame(scroll)
  }
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    event.preventDefault()
    y = event.clientY
    mark(y)
  }
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    end()
    if (y !== null) drop()
  }
  const onKey = (event: KeyboardEvent) => {
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
