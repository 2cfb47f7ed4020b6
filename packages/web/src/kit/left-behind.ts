/** By place in the history: what a page of this document had grown to when it was left. The latest is last. */
const left = new Map<string, unknown>()
const mostPlaces = 20

export function leaveBehind(name: string, what: unknown): void {
  left.delete(name)
  left.set(name, what)
  const [oldest] = left.keys()
  if (left.size > mostPlaces && oldest !== undefined) left.delete(oldest)
}

export function leftBehind<T>(name: string): T | undefined {
  return left.get(name) as T | undefined
}

/**
 * As in a document that was just opened.
 * @testing
 */
export function forgetLeftBehind(): void {
  left.clear()
}
