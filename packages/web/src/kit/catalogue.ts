import { defaultLocale, isOfferedLocale, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { CompiledMessage } from '#kit/compiled-message.ts'

export type Messages = Record<string, CompiledMessage>

type Loaders = Record<OfferedLocale, () => Promise<{ default: Messages }>>

const whole: Loaders = {
  zh_CN: () => import('virtual:catalogue/zh_CN'),
  en_US: () => import('virtual:catalogue/en_US'),
  ja_JP: () => import('virtual:catalogue/ja_JP'),
  ko_KR: () => import('virtual:catalogue/ko_KR'),
  de_DE: () => import('virtual:catalogue/de_DE'),
  es_ES: () => import('virtual:catalogue/es_ES'),
  fr_FR: () => import('virtual:catalogue/fr_FR'),
  pt_PT: () => import('virtual:catalogue/pt_PT'),
  ru_RU: () => import('virtual:catalogue/ru_RU'),
}

const loaded = new Map<OfferedLocale, Messages>()

/** Everything one locale can say: for the server, once a page is asked for in it, and for tests. */
export async function loadCatalogue(locale: OfferedLocale): Promise<void> {
  if (!loaded.has(locale)) await learn(locale, whole)
}

/** In the browser: one part of the catalogue in the page's language. Called by what the build adds to each module. */
export async function learnPart(part: Loaders): Promise<void> {
  await learn(pageLocale(), part)
}

/** The language that the server rendered this page in. */
export function pageLocale(): OfferedLocale {
  const locale = document.documentElement.lang.replace('-', '_')
  return isOfferedLocale(locale) ? locale : defaultLocale
}

export function catalogueOf(locale: OfferedLocale): Messages {
  const messages = loaded.get(locale)
  if (!messages) throw new Error(`The catalogue ${locale} was not loaded`)
  return messages
}

async function learn(locale: OfferedLocale, loaders: Loaders): Promise<void> {
  const { default: messages } = await loaders[locale]()
  loaded.set(locale, { ...loaded.get(locale), ...messages })
}
