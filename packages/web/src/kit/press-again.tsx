import { useEffect } from 'react'

/**
 * What a person does while the script is still on its way is not lost. Two scripts that stand in the page itself keep it,
 * and this has it done when a script has come. Links, forms and popovers work without script and are left alone.
 *
 * A press on a button (`first-presses.js`): React hears it first of all and stops it on its way down when it lies in a
 * part that has no script yet. So a press that arrives at its button is answered and one that does not is kept, as are
 * all from before React.
 *
 * What is typed or chosen in a field (`first-words.js`): React leaves it in the field but knows nothing of it, and would
 * put its own value back with the next drawing. So it is written once more when React has the field.
 */
export function pressAgain() {
  document.dispatchEvent(new Event('lantern:script'))
}

/** Stands in each part of a page that comes alive by itself. */
export function PressesAgain() {
  useEffect(pressAgain, [])
  return null
}
