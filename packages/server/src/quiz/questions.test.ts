import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildQuiz } from '#testing/builders.ts'
import { buildQuizWithQuestions, plainQuestion } from '#testing/quiz-builder.ts'
import { testSite } from '#testing/site.ts'
import { readQuizQuestions, saveQuizQuestions } from './questions.ts'

const site = await testSite()

const setting = { passNumber: 1, freezingTimeInHours: 0 }

test('questions come back as they were saved, in order', async () => {
  const quiz = await buildQuiz(site.db)
  const question = {
    name: 'shadow-1',
    body: '<p>为什么？</p>',
    options: [
      { body: '因为', correct: true, feedback: '<p>对</p>' },
      { body: '所以', correct: false },
    ],
    shuffleOptions: false,
    contentIds: ['ltu_1', 'se_2'],
    quizFeedback: { correct: '<p>好</p>', wrong: '<p>想</p>' },
  }
  const saved = await inTransaction(site.db, (trx) =>
    saveQuizQuestions(trx, quiz.id, { ...setting, questions: [question, plainQuestion(1)] }),
  )
  expect(saved).toEqual({ revision: 1, changed: true })
  const [first, second] = await readQuizQuestions(site.db, quiz.id)
  expect(first).toMatchObject({
    ...question,
    options: [
      { body: '因为', correct: true, feedback: '<p>对</p>' },
      { body: '所以', correct: false, feedback: '' },
    ],
  })
  expect(second?.body).toBe('<p>第2题问什么？</p>')
  const item = await site.db.selectFrom('items').select('questions_count').where('id', '=', quiz.id).executeTakeFirst()
  expect(item?.questions_count).toBe(2)
})

test('saving the same again changes nothing, with or without ids', async () => {
  const quiz = await buildQuizWithQuestions(site.db, { questions: 3 })
  const again = (drafts: Parameters<typeof saveQuizQuestions>[2]['questions']) =>
    inTransaction(site.db, (trx) => saveQuizQuestions(trx, quiz.id, { ...setting, questions: drafts }))
  expect(await again([0, 1, 2].map(plainQuestion))).toEqual({ revision: 1, changed: false })
  expect(await again(quiz.questions)).toEqual({ revision: 1, changed: false })
  expect(await readQuizQuestions(site.db, quiz.id)).toEqual(quiz.questions)
})

test('a question keeps its id through a change of order and of text', async () => {
  const quiz = await buildQuizWithQuestions(site.db, { questions: 3 })
  const [a, b, c] = quiz.questions
  if (!a || !b || !c) throw new Error('three questions')
  const renamed = { ...b, body: '<p>换了说法</p>' }
  const saved = await inTransaction(site.db, (trx) =>
    saveQuizQuestions(trx, quiz.id, { ...setting, questions: [c, renamed, plainQuestion(9)] }),
  )
  expect(saved).toEqual({ revision: 2, changed: true })
  const now = await readQuizQuestions(site.db, quiz.id)
  expect(now.map(({ id }) => id).slice(0, 2)).toEqual([c.id, b.id])
  expect(now[1]).toMatchObject({ body: '<p>换了说法</p>', options: b.options })
  expect(quiz.questions.map(({ id }) => id)).not.toContain(now[2]?.id)
})

test('a change of the settings alone needs no new revision', async () => {
  const quiz = await buildQuizWithQuestions(site.db, { questions: 2 })
  const saved = await inTransaction(site.db, (trx) =>
    saveQuizQuestions(trx, quiz.id, { passNumber: 2, freezingTimeInHours: 5, questions: quiz.questions }),
  )
  expect(saved).toEqual({ revision: 1, changed: true })
})

test('what cannot be taken is refused with the field and a sentence, and nothing is written', async () => {
  const quiz = await buildQuizWithQuestions(site.db, { questions: 2 })
  const draft = { ...setting, passNumber: 3, questions: [{ ...plainQuestion(0), options: [] }] }
  const refused = inTransaction(site.db, (trx) => saveQuizQuestions(trx, quiz.id, draft))
  await expect(refused).rejects.toMatchObject({
    code: 'bad_request',
    details: [
      { field: 'questions.0.options', message: 'quiz_needs_two_options' },
      { field: 'questions.0.options', message: 'quiz_needs_correct_answer' },
      { field: 'passNumber', message: 'quiz.fault.pass_number' },
    ],
  })
  expect(await readQuizQuestions(site.db, quiz.id)).toEqual(quiz.questions)
})

test('ids of options say nothing of the order in which the author wrote them', async () => {
  const quiz = await buildQuizWithQuestions(site.db, { questions: 60 })
  const sorted = quiz.questions.filter(({ options }) => {
    const ids = options.map(({ id }) => id)
    return ids.join() === [...ids].sort().join()
  })
  // four random ids are in order once in 24 times; ids that grow with time would be in order every time
  expect(sorted.length).toBeLessThan(15)
})
