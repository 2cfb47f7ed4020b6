import { type RefObject, useLayoutEffect } from 'react'

const gap = 12

/**
 * Where there is a margin, each note stands beside its block, and below the note before it: how far it has to rise from
 * the end of its block depends on heights that only the browser knows.
 */
export function useMarginPlaces(lesson: RefObject<HTMLElement | null>, changed: unknown): void {
  useLayoutEffect(() => {
    const { current: root } = lesson
    if (!root || changed === null) return
    const place = () => {
      let lowest = Number.NEGATIVE_INFINITY
      for (const beside of root.querySelectorAll<HTMLElement>('[data-note-beside]')) {
        const holder = beside.parentElement
        const block = holder?.previousElementSibling
        // a step that is not shown has no place
        if (!holder || !block || beside.offsetHeight === 0) continue
        const top = Math.max(block.getBoundingClientRect().top, lowest + gap)
        beside.style.setProperty('--rise', `${Math.round(top - holder.getBoundingClientRect().top)}px`)
        lowest = top + beside.offsetHeight
      }
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(root)
    return () => observer.disconnect()
  }, [lesson, changed])
}
