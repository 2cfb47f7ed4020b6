/**
 * What a person calls themselves or a thing, as others read it: on one line, without signs of no width and those that turn
 * the direction of writing, which only serve to imitate another name or to turn the words around it.
 */
export function onOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}
