import { expect, test } from 'vitest'
import {
  isOfferedLocale,
  localeNamed,
  locales,
  minimumLocales,
  negotiateLocale,
  offeredLocales,
  readingLists,
} from './locales.ts'

test('every locale of the product is offered [I18N-001]', () => {
  expect([...offeredLocales].sort()).toEqual([
    'de_DE',
    'en_US',
    'es_ES',
    'fr_FR',
    'ja_JP',
    'ko_KR',
    'pt_PT',
    'ru_RU',
    'zh_CN',
  ])
  expect([...locales].sort()).toEqual([...offeredLocales].sort())
})

test('the least set is among what is offered [I18N-002]', () => {
  expect([...minimumLocales]).toEqual(['en_US', 'zh_CN', 'ko_KR', 'ja_JP'])
  expect(minimumLocales.filter((locale) => !isOfferedLocale(locale))).toEqual([])
})

test.each([
  ['zh-TW,zh;q=0.9,en;q=0.8', 'zh_CN'],
  ['zh-HK', 'zh_CN'],
  ['zh-Hant-TW', 'zh_CN'],
  ['pt-BR', 'pt_PT'],
  ['en-GB,en;q=0.5', 'en_US'],
  ['es-419, es;q=0.9', 'es_ES'],
  ['fr-CA;q=0.4, ru;q=0.7', 'ru_RU'],
  ['DE-at', 'de_DE'],
  ['ko', 'ko_KR'],
  ['ja;q=0, fr;q=0.1', 'fr_FR'],
  ['en;q=0', 'zh_CN'],
  ['nl, ja;q=0.2', 'ja_JP'],
  // no language is the beginning of another: Kongo, Filipino, Konkani
  ['kog, fil, kok', 'zh_CN'],
  ['*', 'zh_CN'],
  ['', 'zh_CN'],
  [undefined, 'zh_CN'],
  [`${'x,'.repeat(5000)}en`, 'zh_CN'],
])('a browser that speaks %s is answered in %s [I18N-001]', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale)
})

test('a locale is named by its long or its short form, and by nothing else', () => {
  expect([localeNamed('ko_KR'), localeNamed('ko'), localeNamed('KO'), localeNamed('en_XA'), localeNamed(null)]).toEqual(
    ['ko_KR', 'ko_KR', null, null, null],
  )
})

test.each([
  ['their own where there is enough in it', { en: 90, zh: 80, ko: 48 }, 'ko', null],
  ['English with the few in their own', { en: 90, zh: 80, ko: 47 }, 'en', 'ko'],
  ['their own where there is no more in English', { zh: 80, ko: 2, en: 2 }, 'ko', null],
  ['their own where there is nothing in English', { zh: 80, ko: 1 }, 'ko', null],
  ['English where there is nothing in their own', { zh: 80, en: 1 }, 'en', null],
  ['what there is most of where there is neither', { zh: 80, ja: 70 }, 'zh', null],
  ['their own where there is nothing at all', {}, 'ko', null],
])('lists for somebody who speaks Korean are in %s', (_, counts, language, own) => {
  expect(readingLists('ko_KR', new Map(Object.entries(counts)))).toEqual({ language, own })
})

test('lists are in the language of the site for who speaks it, and in English for who speaks that, however little there is', () => {
  const counts = (first: string, second: string) => new Map([[first, 90] as const, [second, 1] as const])
  expect(readingLists('zh_CN', counts('en', 'zh'))).toEqual({ language: 'zh', own: null })
  expect(readingLists('en_US', counts('zh', 'en'))).toEqual({ language: 'en', own: null })
})
