/** Longer than this no way to another page takes: it failed, or what came was a file to be kept. */
const longestMs = 30_000

let beganAt = Number.NEGATIVE_INFINITY

if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', () => {
    beganAt = Date.now()
  })
  // back again
  window.addEventListener('pageshow', () => {
    beganAt = Number.NEGATIVE_INFINITY
  })
}

/** A link or a posted form leads to another page, which has not come yet: going anywhere else would cut it off. */
export function isOnTheWay(now: number): boolean {
  return now - beganAt < longestMs
}
