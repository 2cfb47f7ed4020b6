import { expect, test } from 'vitest'
import { indexTerms, neighbourTerms, queryWords } from './analyze.ts'
import { fold, foldWithOrigin } from './fold.ts'
import { languageOf } from './language.ts'
import { soundOf, soundTerms } from './pinyin.ts'
import { forgiven, rests, slips } from './spelling.ts'

const overlap = (query: string, text: string, language: string) => {
  const terms = new Set(indexTerms(text, language, 'all'))
  return queryWords(query).every(({ stems, pairs }) => [...stems, ...pairs].some((term) => terms.has(term)))
}

test('Chinese is cut by a dictionary that knows the terms of the trade, and by pairs', () => {
  const terms = indexTerms('通用渲染管线入门教程', 'zh', 'all')
  expect(terms).toEqual(expect.arrayContaining(['通用渲染管线', '渲染', '管线', '入门', '教程']))
  expect(overlap('渲染', '从零开始学习通用渲染管线入门教程', 'zh')).toBe(true)
  expect(overlap('渲染管线', '从零开始学习通用渲染管线入门教程', 'zh')).toBe(true)
})

test('Chinese and Latin in one run are both found', () => {
  expect(indexTerms('Defold消息传递', 'zh', 'all')).toEqual(expect.arrayContaining(['defold', '消息传递', '消息']))
  expect(queryWords('C#教程').map(({ text }) => text)).toEqual(['c#', '教程'])
})

test.each([
  ['優化內存', '优化内存', 'zh'],
  ['ＳＨＡＤＥＲ', 'shader', 'zh'],
  ['Animación', 'animacion', 'es'],
  ['sprites', 'Sprite', 'en'],
  ['playing sounds', 'Play a sound', 'en'],
  ['textures', 'Texture filtering', 'en'],
  ['propiedades', 'La propiedad', 'es'],
  ['colisões', 'colisão', 'pt'],
  ['столкновения', 'столкновений', 'ru'],
  ['спрайты', 'спрайта', 'ru'],
  ['스프라이트', '스프라이트를 표시하기', 'ko'],
  ['スプライト', 'スプライトの使い方', 'ja'],
  ['buffer', 'sys.load_buffer', 'en'],
  ['load_buffer', 'sys.load_buffer', 'en'],
  ['object', 'GameObject', 'en'],
  ['C++', 'Native C++ code', 'en'],
])('%s finds %s', (query, text, language) => {
  expect(overlap(query, text, language)).toBe(true)
})

test('words written together and apart find each other', () => {
  expect(neighbourTerms('Tile map manual', 'en')).toContain('tilemap')
})

test('a place in folded text leads back to where it came from', () => {
  const { folded, origin } = foldWithOrigin('ﬁre 漢字 É')
  expect(folded).toBe('fire 汉字 e')
  expect(origin?.[folded.indexOf('汉')]).toBe('ﬁre 漢字 É'.indexOf('漢'))
  expect(fold('a\u0000b\u200bc')).toBe('a bc')
})

test('a title is found by how it sounds', () => {
  const terms = soundTerms('通用渲染管线')
  expect(terms).toEqual(expect.arrayContaining(['p:tongyongxuanranguanxian', 'i:tyxrgx']))
  expect(soundTerms('渲染管线入门')).toEqual(expect.arrayContaining([soundOf('渲然管线')]))
})

test('slips of typing are counted as one for a letter more, less, wrong or swapped', () => {
  expect([
    slips('sprite', 'sprte'),
    slips('sprite', 'spprite'),
    slips('sprite', 'sprita'),
    slips('sprite', 'spirte'),
  ]).toEqual([1, 1, 1, 1])
  expect(slips('shader', 'shared')).toBe(2)
  expect([forgiven(3), forgiven(6), forgiven(9)]).toEqual([0, 1, 2])
  const shared = rests('spirte').filter((rest) => rests('sprite').includes(rest))
  expect(shared.length).toBeGreaterThan(0)
})

test('the language of a query shows in its script, its marks or its small words', () => {
  expect(['渲染', '물리', 'физика', 'colisão', 'animación de huesos', 'how to play', 'sprite'].map(languageOf)).toEqual(
    ['zh', 'ko', 'ru', 'pt', 'es', 'en', null],
  )
})
