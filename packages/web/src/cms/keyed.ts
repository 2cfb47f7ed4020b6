/** Entries of a list have no id of their own: they are known by their place, which holds while a page is shown. */
export function keyed<T>(entries: readonly T[]): { key: string; entry: T }[] {
  return entries.map((entry, place) => ({ key: String(place), entry }))
}
