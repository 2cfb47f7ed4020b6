import { expect, test } from 'vitest'
import { languageChange } from './language-change.ts'

test('the page reloads without its language parameter, everything else of the address stays [I18N-007]', () => {
  expect(
    languageChange('zh_CN', 'en_US', 'https://lantern.example/search?q=%E5%85%89&language=zh&page=2#hits'),
  ).toEqual({
    reloadTo: '/search?q=%E5%85%89&page=2#hits',
  })
})

test('the language that is spoken already is not asked for again, unless the address asks for another', () => {
  expect(languageChange('zh_CN', 'zh_CN', 'https://lantern.example/faq')).toBeNull()
  expect(languageChange('zh_CN', 'zh_CN', 'https://lantern.example/faq?language=en')).toEqual({ reloadTo: '/faq' })
})
