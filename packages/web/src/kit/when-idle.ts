/** Longest wait. */
const idleMs = 3_000

/** Acts when the browser has nothing else to do; answers what calls it off. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, idleMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: idleMs })
  return () => cancelIdleCallback(handle)
}
