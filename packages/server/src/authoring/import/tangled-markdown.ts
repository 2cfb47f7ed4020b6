const mostMarks = 1500
const mostBrackets = 5000
const deepest = 60

/**
 * Markdown that no person writes: the parser compares every mark of emphasis with every other of its paragraph, and goes
 * as deep as quotations and lists lie in each other. A page of such signs would keep it busy for minutes.
 */
export function isTangledMarkdown(text: string): boolean {
  let marks = 0
  let brackets = 0
  // callouts lie in each other over many lines
  let open = 0
  for (const line of text.split('\n')) {
    // cells of a table are read each for itself
    if (/^\s*(?:\||$)/.test(line)) {
      marks = 0
      brackets = 0
    }
    if (/^\s*:{3,}\s*\S/.test(line)) open++
    else if (/^\s*:{3,}\s*$/.test(line)) open = Math.max(0, open - 1)
    marks += count(line, /\*+|_+|~+/g)
    brackets += count(line, /\[/g)
    const containers = /^(?:\s*(?:>|[-*+]\s|\d{1,9}[.)]\s|:{3,}))+/.exec(line)?.[0] ?? ''
    if (open > deepest || marks > mostMarks || brackets > mostBrackets || count(containers, /[>:*+-]|\d+/g) > deepest)
      return true
  }
  return false
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
