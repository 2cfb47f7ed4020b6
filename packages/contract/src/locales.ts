/** Interface languages. Content languages are the part before the underscore. */
export const locales = ['en_US', 'zh_CN', 'ko_KR', 'ja_JP', 'ru_RU', 'es_ES', 'fr_FR', 'de_DE', 'pt_PT'] as const
export type Locale = (typeof locales)[number]

/** The least set a release must speak. */
export const minimumLocales = ['en_US', 'zh_CN', 'ko_KR', 'ja_JP'] as const satisfies readonly Locale[]

/** Locales whose catalogue is complete: only these are offered. */
export const offeredLocales = ['zh_CN', 'en_US'] as const satisfies readonly Locale[]
export type OfferedLocale = (typeof offeredLocales)[number]

export const defaultLocale: OfferedLocale = 'zh_CN'

export function isOfferedLocale(text: string | undefined): text is OfferedLocale {
  return (offeredLocales as readonly string[]).includes(text ?? '')
}

export function contentLanguage(locale: Locale): string {
  return locale.slice(0, 2)
}

/** BCP 47 tag for `lang` attributes and Intl. */
export function languageTag(locale: Locale): string {
  return locale.replace('_', '-')
}

/** The offered locale that fits an Accept-Language header best, else the default. */
export function negotiateLocale(acceptLanguage: string | undefined): OfferedLocale {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', q] = part.trim().split(';q=')
      return { language: tag.slice(0, 2).toLowerCase(), weight: q === undefined ? 1 : Number(q) || 0 }
    })
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of wanted) {
    const match = offeredLocales.find((locale) => contentLanguage(locale) === language)
    if (match) return match
  }
  return defaultLocale
}
