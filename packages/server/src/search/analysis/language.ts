/** Words that belong to one of the languages alone. */
const tellingWords = {
  en: 'the of how to with and for what my is',
  es: 'el los las del y con una para como qué cómo',
  pt: 'do dos da das em no na nos nas com uma para como não ao',
  fr: 'le les des du et avec une pour dans comment est sur',
  de: 'der die das und mit für ein eine wie ist auf',
} as const

const tellingMarks: readonly (readonly [string, RegExp])[] = [
  ['zh', /\p{Script=Han}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['pt', /[ãõêôâ]|ç(?:ão|ões|a|o)/iu],
  ['es', /[ñ¿¡]|ción|ciones|ón(?:\s|$)|ía(?:s?)(?:\s|$)/iu],
  ['de', /[ßäö]/iu],
  ['fr', /[èùûœ]/iu],
]

/** The language in which something seems to be asked; null when it could be any. */
export function languageOf(query: string): string | null {
  if (/\p{Script=Hangul}/u.test(query)) return 'ko'
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(query)) return 'ja'
  const marked = tellingMarks.find(([, pattern]) => pattern.test(query))
  if (marked) return marked[0]
  const words = query.toLowerCase().split(/\s+/)
  const counts = Object.entries(tellingWords).map(([language, list]) => {
    const telling = new Set<string>(list.split(' '))
    return { language, count: words.filter((word) => telling.has(word)).length }
  })
  const [best, second] = counts.sort((a, b) => b.count - a.count)
  return best && best.count > (second?.count ?? 0) ? best.language : null
}
