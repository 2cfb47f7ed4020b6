const cjkCharactersAMinute = 300
const wordsAMinute = 200

/** Minutes a person takes to read sanitized HTML, at least one. */
export function readingMinutes(...html: string[]): number {
  const text = html.join(' ').replace(/<[^>]*>/g, ' ')
  const cjk = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  const words =
    text.match(/[\p{Script=Latin}\p{Script=Cyrillic}\d][\p{Script=Latin}\p{Script=Cyrillic}\d'’-]*/gu)?.length ?? 0
  return Math.max(1, Math.round(cjk / cjkCharactersAMinute + words / wordsAMinute))
}
