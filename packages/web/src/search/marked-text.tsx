import type { MarkedText as Marked } from '@lantern/contract/search/searching.ts'
import type { ReactNode } from 'react'

/** Text with the words that were looked for marked. It is text all the way: nothing in it is ever read as HTML. */
export function MarkedText({ value: { text, marks } }: { value: Marked }): ReactNode {
  const parts: ReactNode[] = []
  let at = 0
  for (const [from = 0, to = 0] of marks) {
    if (from > at) parts.push(text.slice(at, from))
    parts.push(<mark key={from}>{text.slice(from, to)}</mark>)
    at = to
  }
  parts.push(text.slice(at))
  return parts
}
