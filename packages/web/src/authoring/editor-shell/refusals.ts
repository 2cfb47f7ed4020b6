import type { FaultDetails } from '#kit/documents/draft-sync-state.ts'

/** What the server said of fields, by `part.field`. */
export type Refusals = Readonly<Record<string, string>>

type Named = [name: string, message: string][]

export function withoutParts(refusals: Refusals, parts: readonly string[]): Refusals {
  return Object.fromEntries(Object.entries(refusals).filter(([name]) => !parts.includes(name.split('.', 1)[0] ?? '')))
}

/** What the server said of a field stands until that field changes. */
export function withoutChanged(refusals: Refusals, part: string, before: unknown, after: unknown): Refusals {
  if (Object.keys(refusals).length === 0) return refusals
  const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>]
  return Object.fromEntries(
    Object.entries(refusals).filter(([name]) => {
      const [of, field = ''] = name.split('.')
      return of !== part || Object.is(old[field], fresh[field])
    }),
  )
}

/** A fault inside a rich text is shown at its field. */
export function refusalInside(refusals: Refusals, name: string): string | undefined {
  return Object.entries(refusals).find(([at]) => `${at}.`.startsWith(`${name}.content.`))?.[1]
}

/** The names of fields that a call was refused for. `part` is the one that was saved: all of them are in it. */
export function refusedNames(details: FaultDetails, part: string): Named {
  return details.map(({ field, message }) => [`${part}.${field}`, message])
}

/** Publishing sends all parts, the general form at the top: it names `steps.skillLevel` and `title` or `general.title`. */
export function refusedNamesOfAll(details: FaultDetails, parts: readonly string[]): Named {
  return details.map(({ field, message }) => [
    parts.includes(field.split('.', 1)[0] ?? '') ? field : `${parts[0]}.${field}`,
    message,
  ])
}
