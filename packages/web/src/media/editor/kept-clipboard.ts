// Kept markup that is cut and pasted inside this page. The clipboard carries only a name that nobody can guess: what a
// foreign page puts into the clipboard can never become markup that is kept.

const carried = new Map<string, string>()
const mostCarried = 200

/** The name under which this markup can be pasted again. */
export function carryMarkup(markup: string): string {
  for (const [name, known] of carried) if (known === markup) return name
  const name = crypto.randomUUID()
  carried.set(name, markup)
  const [oldest] = carried.keys()
  if (carried.size > mostCarried && oldest) carried.delete(oldest)
  return name
}

/** Null for a name from elsewhere. */
export function carriedMarkup(name: string | null): string | null {
  return (name && carried.get(name)) || null
}
