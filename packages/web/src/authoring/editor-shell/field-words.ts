import type { MessageKey, Translate } from '#kit/messages.tsx'

/** What a person would call a field, by its path: `sections.se_1.labUrl`. */
export function fieldWord(path: string, t: Translate): string {
  for (const name of path.split('.').toReversed()) {
    const word = knownWord(name, t)
    if (word !== null) return word
  }
  return path
}

/** The word of one field name; null for ids and what has no name of its own. */
export function knownWord(name: string, t: Translate): string | null {
  const key = fieldKeys[name] ?? `authoring.field_${name}`
  // ids stand in paths between the names: the catalogue returns what it does not know as it is
  const word = t(key as MessageKey)
  return word === key ? null : word
}

/** The parts of a range have the words of their controls. */
const fieldKeys: Readonly<Record<string, MessageKey>> = {
  withAll: 'authoring.version_all',
  minVersionId: 'authoring.version_from',
  maxVersionId: 'authoring.version_to',
}
