import { type RefObject, useLayoutEffect, useState } from 'react'

/** The hand is still for so long before something speaks up by itself. */
const restMs = 1000

const controls =
  'a[href], button, input, select, textarea, summary, label, video, iframe, [tabindex]:not([tabindex="-1"]), [contenteditable]'

/** Whether the box would lie on anything that can be pressed, or on a dialog that is being answered. */
function wouldCoverControl(box: HTMLElement): boolean {
  if (document.querySelector('dialog[open]:not([data-corner])')) return true
  const place = placeInCorner(box)
  return [...document.querySelectorAll(controls)].some((control) => {
    if (box.contains(control)) return false
    const { left, right, top, bottom } = control.getBoundingClientRect()
    const meets = left < place.right && right > place.left && top < place.bottom && bottom > place.top
    return meets && isShown(control)
  })
}

/** Where the box stands when it does not wait below the page. Looked at between two drawings: nobody sees it move. */
function placeInCorner(box: HTMLElement): DOMRect {
  const waits = box.hasAttribute('data-waiting')
  box.removeAttribute('data-waiting')
  const place = box.getBoundingClientRect()
  box.toggleAttribute('data-waiting', waits)
  return place
}

function isShown(control: Element): boolean {
  return control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
}

/**
 * True while the person is at rest and the fixed box would cover no control: until then it carries `data-waiting` and
 * stands elsewhere. It goes out of the way when the page moves, unless it is being answered.
 */
export function useFreePlace(ref: RefObject<HTMLElement | null>): boolean {
  const [isFree, setFree] = useState(false)
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const isAnswered = () => box.contains(document.activeElement) || box.matches(':hover')
    const look = () => {
      if (!isAnswered()) setFree(!wouldCoverControl(box))
    }
    const rest = () => {
      clearTimeout(timer)
      timer = setTimeout(look, restMs)
    }
    const move = () => {
      if (!isAnswered()) setFree(false)
      rest()
    }
    look()
    const options = { passive: true, capture: true }
    for (const name of ['scroll', 'resize']) window.addEventListener(name, move, options)
    for (const name of ['pointerup', 'keyup']) window.addEventListener(name, rest, options)
    return () => {
      clearTimeout(timer)
      for (const name of ['scroll', 'resize']) window.removeEventListener(name, move, options)
      for (const name of ['pointerup', 'keyup']) window.removeEventListener(name, rest, options)
    }
  }, [ref])
  return isFree
}
