import { sameContent } from '@lantern/contract/same-content.ts'
import { alignLists } from './line-differences.ts'

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

/** What both have stands once; where they part, mine comes first. */
function interleave(mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const texts = (blocks: readonly unknown[]) => blocks.map((block) => JSON.stringify(block))
  return alignLists(texts(mine), texts(theirs)).flatMap(({ values }) => values.map((text) => JSON.parse(text)))
}
