import type { DraftCopies, DraftCopy } from '../frame/draft-copies.ts'

/** The store of a device, for tests: what pages leave in it, and which of them are still open. */
export function memoryCopies(living: Set<string> = new Set()): DraftCopies & { kept: Map<string, DraftCopy> } {
  const kept = new Map<string, DraftCopy>()
  return {
    kept,
    list: async (owner) => [...kept.values()].filter((copy) => copy.owner === owner),
    put: async (copy) => void kept.set(copy.key, structuredClone(copy)),
    drop: async (key) => void kept.delete(key),
    living: async (sessions) => new Set(sessions.filter((session) => living.has(session))),
  }
}
