/** The list with one entry taken from its place to another; the same list where nothing moves. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const target = Math.max(0, Math.min(to, list.length - 1))
  const entry = list[from]
  if (entry === undefined || target === from) return list
  const rest = list.toSpliced(from, 1)
  rest.splice(target, 0, entry)
  return rest
}
