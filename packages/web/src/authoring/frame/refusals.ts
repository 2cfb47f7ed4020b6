/** What the server said of fields, by `part.field`. */
export type Refusals = Readonly<Record<string, string>>

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

/** A call may name a field of another part, as publishing does: `steps.skillLevel`. */
export function refusedNames(
  details: readonly { field: string; message: string }[],
  part: string,
  parts: readonly string[],
): [name: string, message: string][] {
  return details.map(({ field, message }) => [
    parts.includes(field.split('.', 1)[0] ?? '') ? field : `${part}.${field}`,
    message,
  ])
}
