import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { quizFaults } from '@lantern/contract/quiz/faults.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitizeHtml } from '#media/index.ts'
import { parseGift } from './gift.ts'
import { exportGift, questionOf } from './gift-questions.ts'

// texts as they are stored: sanitized already
const html = fc
  .string({
    unit: fc.constantFrom(
      'a',
      '中',
      ' ',
      '~',
      '=',
      '#',
      '{',
      '}',
      ':',
      '\\',
      '\n',
      '<b>',
      '</b>',
      '%50%',
      '->',
      '//',
      '[plain]',
    ),
  })
  .map((raw) => sanitizeHtml(raw))
  .filter((text) => text.replace(/<[^>]*>/g, '').trim() !== '')
const question: fc.Arbitrary<QuestionDraft> = fc
  .record({
    body: html,
    right: fc.array(fc.record({ body: html, feedback: fc.option(html) }), { minLength: 1, maxLength: 3 }),
    wrong: fc.array(fc.record({ body: html, feedback: fc.option(html) }), { minLength: 1, maxLength: 3 }),
    shuffle: fc.boolean(),
    contentIds: fc.option(fc.array(fc.constantFrom('ltu_a', 'lpr_b'), { minLength: 1, maxLength: 2 })),
    feedback: fc.option(fc.record({ correct: html, wrong: html })),
    name: fc.option(html.map((text) => text.replace(/\s+/g, ' '))),
  })
  .map(({ body, right, wrong, shuffle, contentIds, feedback, name }) => ({
    ...(name && { name }),
    body,
    options: [
      ...right.map((option) => ({ ...option, correct: true })),
      ...wrong.map((option) => ({ ...option, correct: false })),
    ].map(({ feedback: one, ...option }) => (one ? { ...option, feedback: one } : option)),
    ...(!shuffle && { shuffleOptions: false }),
    ...(contentIds && { contentIds }),
    ...(feedback && { quizFeedback: feedback }),
  }))

/** Every question of the text that can be asked here. */
async function importGift(source: string, language: ContentLanguage): Promise<QuestionDraft[]> {
  const entries = parseGift(source)
  const read = await Promise.all(
    entries.map((entry) => ('question' in entry ? questionOf(entry.question, language) : null)),
  )
  return read.flatMap((question) => (question ? [question.draft] : []))
}

test('questions exported as GIFT and imported again are the same questions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 4 }), async (questions) => {
      expect(await importGift(exportGift(questions), 'zh')).toEqual(questions)
    }),
    { seed: 5, numRuns: 200 },
  )
})

test('several answers with shares of the points are all right; one whole answer makes part answers wrong', async () => {
  const source = 'Continents?{~%50%Africa ~%50%Asia ~%-100%China}\n\nCapital?{=Paris ~%50%Lyon ~Rome}'
  const questions = await importGift(source, 'en')
  expect(questions.map(({ options }) => options.map(({ correct }) => correct))).toEqual([
    [true, true, false],
    [true, false, false],
  ])
})

test('true and false are named in the language of the quiz', async () => {
  const [question] = await importGift('太阳从西边升起。{F#从东边。}', 'zh')
  expect(question?.options).toEqual([
    { body: '正确', correct: false, feedback: '从东边。' },
    { body: '错误', correct: true },
  ])
})

test('texts of every format become clean markup that a quiz accepts', async () => {
  const source = [
    '[html]<b onclick="x()">A</b><script>1</script>?{=<i>a</i> ~b}',
    '[markdown]Use `x` and *y*?{=a ~b}',
    '[plain]1 < 2 \\{x\\}?{=a ~[plain]<b>}',
    'two\\nlines?{=a ~b}',
    'Two plus {=two ~three} is four.',
  ].join('\n\n')
  const questions = await importGift(source, 'en')
  expect(questions.map(({ body }) => body)).toEqual([
    '<b>A</b>?',
    '<p>Use <code>x</code> and <em>y</em>?</p>',
    '1 &#60; 2 {x}?',
    'two<br>lines?',
    'Two plus _____ is four.',
  ])
  expect(questions[2]?.options[1]?.body).toBe('&#60;b&#62;')
  expect(quizFaults({ questions, passNumber: 1, freezingTimeInHours: 0 })).toEqual([])
})

test('a forged comment of ours cannot bring markup in', async () => {
  const mark = Buffer.from(
    JSON.stringify({ feedback: { correct: '<img src=x onerror=1>ok', wrong: '' }, contents: 7 }),
  ).toString('base64url')
  const [question] = await importGift(`// [lantern:${mark}]\nA?{=a ~b}`, 'en')
  expect(question).toMatchObject({ quizFeedback: { correct: 'ok', wrong: '' } })
  expect(question).not.toHaveProperty('contentIds')
})
