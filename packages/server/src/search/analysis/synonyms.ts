import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Each line of synonyms.txt holds terms of the index that readers use for one another, across languages.

const groups = readFileSync(join(import.meta.dirname, 'synonyms.txt'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split(' '))

const byTerm = new Map<string, string[]>()
for (const group of groups) {
  for (const term of group) {
    const others = group.filter((other) => other !== term)
    byTerm.set(term, [...(byTerm.get(term) ?? []), ...others])
  }
}

export function synonymsOf(term: string): readonly string[] {
  return byTerm.get(term) ?? []
}
