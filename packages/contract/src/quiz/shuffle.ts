/**
 * The same seed gives the same order on every machine and at every time, so an attempt looks the same after a reload
 * and on a second device without anything being stored.
 */
export function shuffled<T>(items: readonly T[], seed: string): T[] {
  const next = randomFrom(seed)
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1))
    const moved = order[last] as T // both indexes lie inside the array
    order[last] = order[other] as T
    order[other] = moved
  }
  return order
}

/** Each attempt of each learner has an order of its own. */
export function attemptSeed(learnerId: string, quizId: string, attemptNumber: number): string {
  return `${learnerId}/${quizId}/${attemptNumber}`
}

/** Numbers from 0 up to 1: mulberry32 over an FNV-1a hash of the seed. */
function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) {
    state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
