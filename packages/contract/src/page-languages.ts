import { itemPath, type Linked, withParams } from './links.ts'
import { contentLanguage, languageTag, localeNamed, type OfferedLocale, offeredLocales } from './locales.ts'
import { wireNames } from './wire-names.ts'

// The addresses of one page in nine languages, for people and for search engines. docs/practices/languages.md

/** Pages of items: their address may say in which language the content is, which leaves the interface as it is. */
const itemPage = /^(\/campus)?\/(tutorial|project|course|quiz|liveSession)\//

/**
 * The interface language that an address asks for. Everywhere the long form (`ko_KR`) does, and on pages that are no
 * item's the short one (`ko`) too; on an item's page that is the language of its content.
 */
export function askedLocale(path: string, language: string | null | undefined): OfferedLocale | null {
  const locale = localeNamed(language)
  return locale !== language && itemPage.test(path) ? null : locale
}

/** One address of a page for each language, and the one for everybody else. */
export interface Alternate {
  /** A BCP 47 tag, or `x-default`. */
  tag: string
  href: string
}

/** A page whose whole text follows the interface: one address a locale; the plain one finds the visitor's own. */
export function pageAlternates(path: string): Alternate[] {
  return [
    ...offeredLocales.map((locale) => ({ tag: languageTag(locale), href: inLocale(path, locale) })),
    { tag: 'x-default', href: path },
  ]
}

/** One work in the languages that it was written in. */
export type Written = Linked

/**
 * A locale in which the work was written has that translation's own plain address; the others have the fallback, in
 * English where there is one, with their interface around it.
 */
export function itemAlternates(translations: readonly Written[]): Alternate[] {
  const fallback = fallbackOf(translations)
  if (!fallback) return []
  return [
    ...offeredLocales.map((locale) => {
      const own = translations.find(({ language }) => language === contentLanguage(locale))
      const href = own ? itemPath(own, own.slug) : inLocale(itemPath(fallback, fallback.slug), locale)
      return { tag: languageTag(locale), href }
    }),
    { tag: 'x-default', href: itemPath(fallback, fallback.slug) },
  ]
}

/** The canonical address of this reading of the item. */
export function itemCanonical(item: Written, translations: readonly Written[], asked: OfferedLocale | null): string {
  const own = asked && translations.some(({ language }) => language === contentLanguage(asked))
  const isFallback = fallbackOf(translations)?.slug === item.slug
  return asked && !own && isFallback ? inLocale(itemPath(item, item.slug), asked) : itemPath(item, item.slug)
}

/** A link within the site, keeping the language that the current address asks for. */
export function keepLocale(href: string, locale: OfferedLocale): string {
  return /^\/(?!\/|api\/|media\/)/.test(href) ? inLocale(href, locale) : href
}

export function inLocale(path: string, locale: OfferedLocale): string {
  return withParams(path, { [wireNames.language]: locale })
}

/** The same for every one of them, in any order. */
function fallbackOf(translations: readonly Written[]): Written | undefined {
  const [first] = translations.toSorted((a, b) => (a.language < b.language ? -1 : 1))
  return translations.find(({ language }) => language === 'en') ?? first
}
