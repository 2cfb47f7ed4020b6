import { useEffect, useRef, useState } from 'react'

/** So long after the last sign of the viewer, and after a pause, the controls go. */
const idleMs = 2_500

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
const changes = ['pause', 'play', 'seeked'] as const

/** True while nobody moves, with nothing inside that the keyboard is on and no menu open. */
export function useIdle(frame: HTMLElement | null, video: HTMLElement | null, onChange: (idle: boolean) => void) {
  const [isIdle, setIdle] = useState(false)
  const told = useRef(onChange)
  useEffect(() => {
    told.current = onChange
  })
  useEffect(() => {
    if (!frame || !video) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let idle = false
    const set = (next: boolean) => {
      if (next === idle) return
      idle = next
      setIdle(next)
      told.current(next)
    }
    const rest = () => {
      if (isInUse(frame)) plan()
      else set(true)
    }
    const plan = () => {
      clearTimeout(timer)
      timer = setTimeout(rest, idleMs)
    }
    const wake = () => {
      set(false)
      plan()
    }
    for (const sign of signs) frame.addEventListener(sign, wake)
    for (const change of changes) video.addEventListener(change, wake)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) frame.removeEventListener(sign, wake)
      for (const change of changes) video.removeEventListener(change, wake)
    }
  }, [frame, video])
  return isIdle
}

function isInUse(frame: HTMLElement): boolean {
  const focused = frame.querySelector(':focus-visible')
  return focused !== null || frame.querySelector('[aria-expanded="true"][popovertarget]') !== null
}
