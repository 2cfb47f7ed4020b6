import { resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockedWords, blockedWordsIn } from './blocked-words.ts'

const words = blockedWords('# list\n博彩\n賭場\ncasino\n?官方客服\n')

test.each([
  ['博彩', '博彩'],
  ['博 彩', '博 彩'],
  ['博．彩', '博.彩'],
  ['博\u200b彩', '博彩'],
  ['专业博—★—彩推广', '博—★—彩'],
  ['网上赌场', '赌场'],
  ['網上賭場', '赌场'],
  ['ＣＡＳＩＮＯ', 'casino'],
  ['the C-a-s-i-n-o!', 'c-a-s-i-n-o'],
])('%s is found', (text, found) => {
  expect(words.review([text])).toEqual({ outcome: 'rejected', found: [found] })
})

test.each(['博物馆的彩灯', '场馆里赌气', 'casinos', 'my casinoroyale', '官方文档', ''])('%s is left alone', (text) => {
  expect(words.review([text])).toEqual({ outcome: 'approved', found: [] })
})

test('a word that needs a person asks for one, unless another is never shown', () => {
  expect(words.review(['我是 官 方 客 服', ''])).toEqual({ outcome: 'needAdmin', found: ['官 方 客 服'] })
  expect(words.review(['官方客服', '博彩'])).toEqual({ outcome: 'rejected', found: ['博彩'] })
})

test('any signs between the letters make no difference', () => {
  const signs = fc.stringMatching(/^[ .,!？。、_*~-]{0,20}$/)
  fc.assert(
    fc.property(signs, fc.constantFrom('博彩', '赌场'), (between, word) => {
      expect(words.review([[...word].join(between)]).outcome).toBe('rejected')
    }),
  )
})

test('a text made to be slow is looked at to its end', () => {
  const slow = ['c'.repeat(20_000), 'ca'.repeat(10_000), `c${'-'.repeat(20_000)}`, '博'.repeat(20_000)]
  expect(words.review(slow).outcome).not.toBe('rejected')
})

test('the list that comes with the site is read, and a site without a list blocks nothing', () => {
  const file = resolve(import.meta.dirname, '../../../../../content/blocked-words.txt')
  expect(blockedWordsIn(file).review(['在线博彩']).outcome).toBe('rejected')
  expect(blockedWordsIn(file).review(['喜欢做像素画的关卡设计师，Unity 三年']).outcome).toBe('approved')
  expect(blockedWordsIn('/nowhere/at-all.txt').review(['在线博彩']).outcome).toBe('approved')
})
