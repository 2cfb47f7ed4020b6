import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Area, Ask, NumericAsk, TextAsk } from '../asks.ts'
import { grade } from '../grading.ts'
import { withGaps } from './gap-marks.ts'
import { kindNameOf, kindOf } from './index.ts'
import { readingsOf } from './numeric.ts'
import type { Answerable } from './question-kind.ts'

function question(ask: Ask, options: Answerable['options'] = []): Answerable {
  return { id: 'q', ask, options }
}

function credit(asked: Answerable, ...given: string[]): number {
  return grade([asked], { q: given }).credits.get('q') ?? 0
}

function numeric(change: Partial<NumericAsk['answers'][number]>, units: NumericAsk['units'] = []): Answerable {
  const answer = { value: 9.81, tolerance: 0, percent: false, credit: 100, ...change }
  return question({ kind: 'numeric', answers: [answer], units })
}

function accepts(texts: string[], change: Partial<TextAsk> = {}): Answerable {
  const answers = texts.map((text) => ({ text, credit: 100 }))
  return question({ kind: 'text', answers, matchCase: false, ...change })
}

const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, correct: true, match: id.toUpperCase() }))

test('a choice is of one where one option is right, and of several where several are [QUIZ-015 QUIZ-016]', () => {
  const options = (...correct: boolean[]) => correct.map((isCorrect, at) => ({ id: `${at}`, correct: isCorrect }))
  expect(kindNameOf({ options: options(true, false) })).toBe('single')
  expect(kindNameOf({ options: options(true, true, false) })).toBe('several')
  const single = { id: 'q', options: options(true, false) }
  expect(kindOf(single).refusal(single, ['0', '1'])).toBe('quiz.refused.one_answer')
  expect(kindOf(single).refusal(single, ['7'])).toBe('quiz.refused.option')
})

test('a choice counts in part where its options say what they add', () => {
  const options = [
    { id: 'a', correct: true, credit: 33.33333 },
    { id: 'b', correct: true, credit: 33.33333 },
    { id: 'c', correct: true, credit: 33.33333 },
    { id: 'd', correct: false, credit: -50 },
  ]
  const asked = { id: 'q', options }
  expect([credit(asked, 'a', 'b', 'c'), credit(asked, 'a', 'b'), credit(asked, 'a', 'd')]).toEqual([1, 0.666667, 0])
  const whole = { id: 'q', options: options.map(({ id, correct }) => ({ id, correct })) }
  expect([credit(whole, 'a', 'b', 'c'), credit(whole, 'a', 'b')]).toEqual([1, 0])
})

test.each([
  ['9.81', [9.81]],
  ['9,81', [9.81]],
  ['９．８１', [9.81]],
  ['−3', [-3]],
  [' + 5 ', [5]],
  ['1 234.5', [1234.5]],
  ['1.234,5', [1234.5]],
  ["1'234", [1234]],
  ['1,234,567', [1234567]],
  ['1,234', [1.234, 1234]],
  ['0,234', [0.234]],
  ['6.02e23', [6.02e23]],
  ['6,02 × 10^23', [6.02e23]],
  ['.5', [0.5]],
  ['', []],
  ['-', []],
  ['nine', []],
  ['1.2.3', []],
])('the number %s is read as %j', (text, readings) => {
  expect(readingsOf(text)).toEqual(readings)
})

test('a number is right within its tolerance, absolute or in percent, to both sides', () => {
  const absolute = numeric({ tolerance: 0.05 })
  expect(['9.76', '9,86', '9.81'].map((text) => credit(absolute, text))).toEqual([1, 1, 1])
  expect(['9.75', '9.87', 'x', ''].map((text) => credit(absolute, text))).toEqual([0, 0, 0, 0])
  const share = numeric({ value: -200, tolerance: 1, percent: true })
  expect(['-198', '-202', '-197.9', '198'].map((text) => credit(share, text))).toEqual([1, 1, 0, 0])
  expect(credit(numeric({ value: 0.3 }), String(0.1 + 0.2))).toBe(1)
})

test('a number in another unit counts for what it is in the first; without a unit it is in the first', () => {
  const length = numeric({ value: 2 }, [
    { name: 'm', factor: 1 },
    { name: 'cm', factor: 0.01 },
  ])
  expect(credit(length, '2')).toBe(1)
  expect(credit(length, '200', 'cm')).toBe(1)
  expect(credit(length, '200 ｃｍ')).toBe(1)
  expect(credit(length, '200', 'm')).toBe(0)
  expect(credit(length, '2 kg')).toBe(0)
})

test('the most that an answer earns counts', () => {
  const ask: NumericAsk = {
    kind: 'numeric',
    units: [],
    answers: [
      { value: 10, tolerance: 0, percent: false, credit: 100 },
      { value: 10, tolerance: 2, percent: false, credit: 50 },
    ],
  }
  expect(credit(question(ask), '10')).toBe(1)
  expect(credit(question(ask), '11.5')).toBe(0.5)
})

test('capitals, width and spaces of a typed text do not count, unless capitals are to', () => {
  const word = accepts(['Shadow Map', '阴影贴图'])
  for (const typed of ['shadow map', '  SHADOW   MAP ', 'ｓｈａｄｏｗ　ｍａｐ', '阴影 贴图'])
    expect(credit(word, typed)).toBe(1)
  expect(credit(word, 'shadow maps')).toBe(0)
  expect(credit(accepts(['Unity'], { matchCase: true }), 'unity')).toBe(0)
  expect(credit(accepts(['Unity'], { matchCase: true }), ' Unity ')).toBe(1)
})

test('a star stands for any text, and for itself behind a backslash', () => {
  expect(credit(accepts(['*shadow*map*']), 'the shadow of a map')).toBe(1)
  expect(credit(accepts(['*shadow*map*']), 'a map of shadows')).toBe(0)
  expect(credit(accepts(['a*a']), 'a')).toBe(0)
  expect(credit(accepts(['2\\*3']), '2*3')).toBe(1)
  expect(credit(accepts(['2\\*3']), '2+3')).toBe(0)
})

test('a hundred stars are looked at as quickly as one', () => {
  const ask = accepts([`${'*a'.repeat(100)}*b`])
  expect(credit(ask, 'a'.repeat(500))).toBe(0)
})

test('in an order each item that follows the right one counts', () => {
  const order = question({ kind: 'ordering' }, items)
  expect(credit(order, 'a', 'b', 'c', 'd')).toBe(1)
  expect(credit(order, 'd', 'a', 'b', 'c')).toBeCloseTo(2 / 3)
  expect(credit(order, 'd', 'c', 'b', 'a')).toBe(0)
  const { refusal } = kindOf(order)
  expect(refusal(order, [])).toBeNull()
  expect([['a'], ['a', 'a', 'b', 'c'], ['a', 'b', 'c', 'x']].map((given) => refusal(order, given))).toEqual(
    Array(3).fill('quiz.refused.option'),
  )
})

test('each right match counts the same, and only what is offered can be chosen', () => {
  const pairs = question({ kind: 'matching', others: ['X=Y'] }, items)
  expect(credit(pairs, 'a=A', 'b=B', 'c=C', 'd=D')).toBe(1)
  expect(credit(pairs, 'a=A', 'b=X=Y')).toBe(0.25)
  const { refusal, shown } = kindOf(pairs)
  expect(refusal(pairs, ['a=A', 'b=X=Y'])).toBeNull()
  expect([['a=Z'], ['z=A'], ['a=A', 'a=B'], ['A']].map((given) => refusal(pairs, given))).toEqual(
    Array(4).fill('quiz.refused.option'),
  )
  expect([...(shown(pairs, 'seed')?.targets ?? [])].sort()).toEqual(['A', 'B', 'C', 'D', 'X=Y'])
})

test('what is offered says nothing of what belongs together', () => {
  const offered = (options: Answerable['options']) =>
    kindOf(question({ kind: 'matching', others: [] }, options)).shown(
      question({ kind: 'matching', others: [] }, options),
      'seed',
    )?.targets
  const exchanged = items.map((item, at) => ({ ...item, match: items[(at + 1) % items.length]?.match ?? '' }))
  expect(offered(items)).toEqual(offered(exchanged))
})

test('gaps count alike, each by its own kind, and the text says where they are', () => {
  const ask: Ask = {
    kind: 'gaps',
    gaps: [
      {
        kind: 'choice',
        answers: [
          { text: 'on', credit: 100 },
          { text: 'off', credit: 0 },
        ],
      },
      {
        kind: 'text',
        answers: [
          { text: 'map', credit: 100 },
          { text: 'image', credit: 50 },
        ],
        matchCase: false,
      },
      { kind: 'numeric', answers: [{ value: 2, tolerance: 0.5, percent: false, credit: 100 }], units: [] },
      { kind: 'text', answers: [{ text: 'x', credit: 100 }], matchCase: false },
    ],
  }
  const asked = { ...question(ask), body: '<p>[[2]] [[1]] <b>[[3]]</b>[[4]]</p>' }
  expect(credit(asked, '1=on', '2=image', '3=2,4')).toBe(0.625)
  const { refusal, faults } = kindOf(asked)
  expect(refusal(asked, ['1=on', '2=a=b'])).toBeNull()
  expect([['1=dim'], ['5=x'], ['1=on', '1=off'], ['on']].map((given) => refusal(asked, given))).toEqual(
    Array(4).fill('quiz.refused.answer'),
  )
  expect(faults(asked)).toEqual([])
  for (const body of ['<p>[[1]] [[2]] [[3]]</p>', '<p>[[1]] [[2]] [[3]] [[4]] [[4]]</p>', '[[1]] [[2]] [[3]] [[5]]']) {
    expect(faults({ ...asked, body })).toEqual([{ field: 'body', message: 'quiz.fault.gaps' }])
  }
})

test('a gap is only in the text of some HTML, never in its tags', () => {
  const html = '<p title="[[1]] > [[1]]">a [[1]] <img alt=\'[[2]]\'> [[2]]</p>'
  expect(withGaps(html, (number) => `<${number}>`)).toBe('<p title="[[1]] > [[1]]">a <1> <img alt=\'[[2]]\'> <2></p>')
})

test('whatever is typed is worth between nothing and all', () => {
  const ask = fc.constantFrom(numeric({ tolerance: 1 }), accepts(['a*b', '*']), question({ kind: 'ordering' }, items))
  fc.assert(
    fc.property(ask, fc.array(fc.string(), { maxLength: 4 }), (asked, given) => {
      const worth = credit(asked, ...given)
      expect(worth >= 0 && worth <= 1).toBe(true)
    }),
    { seed: 5 },
  )
})

test('a question says what it lacks', () => {
  const faults = (asked: Answerable) =>
    kindOf(asked)
      .faults(asked)
      .map(({ field, message }) => [field, message])
  expect(faults(numeric({ credit: 50 }))).toEqual([['ask.answers', 'quiz.fault.no_accepted']])
  expect(faults(numeric({ value: null }))).toEqual([['ask.answers.0', 'quiz.fault.no_number']])
  expect(faults(numeric({}, [{ name: 'm', factor: 0 }]))).toEqual([['ask.units.0', 'quiz.fault.empty_unit']])
  expect(faults(accepts([' ']))).toEqual([['ask.answers', 'quiz.fault.no_accepted']])
  expect(faults(question({ kind: 'ordering' }, items.slice(1, 2)))).toEqual([['options', 'quiz_needs_two_options']])
  expect(faults(question({ kind: 'matching', others: [] }, [{ id: 'a', correct: true }, ...items.slice(1)]))).toEqual([
    ['options.a.match', 'quiz.fault.empty_match'],
  ])
})

test('a text waits for its mark, is refused above its length alone, and counts what it was given', () => {
  const asked = question({ kind: 'essay', least: 5, most: 8, guidance: 'secret' })
  expect(kindOf(asked).refusal(asked, ['短'])).toBeNull()
  // a sign of two code units is one character, and spaces around are none
  expect(kindOf(asked).refusal(asked, [' 👩👩👩👩👩👩👩👩 '])).toBeNull()
  expect(kindOf(asked).refusal(asked, ['一二三四五六七八九'])).toBe('quiz.refused.answer')
  expect(JSON.stringify(kindOf(asked).shown(asked, 'seed'))).not.toContain('secret')
  expect(grade([asked], { q: ['短'] })).toMatchObject({ score: 0, waiting: new Set(['q']) })
  const marked = grade([asked], { q: ['短'] }, { q: { credit: 0.5, comment: '' } })
  expect(marked).toMatchObject({ score: 0.5, correctCount: 0, waiting: new Set() })
  // nothing was written: there is nothing to mark
  expect(grade([asked], {})).toMatchObject({ score: 0, waiting: new Set() })
})

const picture = '<p>Where?</p><img src="/media/images/img_1/800.webp" alt="A map" width="800" height="400">'

test('each area that a point lies in counts the same, and a point too many takes its share away', () => {
  const areas: Area[] = [
    { shape: 'rectangle', at: [0.1, 0.1, 0.2, 0.2] },
    { shape: 'ellipse', at: [0.7, 0.5, 0.1, 0.2] },
    { shape: 'polygon', at: [0.4, 0.6, 0.6, 0.6, 0.4, 0.8, 0.2, 0.8] },
  ]
  const spots = (most: number) => question({ kind: 'hotspot', most, areas })
  const [inRectangle, inEllipse, inPolygon, outside] = ['0.2,0.2', '0.7,0.35', '0.4,0.7', '0.78,0.65'] as const
  expect(credit(spots(3), inRectangle, inEllipse, inPolygon)).toBe(1)
  expect(credit(spots(3), inRectangle, outside)).toBe(0.333333)
  expect(credit(spots(9), inRectangle, inEllipse, inPolygon, outside)).toBe(0.75)
  // one of several places is asked for
  expect([credit(spots(1), inPolygon), credit(spots(1), outside), credit(spots(1))]).toEqual([1, 0, 0])
  const { refusal, shown } = kindOf(spots(2))
  expect([refusal(spots(2), ['0,1', '1,0.0001']), shown(spots(2), '')]).toEqual([null, { kind: 'hotspot', most: 2 }])
  for (const given of [['0.1'], ['1.1,0'], ['-0.1,0'], ['0.12345,0'], ['0,0', '1,1', '1,0']]) {
    expect(refusal(spots(2), given)).toBe('quiz.refused.answer')
  }
})

test('points are asked for on a picture that has words, for areas that have a size', () => {
  const areas: Area[] = [{ shape: 'rectangle', at: [0.1, 0.1, 0.2, 0.2] }]
  const faults = (body: unknown, own: Area[] = areas) => {
    const asked = { ...question({ kind: 'hotspot', most: 1, areas: own }), body }
    return kindOf(asked)
      .faults(asked)
      .map(({ field }) => field)
  }
  const image = { type: 'image', attrs: { imageId: 'img_1', alt: 'A map' } }
  const document = (attrs: object) => ({ type: 'doc', content: [{ type: 'figure', content: [{ ...image, attrs }] }] })
  expect([faults(picture), faults(document(image.attrs)), faults({ format: 'html', text: picture })]).toEqual([
    [],
    [],
    [],
  ])
  expect(faults(picture.replace('A map', ''))).toEqual(['body'])
  expect(faults(document({ imageId: 'img_1', alt: ' ' }))).toEqual(['body'])
  expect(faults('<p>Where?</p>', [])).toEqual(['body', 'ask.areas'])
  expect(faults(picture, [{ shape: 'ellipse', at: [0.1, 0.1, 0, 0.2] }])).toEqual(['ask.areas'])
})
