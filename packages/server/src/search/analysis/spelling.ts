/*
 * A slip of typing is found by what is left when a letter is taken away: two words that differ by one letter too many,
 * one too few, a wrong one or two swapped ones share such a rest (the idea of SymSpell).
 */

const shortest = 4
const longest = 24

/** Words that slips are led back to. */
export function isSpellable(word: string): boolean {
  return word.length >= shortest && word.length <= longest && /^[\p{Script=Latin}\p{Script=Cyrillic}]+$/u.test(word)
}

/** The word itself and every rest with one letter less. */
export function rests(word: string): string[] {
  const out = new Set([word])
  for (let i = 0; i < word.length; i++) out.add(word.slice(0, i) + word.slice(i + 1))
  return [...out]
}

/** Letters added, lost, changed or swapped between two words. */
export function slips(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(rows, i - 1, j - 1) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, at(rows, i - 2, j - 2) + 1)
      }
      row.push(least)
    }
    rows.push(row)
  }
  return at(rows, a.length, b.length)
}

/** How many slips are forgiven in a word of this length. */
export function forgiven(length: number): number {
  return length >= 8 ? 2 : length >= shortest ? 1 : 0
}

function at(rows: number[][], i: number, j: number): number {
  return rows[i]?.[j] ?? 0
}
