import type { Gap } from '@lantern/contract/quiz/asks.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { splitPicture } from '@lantern/contract/quiz/kinds/hotspot-picture.ts'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { text } from '#kit/text.ts'
import { sanitizeHtml } from '#media/index.ts'
import { otherKinds } from '#testing/question-kinds.ts'
import { exportGift } from '../gift-questions.ts'
import { writeQuizJson } from './quiz-json.ts'
import { columnNamesOf } from './read-csv.ts'
import { readQuestions } from './read-questions.ts'
import { settleQuestion } from './settle-question.ts'
import { writeQtiPackage } from './write-qti.ts'
import { writeQti1 } from './write-qti1.ts'

const words = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ' ',
        '=',
        '~',
        '#',
        '{',
        '}',
        ':',
        '\\',
        '%50%',
        '::',
        '->',
        '<',
        '>',
        '&',
        '"',
        "'",
        ']]>',
        '//',
      ),
      fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
      fc.constantFrom('光照', '阴影 & 反射', 'Ω≈ç', '👩‍🚀', '&nbsp;', '<!-- -->'),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `词${parts.join('')}词`)

const markup = fc
  .tuple(fc.constantFrom('p', 'strong', 'em', 'code', 'h3', 'blockquote', 'li'), words)
  .map(([tag, text]) => {
    const inner = text.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    return sanitizeHtml(tag === 'li' ? `<ul><li>${inner}</li></ul>` : `<${tag}>${inner}</${tag}>`)
  })
  .filter((html) => !/\p{Cc}|[\ufffe\uffff]/u.test(html))

/** What each option adds, so that the right ones stay those. */
function parted(options: QuestionDraft['options'], isParted: boolean): QuestionDraft['options'] {
  const right = options.filter(({ correct }) => correct).length
  if (!isParted || right === options.length) return options
  return options.map((option) => {
    if (option.correct) return { ...option, credit: right === 1 ? 100 : 40 }
    return { ...option, credit: right === 1 ? 50 : -50 }
  })
}

const question: fc.Arbitrary<QuestionDraft> = fc
  .record({
    name: fc.option(fc.constantFrom('级联阴影', 'A & B', '"quoted"'), { nil: undefined }),
    body: markup,
    options: fc.array(
      fc.record({ body: markup, correct: fc.boolean(), feedback: fc.option(markup, { nil: undefined }) }),
      {
        minLength: 2,
        maxLength: 6,
      },
    ),
    shuffle: fc.boolean(),
    isParted: fc.boolean(),
    contentIds: fc.option(fc.array(fc.constantFrom('ltu_one', 'se_two', 'lco_three'), { minLength: 1, maxLength: 3 }), {
      nil: undefined,
    }),
    feedback: fc.option(fc.record({ correct: markup, wrong: markup }), { nil: undefined }),
  })
  .filter(({ options }) => options.some(({ correct }) => correct))
  .map(({ name, body, options, shuffle, isParted, contentIds, feedback }) => ({
    ...(name && { name }),
    body,
    options: parted(
      options.map(({ feedback: said, ...option }) => ({ ...option, ...(said && { feedback: said }) })),
      isParted,
    ),
    ...(!shuffle && { shuffleOptions: false }),
    ...(contentIds && { contentIds }),
    ...(feedback && { quizFeedback: feedback }),
  }))

const line = words.map((text) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}|[\ufffe\uffff]/gu, '')
    .trim()
    .slice(0, 60)
    .trim(),
)
const percent = fc.constantFrom(100, 50, 33.33333)
const matches = fc.array(line, { minLength: 2, maxLength: 5 })

const ask: fc.Arbitrary<Pick<QuestionDraft, 'ask' | 'options'>> = fc.oneof(
  fc
    .record({
      numbers: fc.array(
        fc.record({
          value: fc.constantFrom(0, -3, 9.81, 1e9, 0.001),
          tolerance: fc.constantFrom(0, 0.5, 2),
          percent: fc.boolean(),
          credit: percent,
        }),
        { maxLength: 2 },
      ),
      units: fc.boolean().map((isNamed) => (isNamed ? [{ name: 'm', factor: 1 }] : [])),
    })
    .map(({ numbers, units }) => {
      const whole = { value: 7, tolerance: 0.25, percent: false, credit: 100 }
      return { options: [], ask: { kind: 'numeric' as const, answers: [whole, ...numbers], units } }
    }),
  fc
    .record({
      first: line,
      more: fc.array(fc.record({ text: line, credit: percent }), { maxLength: 3 }),
      matchCase: fc.boolean(),
    })
    .map(({ first, more, matchCase }) => {
      const answers = [{ text: first, credit: 100 }, ...more]
      return { options: [], ask: { kind: 'text' as const, answers, matchCase } }
    }),
  fc.array(markup, { minLength: 2, maxLength: 5 }).map((bodies) => ({
    options: bodies.map((body) => ({ body, correct: true })),
    ask: { kind: 'ordering' as const },
  })),
  fc
    .record({
      bodies: fc.array(markup, { minLength: 2, maxLength: 5 }),
      matches,
      others: fc.array(line, { maxLength: 2 }),
    })
    .map(({ bodies, matches: words, others }) => ({
      options: bodies.map((body, at) => ({ body, correct: true, match: words[at % words.length] ?? '' })),
      ask: { kind: 'matching' as const, others },
    })),
  fc
    .record({ least: fc.constantFrom(0, 50), most: fc.constantFrom(200, 10_000), guidance: line })
    .map((limits) => ({ options: [], ask: { kind: 'essay' as const, ...limits } })),
)

const gap: fc.Arbitrary<Gap> = fc.oneof(
  line.map((text): Gap => ({ kind: 'text', answers: [{ text, credit: 100 }], matchCase: true })),
  fc.constant<Gap>({
    kind: 'numeric',
    answers: [{ value: 2.5, tolerance: 1, percent: true, credit: 100 }],
    units: [],
  }),
  fc.tuple(line, line).map(
    ([right, wrong]): Gap => ({
      kind: 'choice',
      answers: [
        { text: right, credit: 100 },
        { text: wrong, credit: 0 },
      ],
    }),
  ),
)
const filled = fc.tuple(fc.array(gap, { minLength: 1, maxLength: 3 }), markup).map(([gaps, before]) => ({
  body: `${before}<p>${gaps.map((_, at) => `词[[${gaps.length - at}]]`).join('')}</p>`,
  options: [],
  ask: { kind: 'gaps' as const, gaps },
}))

const anyKind = fc
  .tuple(question, fc.option(fc.oneof(ask, filled), { nil: undefined }), fc.constantFrom(undefined, 2, 0.5))
  .map(([choice, other, points]) => {
    const { name, body, shuffleOptions, contentIds, quizFeedback } = choice
    return {
      ...(name && { name }),
      body,
      options: choice.options,
      ...other,
      ...(points && { points }),
      ...(shuffleOptions === false && other?.options.length !== 0 && { shuffleOptions }),
      ...(contentIds && { contentIds }),
      ...(quizFeedback && { quizFeedback }),
    }
  })

const quizzes = fc.array(anyKind, { minLength: 1, maxLength: 3 })

const reader = { language: 'zh' as const, columnNames: columnNamesOf(text) }

async function readBack(name: string, bytes: Uint8Array): Promise<QuestionDraft[]> {
  const { rows } = await readQuestions(name, bytes, reader)
  const read: QuestionDraft[] = []
  for (const row of rows) {
    expect(row.problems).toEqual([])
    if (row.question) read.push((await settleQuestion(row.question, 'zh', async () => null)).question)
  }
  return read
}

const writers: [string, string, (questions: QuestionDraft[]) => Uint8Array][] = [
  ['GIFT', 'quiz.gift', (questions) => Buffer.from(exportGift(questions))],
  ['JSON', 'quiz.json', (questions) => Buffer.from(writeQuizJson({ title: '题', language: 'zh', questions }))],
  [
    'QTI 3',
    'quiz.zip',
    (questions) => writeQtiPackage({ id: 'lqz_1', title: '题', language: 'zh', questions, pictures: new Map() }),
  ],
]

for (const [format, name, write] of writers) {
  test(`a quiz written as ${format} and read again is the same quiz`, async () => {
    await fc.assert(
      fc.asyncProperty(quizzes, async (questions) => {
        expect(await readBack(name, write(questions))).toEqual(questions)
      }),
      { seed: 11, numRuns: 150 },
    )
  })

  test(`the same quiz written as ${format} twice gives the same bytes`, () => {
    fc.assert(
      fc.property(quizzes, (questions) => {
        expect(Buffer.from(write(questions)).equals(Buffer.from(write(structuredClone(questions))))).toBe(true)
      }),
      { seed: 12, numRuns: 20 },
    )
  })
}

test('a question about spots in a picture comes back from every format, and from QTI without what only we read', async () => {
  const { body, ask } = otherKinds.hotspot
  const question: QuestionDraft = { body: body.replace(/<\/?(figure|picture)[^>]*>/g, ''), options: [], ask, points: 2 }
  for (const [format, name, write] of writers) {
    const [read] = await readBack(name, write([question]))
    expect([format, read?.ask, read?.points]).toEqual([format, ask, 2])
    expect([format, splitPicture(read?.body ?? '')?.alt]).toEqual([format, '墙上的两块光'])
  }
  const written = { id: 'q', title: '题', description: '', timeLimitMinutes: null, questions: [question] }
  const qti1 = writeQti1({ ...written, html: (text) => text, note: () => undefined }) ?? ''
  const item = unzipSync(
    writeQtiPackage({ id: 'lqz_1', title: '题', language: 'zh', questions: [question], pictures: new Map() }),
  )['items/item-001.xml']
  const bare = new TextDecoder().decode(item).replace(/ data-lantern-ask="[^"]*"/, '')
  for (const [name, file] of [
    ['a.xml', qti1],
    ['b.xml', bare],
  ] as const) {
    const [read] = await readBack(name, Buffer.from(file))
    // in pixels of a picture of 800 by 400
    const areas = [
      { shape: 'rectangle', at: [0.19875, 0.25, 0.2, 0.25] },
      { shape: 'ellipse', at: [0.75, 0.5, 0.1, 0.2] },
    ]
    expect([name, read?.ask]).toEqual([name, { ...ask, areas }])
    expect([name, splitPicture(read?.body ?? '')?.alt]).toEqual([name, '墙上的两块光'])
  }
})
