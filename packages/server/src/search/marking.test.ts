import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstLetters, mark, markable, snippet } from './marking.ts'

const [stems, beginnings] = [['sprit', 'анимац'], ['xuan']]
const marks = { pieces: ['阴影贴图', '阴影'], stems, beginnings, firsts: firstLetters(stems, beginnings) }
const marked = (text: string, language = 'zh') => {
  const found = mark(markable(text), marks, language)
  return found.marks.map(([from, to]) => found.text.slice(from, to))
}

test('every form of the words is marked, whole words only', () => {
  expect(marked('级联阴影贴图与陰影')).toEqual(['阴影贴图', '陰影'])
  expect(marked('Sprites are not spritelike', 'en')).toEqual(['Sprites'])
  expect(marked('Анимация свойств', 'ru')).toEqual(['Анимация'])
})

test('marks stay inside the text, in order and apart, whatever the text is', () => {
  const text = fc.string({
    unit: fc.constantFrom('阴', '影', 'ﬁ', 'İ', 'sprite', ' ', '<b>', '😀', '한', '\u0301'),
    maxLength: 40,
  })
  fc.assert(
    fc.property(text, (value) => {
      const found = snippet(markable(value), marks, 'en', 20) ?? mark(markable(value), marks, 'en')
      let last = 0
      for (const [from = -1, to = -1] of found.marks) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(found.text.length)
        last = to
      }
      expect(found.text.isWellFormed()).toBe(true)
    }),
  )
})

test('a snippet stands around the first place and says where it was cut', () => {
  const found = snippet(markable(`${'前文'.repeat(60)}阴影${'后文'.repeat(60)}`), marks, 'zh', 40)
  expect(found?.text).toMatch(/^….*阴影.*…$/u)
  expect(found?.text.length).toBeLessThanOrEqual(43)
  expect(snippet(markable('没有'), marks, 'zh')).toBeNull()
})
