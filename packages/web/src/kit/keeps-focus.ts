import { useEffect } from 'react'

const reachable =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [contenteditable="true"], [tabindex="0"]'

interface Place {
  element: HTMLElement
  /** What it stands in, from near to far, and how many controls come before it there. */
  around: { ancestor: HTMLElement; before: number }[]
}

/** For editors, whose rows and fields come and go with a press. */
export function KeepsFocus() {
  useEffect(keepFocus, [])
  return null
}

/**
 * When what has the focus is taken away or replaced, as a row by its own button, the focus goes to what stands in its place.
 * After a touch it does not move: a focused field would open the keyboard. Returns a function that ends this.
 */
function keepFocus(): () => void {
  let inDialog: Place | null = null
  let onPage: Place | null = null
  let isFinger = false

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    if (target.closest('dialog')) inDialog = placeOf(target)
    else [inDialog, onPage] = [null, placeOf(target)]
  }
  const onPointer = ({ pointerType }: PointerEvent) => {
    isFinger = pointerType === 'touch'
  }
  const onKey = () => {
    isFinger = false
  }
  const look = () => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body
    if (!isNowhere || isFinger) return
    // the button of a dialog that has closed: what opened it may be gone as well
    for (const place of [inDialog, onPage]) if (place && !isThere(place.element) && focusAround(place)) return
  }
  // what moves the focus itself does so with the change
  const observer = new MutationObserver(() => setTimeout(look))
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'open'] })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('pointerdown', onPointer, true)
  document.addEventListener('keydown', onKey, true)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('pointerdown', onPointer, true)
    document.removeEventListener('keydown', onKey, true)
  }
}

function isThere(element: HTMLElement): boolean {
  return element.isConnected && element.matches(':not(:disabled)') && !element.closest('dialog:not([open])')
}

function placeOf(element: HTMLElement): Place {
  const around: Place['around'] = []
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    around.push({ ancestor, before: Math.max(0, controlsIn(ancestor).indexOf(element)) })
    if (ancestor.matches('dialog, main, body')) break
  }
  return { element, around }
}

function controlsIn(ancestor: HTMLElement): HTMLElement[] {
  return [...ancestor.querySelectorAll<HTMLElement>(reachable)]
}

/** False: nothing around it can be focused. */
function focusAround({ around }: Place): boolean {
  for (const { ancestor, before } of around) {
    if (!isThere(ancestor)) continue
    const controls = controlsIn(ancestor)
    for (const control of [...controls.slice(before), ...controls.slice(0, before).reverse()]) {
      control.focus()
      // what is not shown takes no focus
      if (document.activeElement === control) return true
    }
  }
  return false
}
