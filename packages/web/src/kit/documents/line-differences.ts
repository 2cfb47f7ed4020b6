import { diffArrays } from 'diff'

export interface Line {
  number: number
  text: string
  /** Only this side has it. */
  alone: boolean
}

/** Two texts line by line: what both have in the same order is shared, the rest stands alone. */
export function lineDifferences(one: string, other: string): { one: Line[]; other: Line[] } {
  const lines = { one: [] as Line[], other: [] as Line[] }
  const add = (side: Line[], text: string, alone: boolean) => side.push({ number: side.length, text, alone })
  for (const { in: side, values } of alignLists(linesOf(one), linesOf(other))) {
    for (const text of values) {
      if (side !== 'other') add(lines.one, text, side === 'one')
      if (side !== 'one') add(lines.other, text, side === 'other')
    }
  }
  return lines
}

/** A run of values that both lists have, or that one of them has alone. */
interface Run {
  in: 'both' | 'one' | 'other'
  values: string[]
}

/** Beyond this many additions and removals the two have little in common, and finding it would hold up the page. */
const maxEdits = 1_500

/** Two lists as runs, in order; where they part, `one` comes first. */
export function alignLists(one: string[], other: string[]): Run[] {
  const runs = diffArrays(one, other, { maxEditLength: maxEdits })
  if (runs)
    return runs.map(({ added, removed, value }) => ({ in: added ? 'other' : removed ? 'one' : 'both', values: value }))
  return [
    { in: 'one', values: one },
    { in: 'other', values: other },
  ]
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}
