let isPressing = false

if (typeof window !== 'undefined') {
  const options = { capture: true, passive: true }
  const say = (pressing: boolean) => () => {
    isPressing = pressing
  }
  window.addEventListener('pointerdown', say(true), options)
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, say(false), options)
}

/**
 * Acts at once, or, while a finger or button is down, when it has been let go: what moves under a press takes it away
 * from the intended one.
 */
export function afterPress(act: () => void): void {
  if (!isPressing) {
    act()
    return
  }
  const ends = new AbortController()
  const onEnd = () => {
    ends.abort()
    // the click belongs to the press
    setTimeout(act)
  }
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, onEnd, { signal: ends.signal })
}
