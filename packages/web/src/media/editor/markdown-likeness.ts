const signs: readonly RegExp[] = [
  /^#{1,6} \S/m,
  /^(?:```|~~~)/m,
  /^\s*[-*+] \S.*\n\s*[-*+] \S/m,
  /^\s*\d+[.)] \S.*\n\s*\d+[.)] \S/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /(?<![*\w])\*\*[^*\n]+\*\*(?![*\w])/,
  /^\|.+\|\s*\n\|[\s:|-]+\|/m,
  /^> \S/m,
  /^:::\s?\w+/m,
  /(?<!`)`[^`\n]+`(?!`)/,
]
/** One of these is enough: nobody writes them by chance. */
const sure = new Set([1, 6, 8])

/** True when plain text was most likely written as Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  if (text.length < 6 || text.length > 500_000) return false
  const found = signs.flatMap((sign, index) => (sign.test(text) ? [index] : []))
  return found.length >= 2 || found.some((index) => sure.has(index)) || (found[0] === 0 && text.includes('\n'))
}
