export interface Line {
  number: number
  text: string
  /** Only this side has it. */
  alone: boolean
}

/** Beyond this many lines every line that the other side does not have anywhere is marked: order is not looked at. */
const mostCompared = 1_500

/** Two texts line by line: what both have in the same order is shared, the rest stands alone. */
export function lineDifferences(one: string, other: string): { one: Line[]; other: Line[] } {
  const [left, right] = [linesOf(one), linesOf(other)]
  const shared =
    left.length * right.length > mostCompared ** 2 ? sharedAnywhere(left, right) : sharedInOrder(left, right)
  const marked = (lines: readonly string[], kept: ReadonlySet<number>) =>
    lines.map((text, number) => ({ number, text, alone: !kept.has(number) }))
  return { one: marked(left, shared.one), other: marked(right, shared.other) }
}

interface Shared {
  one: ReadonlySet<number>
  other: ReadonlySet<number>
}

function sharedInOrder(left: readonly string[], right: readonly string[]): Shared {
  const width = right.length + 1
  const lengths = new Uint32Array((left.length + 1) * width)
  for (let at = left.length - 1; at >= 0; at -= 1) {
    for (let there = right.length - 1; there >= 0; there -= 1) {
      lengths[at * width + there] =
        left[at] === right[there]
          ? (lengths[(at + 1) * width + there + 1] ?? 0) + 1
          : Math.max(lengths[(at + 1) * width + there] ?? 0, lengths[at * width + there + 1] ?? 0)
    }
  }
  const shared = { one: new Set<number>(), other: new Set<number>() }
  for (let at = 0, there = 0; at < left.length && there < right.length; ) {
    if (left[at] === right[there]) {
      shared.one.add(at++)
      shared.other.add(there++)
    } else if ((lengths[(at + 1) * width + there] ?? 0) >= (lengths[at * width + there + 1] ?? 0)) at += 1
    else there += 1
  }
  return shared
}

function sharedAnywhere(left: readonly string[], right: readonly string[]): Shared {
  const [inLeft, inRight] = [new Set(left), new Set(right)]
  return {
    one: new Set(left.flatMap((line, number) => (inRight.has(line) ? [number] : []))),
    other: new Set(right.flatMap((line, number) => (inLeft.has(line) ? [number] : []))),
  }
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}
