import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** Further than this the hand means the slide, and not a press or the page. */
const startPx = 8
/** Let go further than this, the next slide comes. */
const swipePx = 56

interface Drag {
  /** A slide is in the hand, be it moved or not yet. */
  isDragged: boolean
  /** How far it was moved to the right; 0 while it lies still. */
  px: number
  /** For the element that is dragged. */
  handlers: {
    onPointerDown(event: PointerEvent): void
    onDragStart(event: { preventDefault(): void }): void
    onClickCapture(event: MouseEvent): void
  }
}

/** Pulling sideways by finger, pen or mouse. `step` hears of it when the hand lets go. */
export function useDrag(step: (by: 1 | -1) => void): Drag {
  const [start, setStart] = useState<{ id: number; x: number; y: number } | null>(null)
  const [px, setPx] = useState(0)
  const wasMoved = useRef(false)
  const latest = useRef({ step, px })
  latest.current = { step, px }

  // the hand may leave the element: the window hears where it goes
  useEffect(() => {
    if (!start) return
    const controller = new AbortController()
    const letGo = (isMeant: boolean) => {
      const { px: moved } = latest.current
      setStart(null)
      setPx(0)
      if (isMeant && Math.abs(moved) > swipePx) latest.current.step(moved < 0 ? 1 : -1)
    }
    const onMove = ({ pointerId, clientX, clientY, buttons }: globalThis.PointerEvent) => {
      if (pointerId !== start.id) return
      const right = clientX - start.x
      if (buttons === 0) letGo(false)
      else if (!wasMoved.current && Math.abs(clientY - start.y) > Math.abs(right) + startPx) letGo(false)
      else if (wasMoved.current || Math.abs(right) > startPx) {
        wasMoved.current = true
        setPx(right)
      }
    }
    const onEnd = ({ pointerId }: globalThis.PointerEvent) => pointerId === start.id && letGo(true)
    const onCancel = ({ pointerId }: globalThis.PointerEvent) => pointerId === start.id && letGo(false)
    const { signal } = controller
    window.addEventListener('pointermove', onMove, { signal })
    window.addEventListener('pointerup', onEnd, { signal })
    window.addEventListener('pointercancel', onCancel, { signal })
    return () => controller.abort()
  }, [start])

  return {
    isDragged: start !== null,
    px,
    handlers: {
      onPointerDown: ({ isPrimary, button, pointerId, clientX, clientY }) => {
        wasMoved.current = false
        if (isPrimary && button === 0) setStart({ id: pointerId, x: clientX, y: clientY })
      },
      // a link or a picture would be carried off
      onDragStart: (event) => event.preventDefault(),
      // the end of a drag is no press on what lies under it
      onClickCapture: (event) => {
        if (!wasMoved.current) return
        wasMoved.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
