import { useEffect } from 'react'

/**
 * A press on a button whose script is still on its way is not lost: `first-presses.js`, which stands in the page itself,
 * keeps it, and this gives it to the button when a script has come. Links, forms and popovers work without script and
 * are left alone.
 *
 * React hears a press first of all and stops it on its way down when it lies in a part that has no script yet. So a
 * press that arrives at its button is answered and one that does not is kept, as are all from before React.
 */
export function pressAgain() {
  document.dispatchEvent(new Event('lantern:script'))
}

/** Stands in each part of a page that comes alive by itself. */
export function PressesAgain() {
  useEffect(pressAgain, [])
  return null
}
