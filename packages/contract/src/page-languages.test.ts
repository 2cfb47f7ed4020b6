import { expect, test } from 'vitest'
import { askedLocale, itemAlternates, itemCanonical, keepLocale, pageAlternates } from './page-languages.ts'

test('an address asks for a language by its long or its short form; on the page of an item the short one is of the content [SHELL-008]', () => {
  expect(askedLocale('/faq', 'ko_KR')).toBe('ko_KR')
  expect(askedLocale('/faq', 'ko')).toBe('ko_KR')
  expect(askedLocale('/tutorial/x', 'ko_KR')).toBe('ko_KR')
  expect(askedLocale('/tutorial/x', 'en')).toBeNull()
  expect(askedLocale('/campus/quiz/x', 'en')).toBeNull()
  expect(askedLocale('/tutorials', 'en')).toBe('en_US')
  expect([askedLocale('/faq', 'xx'), askedLocale('/faq', ''), askedLocale('/faq', null)]).toEqual([null, null, null])
})

test('a page has an address in each of nine languages and one for everybody else', () => {
  const alternates = pageAlternates('/faq')
  expect(alternates).toHaveLength(10)
  expect(alternates).toContainEqual({ tag: 'ko-KR', href: '/faq?language=ko_KR' })
  expect(alternates.at(-1)).toEqual({ tag: 'x-default', href: '/faq' })
})

const zh = { type: 'tutorial', slug: 'shadows', language: 'zh' }
const en = { type: 'tutorial', slug: 'shadows-en', language: 'en' }

test('translations are alternates of each other, each with its own slug; other languages read the English one', () => {
  const alternates = Object.fromEntries(itemAlternates([zh, en]).map(({ tag, href }) => [tag, href]))
  expect(alternates).toMatchObject({
    'zh-CN': '/tutorial/shadows',
    'en-US': '/tutorial/shadows-en',
    'ko-KR': '/tutorial/shadows-en?language=ko_KR',
    'x-default': '/tutorial/shadows-en',
  })
  expect(itemAlternates([en, zh])).toEqual(itemAlternates([zh, en]))
})

test('every canonical address of an item is one of its alternates', () => {
  const all = [zh, en]
  const known = itemAlternates(all).map(({ href }) => href)
  for (const item of all) {
    for (const asked of [null, 'zh_CN', 'en_US', 'ko_KR'] as const) {
      expect(known).toContain(itemCanonical(item, all, asked))
    }
  }
  expect(itemCanonical(en, all, 'ko_KR')).toBe('/tutorial/shadows-en?language=ko_KR')
  expect(itemCanonical(zh, all, 'ko_KR')).toBe('/tutorial/shadows')
})

test('links within the site keep the language that was asked for', () => {
  expect(keepLocale('/free?page=2#end', 'ko_KR')).toBe('/free?page=2&language=ko_KR#end')
  // the language of the content has no say over the interface
  expect(keepLocale('/tutorial/x?language=en', 'ko_KR')).toBe('/tutorial/x?language=ko_KR')
  for (const href of ['https://else.example/', '//else.example', '#step', '/api/x', '/media/x']) {
    expect(keepLocale(href, 'ko_KR')).toBe(href)
  }
})
