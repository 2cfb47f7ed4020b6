import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GiftAnswer, type GiftQuestion, type GiftText, parseGift, serializeGift } from './gift.ts'

function only(source: string) {
  const entries = parseGift(source)
  expect(entries).toHaveLength(1)
  const [entry] = entries
  return entry && 'question' in entry ? entry.question : entry?.problem
}

const nasty = fc.string({
  unit: fc.constantFrom(...'aZ9 中文é~=#{}:\\n%/[]<>"\'-_.'.split(''), '\n', '->', '%50%', '[html]'),
})
const text = (formats: GiftText['format'][] = ['moodle', 'html', 'markdown', 'plain']) =>
  fc.record({ format: fc.constantFrom(...formats), text: nasty.map((raw) => raw.trim()).filter((raw) => raw !== '') })
const answer = (weight: fc.Arbitrary<number>): fc.Arbitrary<GiftAnswer> =>
  fc.record({ text: text(), weight, feedback: fc.option(text()) })
const title = nasty.map((raw) => raw.replace(/\s+/g, ' ').trim())
const common = {
  line: fc.constant(0),
  category: fc.constant(''),
  title,
  stem: text(),
  tail: nasty.map((raw) => raw.trim()),
  generalFeedback: fc.option(text()),
  marks: fc.constant([] as string[]),
}
const choice: fc.Arbitrary<GiftQuestion> = fc.record({
  kind: fc.constant('choice' as const),
  ...common,
  answers: fc
    .tuple(
      answer(fc.constantFrom(100, 50, 33.33333)),
      fc.array(answer(fc.constantFrom(100, 0, -100, -33.33333, 25)), { minLength: 1, maxLength: 5 }),
    )
    .map(([first, rest]) => [first, ...rest]),
})
const trueFalse: fc.Arbitrary<GiftQuestion> = fc
  .record({
    kind: fc.constant('trueFalse' as const),
    ...common,
    right: fc.boolean(),
    yes: fc.option(text()),
    no: fc.option(text()),
  })
  .map(({ right, yes, no, ...rest }) => {
    const empty = { format: rest.stem.format, text: '' }
    return {
      ...rest,
      answers: [
        { text: empty, weight: right ? 100 : 0, feedback: yes },
        { text: empty, weight: right ? 0 : 100, feedback: no },
      ],
    }
  })

test('whatever is written reads the same again', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(choice, trueFalse), { minLength: 1, maxLength: 4 }), (questions) => {
      const read = parseGift(serializeGift(questions))
      expect(read).toEqual(questions.map((question) => ({ question: { ...question, line: expect.any(Number) } })))
    }),
    { seed: 7, numRuns: 500 },
  )
})

test('no text makes the reader fail: every question arrives or is a problem with a line', () => {
  fc.assert(
    fc.property(
      fc.array(nasty).map((parts) => parts.join('\n')),
      (source) => {
        for (const entry of parseGift(source)) {
          const line = 'question' in entry ? entry.question.line : entry.problem.line
          expect(line).toBeGreaterThan(0)
          expect(line).toBeLessThanOrEqual(source.split('\n').length)
        }
      },
    ),
    { seed: 7, numRuns: 500 },
  )
})

test('one right answer among wrong ones, with weights and feedback', () => {
  expect(only("::Grant::Who's buried?{~%-50%Grant#not him ~Jefferson =no one#right! ####think twice}")).toMatchObject({
    kind: 'choice',
    title: 'Grant',
    stem: { text: "Who's buried?" },
    answers: [
      { text: { text: 'Grant' }, weight: -50, feedback: { text: 'not him' } },
      { text: { text: 'Jefferson' }, weight: 0, feedback: null },
      { text: { text: 'no one' }, weight: 100, feedback: { text: 'right!' } },
    ],
    generalFeedback: { text: 'think twice' },
  })
})

test('the first feedback of true/false is for a wrong answer, the second for a right one', () => {
  expect(only('Sun rises in the west.{F#It rises in the east.#Well done}')).toMatchObject({
    kind: 'trueFalse',
    answers: [
      { weight: 0, feedback: { text: 'It rises in the east.' } },
      { weight: 100, feedback: { text: 'Well done' } },
    ],
  })
})

test('escaped marks are text, and an escaped colon may end a title', () => {
  expect(only('::Title\\:::A \\{set\\} of 1 \\= one \\# \\~ \\\\ end\\nnew {T}')).toMatchObject({
    title: 'Title:',
    stem: { text: 'A {set} of 1 = one # ~ \\ end\nnew' },
  })
})

test('answers in the middle of a sentence keep what follows the gap', () => {
  expect(only('Two and two {=four ~five} as everybody knows.')).toMatchObject({
    stem: { text: 'Two and two' },
    tail: 'as everybody knows.',
  })
})

test('answers take the format of the question unless they say their own', () => {
  expect(only('[html]<b>Which</b>{=<i>a</i> ~[plain]<b>}')).toMatchObject({
    stem: { format: 'html' },
    answers: [{ text: { format: 'html' } }, { text: { format: 'plain', text: '<b>' } }],
  })
})

test('categories and marked comments go with the questions below them', () => {
  const entries = parseGift('$CATEGORY: $course$/top/Unit 1\n\n// a note\n// [id:7] [tag:light]\nA?{T}\n\nB?{F}\n')
  expect(entries).toMatchObject([
    { question: { category: '$course$/top/Unit 1', marks: ['id:7', 'tag:light'], line: 5 } },
    { question: { category: '$course$/top/Unit 1', marks: [], line: 7 } },
  ])
})

test('braces with nothing in them ask for an essay', () => {
  expect(only('Write about light.{}')).toMatchObject({ kind: 'asked', ask: { kind: 'essay' } })
})

test.each([
  ['Pi?{#about three}', 'numerical'],
  ['Just a text without a question.', 'description'],
  ['Open {=a ~b', 'unclosed'],
  ['Closed } before', 'stray_brace'],
  ['One {=a ~b} two {=c ~d}', 'two_answer_blocks'],
  ['What {maybe}', 'no_answers'],
  ['Which {~a}', 'one_answer'],
  ['Which {~a ~b}', 'no_correct_answer'],
  ['Which {=a ~}', 'empty_answer'],
  ['{=a ~b}', 'empty_question'],
])('%s is named as %s with its line', (source, reason) => {
  expect(only(`// first line\n\n${source}`)).toMatchObject({ reason, line: 3 })
})

test('an answer block that is never closed spoils one question and not the next', () => {
  const entries = parseGift('First {=a\n~b\n\nSecond?{T}\n')
  expect(entries).toMatchObject([{ problem: { reason: 'unclosed', line: 1 } }, { question: { line: 4 } }])
})

test('an empty line inside an answer block belongs to it', () => {
  expect(parseGift('First {\n=a\n\n~b\n}\n\nSecond?{T}\n')).toMatchObject([
    { question: { answers: [{ weight: 100 }, { weight: 0 }] } },
    { question: { line: 7 } },
  ])
})

test('an attribute whose equals sign was not escaped does not become an answer', () => {
  expect(only('[html]Which?{=<a href="x">this</a> ~that}')).toMatchObject({
    answers: [{ text: { text: '<a href="x">this</a>' } }, { text: { text: 'that' } }],
  })
})
