import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'

interface SentencePage {
  /** From the catalogues: no markup is in it. */
  sentence: string
  locale: OfferedLocale
  /** Another try may go well soon: the browser makes it by itself. */
  comesBack: boolean
}

/** Where no page could be made, a person reads a sentence in their language, without script and styles of the site. */
export function sentencePage({ sentence, locale, comesBack }: SentencePage): string {
  const meta = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    ...(comesBack ? ['<meta http-equiv="refresh" content="5">'] : []),
  ].join('')
  return `<!doctype html><html lang="${languageTag(locale)}">${meta}<title>${sentence}</title><p>${sentence}`
}
