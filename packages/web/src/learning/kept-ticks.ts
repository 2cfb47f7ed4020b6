// Ticks that the server has not answered yet, on this device: a page that is closed without a network loses none.

function nameOf(userId: string, itemId: string): string {
  return `lantern.ticks.${userId}.${itemId}`
}

export interface KeptTick {
  completed: boolean
  /** By this device's clock, in ms: the server is told the age. */
  madeAt: number
}

/** In the place of a step's id: the mark of the whole lesson. */
export const wholeLesson = 'whole'

/** By step. */
export function keptTicks(userId: string, itemId: string): Map<string, KeptTick> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(nameOf(userId, itemId)) ?? '{}')
    if (typeof value !== 'object' || value === null) return new Map()
    return new Map(Object.entries(value).filter((entry): entry is [string, KeptTick] => isTick(entry[1])))
  } catch {
    // without a store, or with something else in it, nothing was kept
    return new Map()
  }
}

function isTick(value: unknown): value is KeptTick {
  if (typeof value !== 'object' || value === null || !('completed' in value) || !('madeAt' in value)) return false
  return typeof value.completed === 'boolean' && typeof value.madeAt === 'number'
}

/** Keeps the tick of one step or of the whole, or forgets it; another tab of the lesson keeps its own in the same place. */
export function keepTick(userId: string, itemId: string, stepId: string, tick: KeptTick | null): void {
  const ticks = keptTicks(userId, itemId)
  if (tick === null) {
    if (!ticks.delete(stepId)) return
  } else ticks.set(stepId, tick)
  try {
    if (ticks.size === 0) localStorage.removeItem(nameOf(userId, itemId))
    else localStorage.setItem(nameOf(userId, itemId), JSON.stringify(Object.fromEntries(ticks)))
  } catch {
    // a full or forbidden store costs the copy on this device: the tick is sent all the same
  }
}
