/** Tells, line after line, whether a line belongs to fenced code (the fences themselves included). */
export function fenceTracker(): (line: string) => boolean {
  let open: { mark: string; length: number } | null = null
  return (line) => {
    if (open) {
      const close = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(line)?.[1]
      if (close?.startsWith(open.mark) && close.length >= open.length) open = null
      return true
    }
    const start = /^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    if (!start) return false
    open = { mark: start.charAt(0), length: start.length }
    return true
  }
}

export function indentOf(line: string): number {
  return /^ */.exec(line.replaceAll('\t', '    '))?.[0].length ?? 0
}
