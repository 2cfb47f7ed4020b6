/**
 * Text without what PostgreSQL refuses. Halves of surrogate pairs, in which text that was cut may end, become U+FFFD; NUL is
 * left out.
 */
export function keepableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
