import { sameContent } from '@lantern/contract/same-content.ts'

/** Whether there is a way for both to stand: texts and lists can, a choice of one thing cannot. */
export function canKeepBoth(mine: unknown, theirs: unknown): boolean {
  if (typeof mine === 'string' && typeof theirs === 'string')
    return mine.includes(' ') || isProse(mine) || isProse(theirs)
  if (Array.isArray(mine) && Array.isArray(theirs)) return true
  return isText(mine) && isText(theirs)
}

export function bothOf(mine: unknown, theirs: unknown): unknown {
  if (typeof mine === 'string' && typeof theirs === 'string') return joined(mine, theirs)
  if (Array.isArray(mine) && Array.isArray(theirs)) return union(mine, theirs)
  if (isText(mine) && isText(theirs)) return { ...mine, content: interleave(mine.content, theirs.content) }
  return mine
}

interface Text {
  type: 'doc'
  content: unknown[]
}

function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc'
}

/** Ids, addresses and short words are no prose: two of them in one field would be neither. */
function isProse(text: string): boolean {
  return text === '' || !/^[\w:/.?=&%#+-]*$/.test(text)
}

function joined(mine: string, theirs: string): string {
  if (mine.trim() === '' || theirs.trim() === '') return mine.trim() === '' ? theirs : mine
  return mine.includes('\n') || theirs.includes('\n') ? `${mine}\n${theirs}` : `${mine} / ${theirs}`
}

function union(mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  return [...mine, ...theirs.filter((one) => !mine.some((other) => sameContent(one, other)))]
}

/** Beyond this many pairs of blocks their order is not looked at: what only the other one has stands at the end. */
const mostPairs = 4_000_000

/** What both have stands once; where they part, mine comes first. */
function interleave(mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const [ours, others] = [mine.map((block) => JSON.stringify(block)), theirs.map((block) => JSON.stringify(block))]
  if (ours.length * others.length > mostPairs) {
    const here = new Set(ours)
    return [...mine, ...theirs.filter((_, index) => !here.has(others[index] ?? ''))]
  }
  const shared = commonLengths(ours, others)
  const together: unknown[] = []
  let [at, there] = [0, 0]
  while (at < mine.length && there < theirs.length) {
    if (ours[at] === others[there]) {
      together.push(mine[at])
      at += 1
      there += 1
    } else if ((shared[at + 1]?.[there] ?? 0) >= (shared[at]?.[there + 1] ?? 0)) together.push(mine[at++])
    else together.push(theirs[there++])
  }
  return [...together, ...mine.slice(at), ...theirs.slice(there)]
}

/** How many blocks the rests from each pair of places have in common. */
function commonLengths(mine: readonly string[], theirs: readonly string[]): number[][] {
  const table = Array.from({ length: mine.length + 1 }, () => new Array<number>(theirs.length + 1).fill(0))
  for (let at = mine.length - 1; at >= 0; at -= 1) {
    for (let there = theirs.length - 1; there >= 0; there -= 1) {
      const row = table[at] as number[]
      const below = table[at + 1] as number[]
      row[there] =
        mine[at] === theirs[there] ? (below[there + 1] ?? 0) + 1 : Math.max(below[there] ?? 0, row[there + 1] ?? 0)
    }
  }
  return table
}
