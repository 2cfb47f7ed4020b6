import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type OfferedLocale, offeredLocales } from '@lantern/contract/locales.ts'
import { expect, test } from 'vitest'

const { resolve } = createRequire(import.meta.url)

function words(locale: OfferedLocale, domain: string): Record<string, string> {
  return JSON.parse(readFileSync(resolve(`@lantern/contract/messages/${locale}/${domain}.json`), 'utf8'))
}

test('what is deleted can be found under the tab that really has that name, in every language', () => {
  for (const locale of offeredLocales) {
    const texts = { ...words(locale, 'authoring'), ...words(locale, 'documents') }
    for (const key of ['authoring.quiz_delete_text', 'authoring.quiz_delete_question_text']) {
      expect([locale, key, texts[key]]).toEqual([
        locale,
        key,
        expect.stringMatching(new RegExp(`[“「«„]\\s?${texts['documents.revisions']}\\s?[”」»“]`)),
      ])
    }
  }
})

test('creators read one word for one thing in English', () => {
  const texts = Object.assign({}, ...['authoring', 'documents', 'cms', 'media'].map((domain) => words('en_US', domain)))
  const said = Object.entries<string>(texts).filter(([, text]) => /\b(revisions?|films?|photos?|images?)\b/i.test(text))
  expect(said).toEqual([])
})
