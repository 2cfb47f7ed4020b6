/** The values of an answer with several places, by the place. */
export function pairsOf(given: readonly string[]): Map<string, string> {
  return new Map(
    given.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, Math.max(0, at)), pair.slice(at + 1)]
    }),
  )
}

/** The answer with another value at one place; an empty one takes it back. */
export function withPair(given: readonly string[], place: string, value: string): string[] {
  const others = given.filter((pair) => !pair.startsWith(`${place}=`))
  return value === '' ? others : [...others, `${place}=${value}`]
}
