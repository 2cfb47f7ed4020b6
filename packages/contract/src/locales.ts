/** Interface languages. Content languages are the part before the underscore. */
export const locales = ['en_US', 'zh_CN', 'ko_KR', 'ja_JP', 'ru_RU', 'es_ES', 'fr_FR', 'de_DE', 'pt_PT'] as const
export type Locale = (typeof locales)[number]

/**
 * The least set a release must speak.
 * @testing
 */
export const minimumLocales = ['en_US', 'zh_CN', 'ko_KR', 'ja_JP'] as const satisfies readonly Locale[]

/** Locales with a catalogue, in the order in which they are offered. */
export const offeredLocales = [
  'zh_CN',
  'en_US',
  'ja_JP',
  'ko_KR',
  'de_DE',
  'es_ES',
  'fr_FR',
  'pt_PT',
  'ru_RU',
] as const satisfies readonly Locale[]
export type OfferedLocale = (typeof offeredLocales)[number]

export const defaultLocale: OfferedLocale = 'zh_CN'

export function isOfferedLocale(text: string | undefined): text is OfferedLocale {
  return (offeredLocales as readonly string[]).includes(text ?? '')
}

export function contentLanguage<L extends Locale>(locale: L): LanguageOf<L> {
  // the two letters before the underscore
  return locale.slice(0, 2) as LanguageOf<L>
}

type LanguageOf<L extends Locale> = L extends `${infer Language}_${string}` ? Language : never

/** BCP 47 tag for `lang` attributes and Intl. */
export function languageTag(locale: Locale): string {
  return locale.replace('_', '-')
}

/** The locale that a language is spoken in: `ko` and `ko_KR` are both the Korean one. */
export function localeNamed(text: string | null | undefined): OfferedLocale | null {
  if (isOfferedLocale(text ?? undefined)) return text as OfferedLocale
  return offeredLocales.find((locale) => contentLanguage(locale) === text) ?? null
}

/**
 * The offered locale that fits an Accept-Language header best, else the default. A region or script that is not offered
 * is read in the one that is: zh-TW in zh_CN, pt-BR in pt_PT. A language with weight 0 is refused.
 */
export function negotiateLocale(acceptLanguage: string | undefined): OfferedLocale {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 300)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
      const q = parameters.find((text) => /^q=/i.test(text))?.slice(2)
      // the language is the first part, so that no three-letter language is taken for a shorter one
      return { language: tag.split('-', 1)[0]?.toLowerCase() ?? '', weight: q === undefined ? 1 : Number(q) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of wanted) {
    const match = offeredLocales.find((locale) => contentLanguage(locale) === language)
    if (match) return match
  }
  return defaultLocale
}

/** The language that the site is made in. */
export const siteLanguage = contentLanguage(defaultLocale)

/** Items that make a language one of lists: with fewer its readers would soon be at the end of them. */
export const fewestOfLanguage = 48

/** What readers of a locale find in lists, by the language of content. */
export interface ReadingLists {
  language: string
  /** Their own language while it has too few items for lists of its own: these are listed too, in place of the versions
   * of the same works in `language`. */
  own: string | null
}

/**
 * Lists for readers of a locale: in their own language where it is the site's, has enough items or has no fewer than
 * English; else in English, else in the language with most. `counts` are items by language, the most first.
 */
export function readingLists(locale: Locale, counts: ReadonlyMap<string, number>): ReadingLists {
  const own = contentLanguage(locale)
  const [items, english] = [counts.get(own) ?? 0, counts.get('en') ?? 0]
  if (items > 0 && (own === siteLanguage || items >= fewestOfLanguage || items >= english))
    return { language: own, own: null }
  const language = english > 0 ? 'en' : ([...counts.keys()][0] ?? own)
  return { language, own: items > 0 && own !== language ? own : null }
}
