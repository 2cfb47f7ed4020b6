/** By the name of a list, in the order of leaving: what the list had grown to when its page was left. */
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
