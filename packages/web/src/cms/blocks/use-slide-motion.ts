import { type RefObject, useLayoutEffect, useRef } from 'react'

const motion = { duration: 220, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

interface SlideMotion {
  /** The element whose children are the slides. */
  track: RefObject<HTMLDivElement | null>
  /** On which side the coming slide lies, and how far the hand has pulled already. */
  from(side: 1 | -1, px?: number): void
}

/** The slide that leaves makes room for the one that comes. Nothing moves with reduced motion. */
export function useSlideMotion(index: number): SlideMotion {
  const track = useRef<HTMLDivElement>(null)
  const shown = useRef(index)
  const next = useRef<{ side: 1 | -1; px: number }>({ side: 1, px: 0 })

  useLayoutEffect(() => {
    const slides = track.current?.children
    const [leaving, coming] = [slides?.[shown.current], slides?.[index]]
    const { side, px } = next.current
    shown.current = index
    next.current = { side: 1, px: 0 }
    if (!leaving || !coming || leaving === coming) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    move(leaving, px, '0%', `${-side * 100}%`)
    move(coming, px, `${side * 100}%`, '0%')
  }, [index])

  return {
    track,
    from: (side, px = 0) => {
      next.current = { side, px }
    },
  }
}

function move(slide: Element, px: number, from: string, to: string): void {
  slide.animate(
    [
      { transform: `translateX(calc(${from} + ${px}px))`, visibility: 'visible' },
      { transform: `translateX(${to})`, visibility: 'visible' },
    ],
    motion,
  )
}
