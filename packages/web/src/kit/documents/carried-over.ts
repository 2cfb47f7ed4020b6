import { sameContent } from '@lantern/contract/same-content.ts'

/**
 * Edits made since a save was sent, merged into the server's form of it: where nothing changed stands what it
 * made, with ids of its own. Entries of a list are known by their ids.
 */
export function carriedOver<T>(sent: T, made: T, now: T): T {
  // the three have one shape
  return carried(sent, made, now) as T
}

function carried(sent: unknown, made: unknown, now: unknown): unknown {
  if (sameContent(sent, now)) return made
  if (isRecord(sent) && isRecord(made) && isRecord(now)) {
    return Object.fromEntries(
      Object.entries(now).map(([name, value]) => [name, carried(sent[name], made[name], value)]),
    )
  }
  if (!Array.isArray(sent) || !Array.isArray(made) || !isEntries(now)) return now
  return now.map((entry) => {
    const at = sent.findIndex((one) => isRecord(one) && one.id === entry.id)
    return at < 0 || at >= made.length ? entry : carried(sent[at], made[at], entry)
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEntries(value: unknown): value is { id: unknown }[] {
  return Array.isArray(value) && value.every((entry) => isRecord(entry) && 'id' in entry)
}
