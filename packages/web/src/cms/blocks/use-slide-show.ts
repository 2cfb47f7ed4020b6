import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react'

export interface SlideShow {
  index: number
  /** Nothing holds it: the next slide comes by itself. */
  isRunning: boolean
  /** Held by the person, or by their wish for no motion. */
  isHeld: boolean
  toggle(): void
  jump(index: number): void
  /** To the next or the one before; at either end nothing happens, or with `wraps` the other end comes. */
  step(by: 1 | -1): void
  /** For the element around it. */
  watch: {
    onPointerEnter(event: PointerEvent): void
    onPointerLeave(event: PointerEvent): void
    onFocus(event: FocusEvent): void
    onBlur(event: FocusEvent): void
  }
}

interface SlideShowOptions {
  /** By hand, too, the first comes after the last. */
  wraps?: boolean
  /** Nothing comes by itself while a slide is in the hand. */
  isDragged?: boolean
}

/** Counts through slides by itself, from the first on and around. A manual change begins the wait anew. */
export function useSlideShow(
  count: number,
  everyMs: number,
  { wraps = false, isDragged = false }: SlideShowOptions = {},
): SlideShow {
  const [{ index, turn }, setPlace] = useState({ index: 0, turn: 0 })
  const [isHeld, setHeld] = useState(false)
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isSeen, setSeen] = useState(true)
  const isRunning = count > 1 && !isHeld && !isPointedAt && !isFocused && !isDragged && isSeen

  useEffect(() => {
    setHeld(matchMedia('(prefers-reduced-motion: reduce)').matches)
    const look = () => setSeen(document.visibilityState !== 'hidden')
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  // each change of place begins the wait anew, also one to the same slide
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setPlace({ index: (index + 1) % count, turn: turn + 1 }), everyMs)
    return () => clearTimeout(timer)
  }, [isRunning, index, turn, count, everyMs])

  const jump = (to: number) => {
    if (to >= 0 && to < count) setPlace({ index: to, turn: turn + 1 })
  }
  return {
    index: Math.min(index, count - 1),
    isRunning,
    isHeld,
    toggle: () => setHeld(!isHeld),
    jump,
    step: (by) => jump(wraps ? (index + by + count) % count : index + by),
    watch: {
      // a finger that taps leaves no pointer behind
      onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      onFocus: ({ target }) => setFocused(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false)
      },
    },
  }
}
