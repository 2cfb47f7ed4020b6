// The text of a search box, and how it is written. Apart from the criteria: the box of every page needs it.

/** Longer text is cut: nobody types it, and a search stays a search. */
export const maxQueryLength = 200

/** The typed text, as an answer repeats it: its words, each once, with a space between them, cut at its longest. */
export function queryText(typed: string): string {
  return queryWords(cleanText(typed).slice(0, maxQueryLength)).join(' ')
}

/** The words of a query. */
export function queryWords(query: string): string[] {
  return [...new Set(cleanText(query).split(/[\s,，、;；]+/u))].filter(Boolean)
}

/** The words of a query as entries of the keyword list `k`. */
export function queryEntries(query: string): string[] {
  return queryWords(query).map((word) => keyword('query', word))
}

/** `key:value`; a colon inside the value would read as another key, so it becomes a space. */
export function keyword(key: string, value: string): string {
  return `${key}:${cleanText(value.replaceAll(':', ' '))}`
}

/** Control characters and halves of characters say nothing; any run of blanks is one space. */
export function cleanText(text: string): string {
  return text
    .slice(0, 4000)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\uFFFD]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}
