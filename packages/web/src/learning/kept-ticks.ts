// Ticks that the server has not answered yet, on this device: a page that is closed without a network loses none.

function nameOf(userId: string, itemId: string): string {
  return `lantern.ticks.${userId}.${itemId}`
}

/** By step: whether it was marked as done or not done. */
export function keptTicks(userId: string, itemId: string): Map<string, boolean> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(nameOf(userId, itemId)) ?? '{}')
    if (typeof value !== 'object' || value === null) return new Map()
    return new Map(Object.entries(value).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'))
  } catch {
    // without a store, or with something else in it, nothing was kept
    return new Map()
  }
}

/** Keeps the tick of one step, or forgets it; another tab of the lesson keeps its own in the same place. */
export function keepTick(userId: string, itemId: string, stepId: string, completed: boolean | null): void {
  const ticks = keptTicks(userId, itemId)
  if (completed === null) {
    if (!ticks.delete(stepId)) return
  } else ticks.set(stepId, completed)
  try {
    if (ticks.size === 0) localStorage.removeItem(nameOf(userId, itemId))
    else localStorage.setItem(nameOf(userId, itemId), JSON.stringify(Object.fromEntries(ticks)))
  } catch {
    // a full or forbidden store costs the copy on this device: the tick is sent all the same
  }
}
