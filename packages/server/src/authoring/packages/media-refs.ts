/** Ids of stored media, standing alone or in the address of a picture or a file. */
const storedId = /^(?:img|vd|at)_[\w-]{1,80}$/
const storedAddress = /\/media\/(images|attachments)\/((?:img|at)_[\w-]{1,80})\//g
const packedRef = /^media:([0-9a-f]{40})$/
const packedAddress = /\/media\/(images|attachments)\/media:([0-9a-f]{40})\//g

/** Every id in the forms that may be one of a picture, a video or a file. */
export function mediaIdsIn(value: unknown): Set<string> {
  const ids = new Set<string>()
  mapStrings(value, (text) => {
    if (storedId.test(text)) ids.add(text)
    for (const [, , id = ''] of text.matchAll(storedAddress)) ids.add(id)
    return text
  })
  return ids
}

/** Ids become refs; one that has none stays as it is. */
export function packRefs<Value>(value: Value, refOf: ReadonlyMap<string, string>): Value {
  return mapStrings(value, (text) => {
    const ref = refOf.get(text)
    if (ref) return `media:${ref}`
    return text.replace(storedAddress, (address, place: string, id: string) => {
      const known = refOf.get(id)
      return known ? `/media/${place}/media:${known}/` : address
    })
  }) as Value
}

/** Refs become the ids that the media have here. */
export function unpackRefs<Value>(value: Value, idOf: ReadonlyMap<string, string>): Value {
  return mapStrings(value, (text) => {
    const ref = packedRef.exec(text)?.[1]
    if (ref) return idOf.get(ref) ?? text
    return text.replace(packedAddress, (address, place: string, found: string) => {
      const id = idOf.get(found)
      return id ? `/media/${place}/${id}/` : address
    })
  }) as Value
}

export function refsIn(value: unknown): Set<string> {
  const refs = new Set<string>()
  mapStrings(value, (text) => {
    const ref = packedRef.exec(text)?.[1]
    if (ref) refs.add(ref)
    for (const [, , found = ''] of text.matchAll(packedAddress)) refs.add(found)
    return text
  })
  return refs
}

/** The same value with other texts in it. */
export function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((inner) => mapStrings(inner, map))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, map)]))
}
