import { contentLanguage, type OfferedLocale } from '@lantern/contract/locales.ts'
import { type LegalText, parseLegalText } from '#shell/index.ts'

/** The texts of content/legal, built into the server's part of the page. */
const sources = import.meta.glob<string>('../../../../content/legal/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const legalPages = {
  '/app/privacy': 'privacy',
  '/app/terms': 'terms',
  '/app/person-info-list': 'person-info-list',
  '/term-of-service': 'term-of-service',
  '/contact': 'contact',
} as const

export function legalText(pathname: string, locale: OfferedLocale): LegalText {
  // the router asks for the data of a page under its path with `.data` at the end
  const path = pathname.replace(/\.data$/, '') as keyof typeof legalPages
  const name = legalPages[path]
  const source = sources[`../../../../content/legal/${name}.${contentLanguage(locale)}.md`]
  if (!source) throw new Error(`There is no text for ${pathname} in ${locale}`)
  return parseLegalText(source)
}
