import type { ItemType, SkillLevel } from '@lantern/contract/catalog/item-types.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import { useMemo } from 'react'
import { type MessageKey, useLocale, useMessages } from '#kit/messages.tsx'

const typeKeys = {
  tutorial: 'catalog.type_tutorial',
  project: 'catalog.type_project',
  course: 'catalog.type_course',
  quiz: 'catalog.type_quiz',
  liveSession: 'catalog.type_live_session',
  faq: 'catalog.type_faq',
  submission: 'catalog.type_submission',
} as const satisfies Record<ItemType, MessageKey>

const levelKeys = {
  foundational: 'catalog.level_foundational',
  beginner: 'catalog.level_beginner',
  intermediate: 'catalog.level_intermediate',
  advanced: 'catalog.level_advanced',
} as const satisfies Record<SkillLevel, MessageKey>

const languageNames: Record<string, string> = {
  zh: '中文',
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  ru: 'Русский',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
}

/** Names of types, levels and languages. A language is named in itself, so that its readers find it. */
export function useItemWords() {
  const t = useMessages()
  const locale = useLocale()
  return useMemo(
    () => ({
      type: (type: ItemType) => t(typeKeys[type]),
      level: (level: SkillLevel) => t(levelKeys[level]),
      language: languageName,
      /** Named where it is not the one that the visitor reads everything else in. */
      otherLanguage: (language: string) => (language === contentLanguage(locale) ? null : languageName(language)),
    }),
    [t, locale],
  )
}

function languageName(language: string): string {
  return languageNames[language] ?? language.toUpperCase()
}
