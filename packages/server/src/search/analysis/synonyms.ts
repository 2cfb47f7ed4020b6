import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fold } from './fold.ts'
import { allStems } from './stem.ts'

// Each line of synonyms.txt holds words or terms of the index that readers use for one another.

const isWordOfLetters = /^[\p{Script=Latin}\p{Script=Cyrillic}\d]+$/u

const groups = readFileSync(join(import.meta.dirname, 'synonyms.txt'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => [...new Set(line.split(' ').flatMap(termsOf))])

/** Under which terms a word of the file is looked up; a word of letters that is a stem already is one of them. */
function termsOf(word: string): string[] {
  const folded = fold(word)
  return isWordOfLetters.test(folded) ? [...new Set([folded, ...allStems(folded)])] : [folded]
}

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
