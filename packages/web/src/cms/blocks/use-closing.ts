import { type RefObject, useEffect } from 'react'

/**
 * What opens over the page is out of the way again on Escape, on a press elsewhere, when the focus goes on, and when one
 * of its links is followed.
 */
export function useClosing(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = within.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    const close = (except?: Node | null) => {
      for (const open of element.querySelectorAll('details[open]')) {
        if (!except || !open.contains(except)) open.removeAttribute('open')
      }
    }
    element.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        const open = element.querySelector<HTMLElement>('details[open] > summary')
        close()
        open?.focus()
      },
      { signal },
    )
    element.addEventListener(
      'focusout',
      // a press on what takes no focus is heard below
      ({ relatedTarget }) => relatedTarget instanceof Node && close(relatedTarget),
      { signal },
    )
    document.addEventListener('pointerdown', ({ target }) => close(target as Node), { signal })
    element.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a') && close(), {
      signal,
    })
    return () => controller.abort()
  }, [within])
}
