import { listRecords } from '@lantern/contract/learning/my-learning.ts'
import { getRecord } from '@lantern/contract/learning/records.ts'
import { getQuiz, saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { saveQuizQuestions } from '#quiz/index.ts'
import { buildCourse, buildVersions } from '#testing/builders.ts'
import { type BuiltQuiz, buildQuizWithQuestions, plainQuestion } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()

function begin(person: Person, quiz: { id: string }, more: object = {}) {
  return person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false, ...more } })
}

type Answers = { questionId: string; optionIds: string[]; sequence?: number }[]

function save(person: Person, quiz: { id: string }, answers: Answers, more: object = {}) {
  return person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false, answers, ...more } })
}

function submit(person: Person, quiz: { id: string }, answers: Answers = [], more: object = {}) {
  return person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: true, answers, ...more } })
}

function read(person: Person, quiz: { id: string }) {
  return person.call(getQuiz, { params: { id: quiz.id }, query: {} })
}

function answersTo(quiz: BuiltQuiz, choice: ('right' | 'wrong')[]): Answers {
  return choice.map((which, index) => ({ questionId: quiz.questions[index]?.id ?? '', optionIds: quiz[which](index) }))
}

async function recordOf(person: Person, quiz: { id: string }) {
  return site.db
    .selectFrom('records')
    .select(['completed', 'completed_time', 'last_completed_time', 'answers'])
    .where('user_id', '=', person.id)
    .where('item_id', '=', quiz.id)
    .executeTakeFirst()
}

test('beginning a quiz makes its record and an open attempt, once [QUIZ-005]', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db)
  expect(await recordOf(ada, quiz)).toBeUndefined()
  const [first, second] = await Promise.all([begin(ada, quiz), begin(ada, quiz)])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.result.attempt).toMatchObject({ number: 1, result: null, questionAnswers: {} })
  expect(second.result.attempt?.number).toBe(1)
  expect(await recordOf(ada, quiz)).toMatchObject({ completed: false })
  const rows = await site.db.selectFrom('quiz_attempts').selectAll().where('user_id', '=', ada.id).execute()
  expect(rows).toHaveLength(1)
})

test('a quiz at work says in the lists of records and in its course that it is answered, and how [QUIZ-001 QUIZ-017 LEARN-023]', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db)
  const course = await buildCourse(site.db, { contents: [quiz.id] })
  await begin(ada, quiz, { courseId: course.id })
  const list = async (person = ada) => (await person.call(listRecords, { query: { userId: ada.id } })).result
  expect((await list()).quizMap[quiz.id]).toMatchObject({ quizStatus: 'draft', answered: false })
  const given = answersTo(quiz, ['right'])
  await save(ada, quiz, given)
  const answers = Object.fromEntries(given.map(({ questionId, optionIds }) => [questionId, optionIds]))
  const { quizMap, recordMap } = await list()
  expect(quizMap[quiz.id]).toMatchObject({ quizStatus: 'draft', answered: true })
  expect(recordMap[quiz.id]?.answers).toEqual(answers)
  const { result } = await ada.call(getRecord, { query: { id: quiz.id, courseId: course.id } })
  expect(result.recordMap[course.id]?.subItems[0]?.questionAnswers).toEqual(answers)
  // answers are for the learner alone
  expect((await list(await site.learner())).recordMap[quiz.id]?.answers).toBeNull()
  const takenBack = given.map(({ questionId }) => ({ questionId, optionIds: [] }))
  await save(ada, quiz, takenBack)
  expect((await list()).quizMap[quiz.id]).toMatchObject({ answered: false })
})

test('a quiz goes from nothing to draft to submitted [QUIZ-001] [QUIZ-002] [QUIZ-008]', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db, { freezingTimeInHours: 2 })
  expect((await read(ada, quiz)).result.quizMap).toEqual({})
  await begin(ada, quiz)
  expect((await read(ada, quiz)).result.quizMap[quiz.id]).toEqual({
    quizStatus: 'draft',
    leftFreezingSeconds: 0,
    answered: false,
  })
  await save(ada, quiz, answersTo(quiz, ['right']))
  expect((await read(ada, quiz)).result.quizMap[quiz.id]).toMatchObject({ quizStatus: 'draft', answered: true })
  await submit(ada, quiz)
  expect((await read(ada, quiz)).result.quizMap[quiz.id]).toEqual({
    quizStatus: 'submitted',
    leftFreezingSeconds: 7200,
    answered: true,
  })
})

test('submitting sets completed true, whether passed or not [QUIZ-013]', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db, { questions: 2, passNumber: 2 })
  await begin(ada, quiz)
  const { result } = await submit(ada, quiz, answersTo(quiz, ['right', 'wrong']))
  expect(result.recordMap[quiz.id]).toMatchObject({ completed: true, completedTime: site.clock.now().toISOString() })
  expect(result.attempt?.result).toMatchObject({ correctCount: 1, questionCount: 2, passNumber: 2, passed: false })
  expect(await recordOf(ada, quiz)).toMatchObject({
    completed: true,
    answers: Object.fromEntries(
      answersTo(quiz, ['right', 'wrong']).map((given) => [given.questionId, given.optionIds]),
    ),
  })
})

test('retaking sets completed false and keeps the attempt before [QUIZ-014]', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db, { questions: 2, passNumber: 2 })
  await begin(ada, quiz)
  await submit(ada, quiz, answersTo(quiz, ['right', 'wrong']))
  site.clock.advance({ minutes: 3 })
  const { result } = await begin(ada, quiz)
  expect(result.attempt).toMatchObject({ number: 2, questionAnswers: {}, result: null })
  expect(result.recordMap[quiz.id]).toMatchObject({ completed: false })
  expect(await recordOf(ada, quiz)).toMatchObject({ completed: false })
  expect((await read(ada, quiz)).result.attempts).toMatchObject([{ number: 1, correctCount: 1, passed: false }])
})

test('a frozen quiz is not retaken before the server says so, and is right after [QUIZ-009] [QUIZ-012]', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db, { freezingTimeInHours: 24 })
  await begin(ada, quiz)
  await submit(ada, quiz)
  site.clock.advance({ hours: 23, minutes: 59, seconds: 59 })
  const refused = await begin(ada, quiz)
  expect(refused).toMatchObject({ status: 422, result: { code: 'quiz_frozen' } })
  expect(refused.headers['retry-after']).toBe('1')
  expect((await read(ada, quiz)).result.quizMap[quiz.id]?.leftFreezingSeconds).toBe(1)
  site.clock.advance({ seconds: 1 })
  expect((await read(ada, quiz)).result.quizMap[quiz.id]?.leftFreezingSeconds).toBe(0)
  expect((await begin(ada, quiz)).result.attempt?.number).toBe(2)
})

test('forgetting the record does not thaw a frozen quiz', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db, { freezingTimeInHours: 24 })
  await begin(ada, quiz)
  await submit(ada, quiz)
  await site.db.deleteFrom('records').where('user_id', '=', ada.id).execute()
  expect((await begin(ada, quiz)).result.code).toBe('quiz_frozen')
})

test('a question with one correct option takes one answer [QUIZ-015]', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db)
  await begin(ada, quiz)
  const [question] = quiz.questions
  const two = (question?.options ?? []).slice(0, 2).map(({ id }) => id)
  const refused = await save(ada, quiz, [{ questionId: question?.id ?? '', optionIds: two }])
  expect(refused).toMatchObject({
    status: 400,
    result: { code: 'bad_request', details: [{ field: 'answers.0.optionIds', message: '这道题只能选一个答案' }] },
  })
  await save(ada, quiz, [{ questionId: question?.id ?? '', optionIds: two.slice(0, 1) }])
  const { result } = await save(ada, quiz, [{ questionId: question?.id ?? '', optionIds: two.slice(1) }])
  expect(result.attempt?.questionAnswers).toEqual({ [question?.id ?? '']: two.slice(1) })
})

test('a question with several correct options takes several answers and needs them all [QUIZ-016]', async () => {
  const ada = await site.learner()
  const question = plainQuestion(0)
  const options = question.options.map((option, index) => ({ ...option, correct: index < 2 }))
  const quiz = await buildQuizWithQuestions(site.db, { questions: [{ ...question, options }] })
  await begin(ada, quiz)
  expect((await read(ada, quiz)).result.cnQuizData.questions[0]?.multiple).toBe(true)
  const questionId = quiz.questions[0]?.id ?? ''
  await save(ada, quiz, [{ questionId, optionIds: quiz.right(0) }])
  expect((await submit(ada, quiz)).result.attempt?.result?.correctCount).toBe(1)
  await begin(ada, quiz)
  const half = await submit(ada, quiz, [{ questionId, optionIds: quiz.right(0).slice(1) }])
  expect(half.result.attempt?.result?.correctCount).toBe(0)
})

test('answers that the quiz does not offer are refused, and nothing of that save is kept', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db)
  const other = await buildQuizWithQuestions(site.db)
  await begin(ada, quiz)
  const good = answersTo(quiz, ['right'])
  const refusals = [
    [...good, { questionId: 'qq_unknown', optionIds: [] }],
    [...good, { questionId: other.questions[0]?.id ?? '', optionIds: other.right(0) }],
    [...good, { questionId: quiz.questions[1]?.id ?? '', optionIds: other.right(1) }],
    [...good, ...good],
  ]
  for (const answers of refusals) {
    const { status, result } = await save(ada, quiz, answers)
    expect([status, result.details?.[0]?.field.slice(0, 10)]).toEqual([400, 'answers.1.'])
  }
  expect((await read(ada, quiz)).result.attempt?.questionAnswers).toEqual({})
})

test('saving sends what the specification names and answers the record and the time [QUIZ-019]', async () => {
  const ada = await site.learner()
  await buildVersions(site.db, '2022.3', '6000.0')
  const quiz = await buildQuizWithQuestions(site.db)
  const { status, result } = await ada.call(saveQuiz, {
    body: {
      id: quiz.id,
      type: 'quiz',
      completed: false,
      userPremium: false,
      versionId: '2022.3',
      answers: answersTo(quiz, ['right']),
    },
  })
  expect(status).toBe(200)
  expect(result.savedAt).toBe(site.clock.now().toISOString())
  expect(result.recordMap[quiz.id]).toMatchObject({ type: 'quiz', completed: false, versionId: '2022.3' })
  expect(result.recordMap[quiz.id]?.answers).toEqual({ [quiz.questions[0]?.id ?? '']: quiz.right(0) })
  const unknown = await begin(await site.learner(), quiz, { versionId: '1.0' })
  expect(unknown).toMatchObject({ status: 422, result: { code: 'version_not_found' } })
  const wrong = await ada.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false, grade: 1 } as never })
  expect(wrong.status).toBe(400)
})

test('an older save never replaces a newer answer, whatever device it comes from', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db)
  await begin(ada, quiz)
  const [first = '', second = ''] = quiz.questions.map(({ id }) => id)
  await save(ada, quiz, [{ questionId: first, optionIds: quiz.right(0) }], { sequence: 20 })
  const late = await save(ada, quiz, [
    { questionId: first, optionIds: quiz.wrong(0), sequence: 10 },
    { questionId: second, optionIds: quiz.right(1), sequence: 11 },
  ])
  expect(late.result.attempt).toMatchObject({
    sequence: 20,
    questionAnswers: { [first]: quiz.right(0), [second]: quiz.right(1) },
  })
  const { result } = await save(ada, quiz, [{ questionId: first, optionIds: [] }], { sequence: 21 })
  expect(result.attempt?.questionAnswers[first]).toEqual([])
})

test('answers survive a reload and a second device, with the order of options', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db, { questions: 8 })
  await begin(ada, quiz)
  await save(ada, quiz, answersTo(quiz, ['right', 'wrong']))
  const once = (await read(ada, quiz)).result
  const again = (await read(ada, quiz)).result
  expect(again.cnQuizData.questions).toEqual(once.cnQuizData.questions)
  expect(again.attempt?.questionAnswers).toEqual(
    Object.fromEntries(answersTo(quiz, ['right', 'wrong']).map((given) => [given.questionId, given.optionIds])),
  )
  const orders = (result: typeof once) => result.cnQuizData.questions.map(({ options }) => options.map(({ id }) => id))
  const bob = await site.learner()
  await begin(bob, quiz)
  expect(orders((await read(bob, quiz)).result)).not.toEqual(orders(once))
})

test('two submissions at the same moment grade once and answer the same', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db, { freezingTimeInHours: 1 })
  await begin(ada, quiz)
  await save(ada, quiz, answersTo(quiz, ['right', 'right', 'wrong']))
  const results = await Promise.all(Array.from({ length: 6 }, () => submit(ada, quiz, [], { attempt: 1 })))
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(results.map(({ result }) => JSON.stringify(result.attempt?.result))).size).toBe(1)
  site.clock.advance({ minutes: 1 })
  const later = await submit(ada, quiz, answersTo(quiz, ['wrong', 'wrong', 'wrong']))
  expect(later.result.attempt?.result).toEqual(results[0]?.result.attempt?.result)
  const events = await site.db
    .selectFrom('record_events')
    .select('kind')
    .where('user_id', '=', ada.id)
    .where('item_id', '=', quiz.id)
    .execute()
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'completed'])
})

test('saves and a submission at the same moment: each save counts whole or is refused', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db, { questions: 12 })
  await begin(ada, quiz)
  const saves = quiz.questions.map(({ id }, index) =>
    save(ada, quiz, [{ questionId: id, optionIds: quiz.right(index) }]),
  )
  const [submitted, ...answers] = await Promise.all([submit(ada, quiz, [], { attempt: 1 }), ...saves])
  const kept = answers.filter(({ status }) => status === 200).length
  for (const { status, result } of answers) if (status !== 200) expect(result.code).toBe('quiz_already_submitted')
  expect(submitted.result.attempt?.result?.correctCount).toBe(kept)
})

test('a late save reaches neither a submitted attempt nor the next one', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db)
  await begin(ada, quiz)
  await submit(ada, quiz)
  const late = await save(ada, quiz, answersTo(quiz, ['right']), { attempt: 1 })
  expect(late).toMatchObject({ status: 409, result: { code: 'quiz_already_submitted' } })
  await begin(ada, quiz)
  expect((await save(ada, quiz, answersTo(quiz, ['right']), { attempt: 1 })).status).toBe(409)
  expect((await submit(ada, quiz, [], { attempt: 1 })).status).toBe(409)
  expect((await read(ada, quiz)).result.attempt).toMatchObject({ number: 2, questionAnswers: {} })
})

test('a first answer without a beginning begins; one for an attempt that never was is refused', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db)
  const refused = await save(ada, quiz, answersTo(quiz, ['right']), { attempt: 2 })
  expect(refused).toMatchObject({ status: 422, result: { code: 'quiz_not_started' } })
  const { result } = await save(ada, quiz, answersTo(quiz, ['right']))
  expect(result.attempt?.number).toBe(1)
  expect(await recordOf(ada, quiz)).toMatchObject({ completed: false })
})

test('questions edited during an attempt reach the next attempt, not this one', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db, { questions: 3, passNumber: 3 })
  await begin(ada, quiz)
  const before = (await read(ada, quiz)).result.cnQuizData.questions
  await inTransaction(site.db, (trx) =>
    saveQuizQuestions(trx, quiz.id, { questions: [plainQuestion(7)], passNumber: 1, freezingTimeInHours: 0 }),
  )
  expect((await read(ada, quiz)).result.cnQuizData.questions).toEqual(before)
  const { result } = await submit(ada, quiz, answersTo(quiz, ['right', 'right', 'right']))
  expect(result.attempt?.result).toMatchObject({ correctCount: 3, questionCount: 3, passNumber: 3, passed: true })
  await begin(ada, quiz)
  expect((await read(ada, quiz)).result.cnQuizData.questions.map(({ body }) => body)).toEqual(['<p>第8题问什么？</p>'])
})

test('a timed attempt takes no answer after its deadline and is closed with those it has', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db, { timeLimitInMinutes: 30, questions: 2, passNumber: 1 })
  expect((await read(ada, quiz)).result.cnQuizData.questions).toEqual([])
  await begin(ada, quiz)
  const deadline = new Date(site.clock.now().getTime() + 30 * 60_000).toISOString()
  site.clock.advance({ minutes: 29, seconds: 58 })
  expect((await save(ada, quiz, answersTo(quiz, ['right']))).result.attempt?.leftSeconds).toBe(2)
  site.clock.advance({ seconds: 2 })
  expect((await save(ada, quiz, answersTo(quiz, ['right', 'right']))).result.code).toBe('quiz_already_submitted')
  site.clock.advance({ days: 1 })
  expect((await read(ada, quiz)).result.attempt?.result).toMatchObject({ submittedAt: deadline, correctCount: 1 })
  expect((await recordOf(ada, quiz))?.last_completed_time?.toISOString()).toBe(deadline)
})

test('a quiz inside a course completes the course it was the last part of', async () => {
  const ada = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db)
  const course = await buildCourse(site.db, { contents: [quiz.id] })
  await begin(ada, quiz, { courseId: course.id })
  await submit(ada, quiz)
  expect(await recordOf(ada, course)).toMatchObject({ completed: true })
})

test('only a signed-in learner who may read the quiz begins it', async () => {
  const quiz = await buildQuizWithQuestions(site.db)
  const premium = await buildQuizWithQuestions(site.db, { premium: true })
  const paid = await buildQuizWithQuestions(site.db, { priceFen: 990 })
  const draft = await buildQuizWithQuestions(site.db, { status: 'draft' })
  const ada = await site.learner()
  expect((await begin(site.guest(), quiz)).result.code).toBe('login_required')
  expect((await begin(ada, premium)).result.code).toBe('premium_required')
  expect((await begin(ada, paid)).result.code).toBe('purchase_required')
  expect((await begin(ada, draft)).result.code).toBe('not_found')
  expect((await begin(ada, { id: 'lqz_nothing' })).result.code).toBe('not_found')
  expect((await begin(await site.learner({ premium: true }), premium)).status).toBe(200)
})

test('learners do not meet: one answer never shows in the attempt of another', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const quiz = await buildQuizWithQuestions(site.db)
  await begin(ada, quiz)
  await begin(bob, quiz)
  await save(ada, quiz, answersTo(quiz, ['right']))
  expect((await read(bob, quiz)).result.attempt?.questionAnswers).toEqual({})
})

test('two hundred questions cost as many statements as two', async () => {
  const [small, large] = [
    await buildQuizWithQuestions(site.db, { questions: 2 }),
    await buildQuizWithQuestions(site.db, { questions: 200 }),
  ]
  const ada = await site.learner()
  await begin(ada, await buildQuizWithQuestions(site.db))
  const counts = []
  for (const quiz of [small, large]) {
    const all = quiz.questions.map(({ id }, index) => ({ questionId: id, optionIds: quiz.right(index) }))
    await read(ada, quiz)
    counts.push([
      await site.countQueries(() => begin(ada, quiz)),
      await site.countQueries(() => save(ada, quiz, all)),
      await site.countQueries(() => read(ada, quiz)),
      await site.countQueries(() => submit(ada, quiz)),
      await site.countQueries(() => read(ada, quiz)),
    ])
  }
  expect(counts[1]).toEqual(counts[0])
  // a save is who asks and one statement more: it is what a quiz has most of
  expect(counts[0]?.[1]).toBe(2)
})
