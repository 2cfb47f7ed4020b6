import type { DraftCopies, DraftCopy } from '../draft-copies.ts'

/** The store of a device, for tests: what pages leave in it, and which of them are still open. */
export function memoryCopies(
  living: Set<string> = new Set(),
): DraftCopies & { kept: Map<string, DraftCopy>; released: number } {
  const kept = new Map<string, DraftCopy>()
  const store = {
    kept,
    released: 0,
    list: async (owner: string) => [...kept.values()].filter((copy) => copy.owner === owner),
    put: async (copy: DraftCopy) => void kept.set(copy.key, structuredClone(copy)),
    drop: async (key: string) => void kept.delete(key),
    living: async (sessions: readonly string[]) => new Set(sessions.filter((session) => living.has(session))),
    release: () => void store.released++,
  }
  return store
}
