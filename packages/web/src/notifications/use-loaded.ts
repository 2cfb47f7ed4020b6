import { useState } from 'react'

/** What the page has loaded, until a press changes it or the page loads it anew. */
export function useLoaded(loaded: boolean): [boolean, (now: boolean) => void] {
  const [on, setOn] = useState(loaded)
  const [known, setKnown] = useState(loaded)
  if (loaded !== known) {
    setKnown(loaded)
    setOn(loaded)
  }
  return [on, setOn]
}
