import { type IdType, type InnerIdType, newId, typeOfId } from '@lantern/contract/ids.ts'
import { mapStrings } from './media-refs.ts'
import type { PackedItem } from './package-shape.ts'

/** What is made anew with a copy; people, pictures, files and videos stay who and what they are. */
const copied: readonly (IdType | InnerIdType)[] = [
  'tutorial',
  'quiz',
  'project',
  'course',
  'liveSession',
  'section',
  'chapter',
  'question',
  'option',
  'host',
]

/**
 * The same items under ids that nothing has, which name one another as before. Translations of one another stay so, in a
 * group of their own: nothing here is touched by them.
 */
export function ownCopies(items: readonly PackedItem[]): PackedItem[] {
  const ids = new Map<string, string>()
  const groups = new Map<string, string>()
  for (const { id, forms } of items) {
    rename(id, ids)
    eachId(forms, (inner) => rename(inner, ids))
  }
  return items.map(({ id, type, translationGroup, forms, ...rest }) => {
    const group = groups.get(translationGroup) ?? newId(type)
    groups.set(translationGroup, group)
    const copy = mapStrings(forms, (text) => ids.get(text) ?? text) as PackedItem['forms']
    return { ...rest, id: ids.get(id) ?? id, type, translationGroup: group, forms: copy }
  })
}

function rename(id: string, ids: Map<string, string>): void {
  const type = typeOfId(id)
  if (type && copied.includes(type) && !ids.has(id)) ids.set(id, newId(type))
}

function eachId(value: unknown, visit: (id: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value) && 'id' in value && typeof value.id === 'string') visit(value.id)
  for (const inner of Object.values(value)) eachId(inner, visit)
}
