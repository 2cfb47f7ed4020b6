import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { ItemRating } from './item-rating.tsx'

const locales = ['zh_CN', 'en_US', 'de_DE', 'fr_FR', 'ru_RU'] as const
beforeAll(() => Promise.all(locales.map(loadCatalogue)))

function ratedBy(ratingCount: number, locale: (typeof locales)[number]): string | undefined {
  const html = renderToStaticMarkup(
    <MessagesProvider locale={locale}>
      <ItemRating stats={{ averageRating: 9, ratingCount }} withPeople />
    </MessagesProvider>,
  )
  return /[(（][^)）]*[)）]/.exec(html)?.[0]
}

test('how many have rated is said in the plural of the language, thousands included', () => {
  expect(locales.map((locale) => ratedBy(1, locale))).toEqual([
    '（1人评分）',
    '(1 rating)',
    '(1 Bewertung)',
    '(1 note)',
    '(оценок: 1)',
  ])
  expect(locales.slice(0, 4).map((locale) => ratedBy(1000, locale))).toEqual([
    '（1,000人评分）',
    '(1,000 ratings)',
    '(1.000 Bewertungen)',
    '(1\u202f000 notes)',
  ])
})
