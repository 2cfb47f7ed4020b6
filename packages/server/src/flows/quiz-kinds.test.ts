import { getQuiz, saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { saveQuizQuestions } from '#quiz/index.ts'
import { otherKinds } from '#testing/question-kinds.ts'
import { type BuiltQuiz, buildQuizWithQuestions, plainQuestion } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
// what a person marks stands in campus/marking.test.ts
const { essay: _, ...graded } = otherKinds
const every = [plainQuestion(0), ...Object.values(graded)]

type Answers = { questionId: string; given?: string[]; optionIds?: string[]; sequence?: number }[]

function record(person: Person, quiz: { id: string }, completed: boolean, answers?: Answers) {
  return person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed, ...(answers && { answers }) } })
}

async function read(person: Person, quiz: { id: string }) {
  return (await person.call(getQuiz, { params: { id: quiz.id }, query: {} })).result
}

/** Right to every question. */
function rightAnswers({ questions }: BuiltQuiz): Answers {
  const idsOf = (at: number) => questions[at]?.options.map(({ id }) => id) ?? []
  const given = [
    [],
    ['987.65', 'km'],
    ['ＺＺshadow   MAP'],
    idsOf(3),
    [`${idsOf(4)[0]}=平行光`, `${idsOf(4)[1]}=点光源`],
    ['1=光源', '2=987654', '3=zzshadow map'],
    ['0.3,0.3', '0.75,0.35'],
  ]
  return questions.map(({ id, options }, at) =>
    at === 0
      ? { questionId: id, optionIds: options.filter(({ correct }) => correct).map((option) => option.id) }
      : { questionId: id, given: given[at] ?? [] },
  )
}

test('every kind is asked without a trace of its answer, and answered like a choice', async () => {
  const quiz = await buildQuizWithQuestions(site.db, { questions: every, passNumber: 7 })
  const ada = await site.learner()
  await record(ada, quiz, false)
  const before = await read(ada, quiz)
  expect(JSON.stringify(before)).not.toMatch(/zzShadow|zzMap|987654|"right"|"match"/)
  const [choice, numeric, text, ordering, matching, gaps, spots] = before.cnQuizData.questions
  expect(choice).not.toHaveProperty('ask')
  expect(numeric).toMatchObject({ ask: { kind: 'numeric', units: ['m', 'km'] }, options: [] })
  expect(text).toMatchObject({ ask: { kind: 'text' } })
  expect(ordering?.options.map(({ body }) => body).sort()).toEqual(['不透明', '天空', '透明', '阴影'])
  expect(matching?.ask?.targets?.toSorted()).toEqual(['平行光', '点光源', '面光源'].sort())

  expect(gaps?.ask?.gaps?.map(({ kind, choices }) => [kind, choices?.toSorted()])).toEqual([
    ['choice', ['光源', '相机'].sort()],
    ['numeric', undefined],
    ['text', undefined],
  ])
  expect(spots?.ask).toEqual({ kind: 'hotspot', most: 2 })

  for (const answer of rightAnswers(quiz)) expect((await record(ada, quiz, false, [answer])).status).toBe(200)
  const saved = await read(ada, quiz)
  expect(saved.attempt?.questionAnswers).toMatchObject(
    Object.fromEntries(rightAnswers(quiz).map(({ questionId, given, optionIds }) => [questionId, given ?? optionIds])),
  )
  await record(ada, quiz, true)
  const after = await read(ada, quiz)
  expect(after.attempt?.result).toMatchObject({ correctCount: 7, score: 7, passed: true })
  expect(after.cnQuizData.questions.map(({ result }) => result)).toEqual(Array(7).fill('right'))
  const [, number, word, order, pairs, filled, marked] = after.cnQuizData.questions
  expect(number?.ask?.right).toEqual({ [number?.id ?? '']: ['987654 ± 5 m'] })
  expect(word?.ask?.right).toEqual({ [word?.id ?? '']: ['zzShadow map'] })
  expect(quiz.questions[3]?.options.map(({ id }) => order?.ask?.right?.[id])).toEqual([['1'], ['2'], ['3'], ['4']])
  expect(quiz.questions[4]?.options.map(({ id }) => pairs?.ask?.right?.[id])).toEqual([['平行光'], ['点光源']])
  const areas = ['rectangle 0.1987654 0.25 0.2 0.25', 'ellipse 0.75 0.5 0.1 0.2']
  expect(marked?.ask?.right).toEqual({ [marked?.id ?? '']: areas })
  expect(filled?.ask?.right).toEqual({ 1: ['光源'], 2: ['987654'], 3: ['zzShadow map'] })
})

test('what is right in part counts in part, and a result that did not pass names no part', async () => {
  const { text, ordering, matching } = otherKinds
  const quiz = await buildQuizWithQuestions(site.db, { questions: [text, ordering, matching], passNumber: 2 })
  const ada = await site.learner()
  const [first, second, third] = quiz.questions
  const ids = second?.options.map(({ id }) => id) ?? []
  await record(ada, quiz, true, [
    { questionId: first?.id ?? '', given: ['zzmap'] },
    { questionId: second?.id ?? '', given: [ids[3], ids[0], ids[1], ids[2]].map(String) },
    { questionId: third?.id ?? '', given: [`${third?.options[0]?.id}=平行光`, `${third?.options[1]?.id}=面光源`] },
  ])
  const { attempt, attempts, cnQuizData } = await read(ada, quiz)
  expect(attempt?.result).toMatchObject({ correctCount: 0, questionCount: 3, score: 1.666667, passed: false })
  expect(attempts).toHaveLength(1)
  expect(cnQuizData.questions.map(({ result, credit }) => [result, credit])).toEqual([
    ['partly', 0.5],
    ['partly', 0.666667],
    ['partly', 0.5],
  ])
  expect(JSON.stringify(cnQuizData)).not.toMatch(/"right"|"match"|zzShadow/)
})

test('parts add up to a pass', async () => {
  const { text, matching } = otherKinds
  const quiz = await buildQuizWithQuestions(site.db, { questions: [text, matching], passNumber: 1 })
  const ada = await site.learner()
  const [word, pairs] = quiz.questions
  await record(ada, quiz, true, [
    { questionId: word?.id ?? '', given: ['zzMap'] },
    { questionId: pairs?.id ?? '', given: [`${pairs?.options[0]?.id}=平行光`] },
  ])
  expect((await read(ada, quiz)).attempt?.result).toMatchObject({ correctCount: 0, score: 1, passed: true })
})

test('a choice whose options say what they add counts in part', async () => {
  const options = [
    { body: '日', correct: true, credit: 50 },
    { body: '灯', correct: true, credit: 50 },
    { body: '石', correct: false, credit: 0 },
  ]
  const quiz = await buildQuizWithQuestions(site.db, { questions: [{ body: '<p>哪些会发光？</p>', options }] })
  const ada = await site.learner()
  await record(ada, quiz, false)
  expect(JSON.stringify(await read(ada, quiz))).not.toContain('"credit"')
  await record(ada, quiz, true, [{ questionId: quiz.questions[0]?.id ?? '', optionIds: quiz.right(0).slice(0, 1) }])
  const { attempt, cnQuizData } = await read(ada, quiz)
  expect(attempt?.result).toMatchObject({ correctCount: 0, score: 0.5, passed: false })
  expect(cnQuizData.questions[0]).toMatchObject({ result: 'partly', credit: 0.5 })
})

test('a quiz of choices alone has no score beside its count', async () => {
  const quiz = await buildQuizWithQuestions(site.db)
  const ada = await site.learner()
  await record(ada, quiz, true, [{ questionId: quiz.questions[0]?.id ?? '', optionIds: quiz.right(0) }])
  const { attempt } = await read(ada, quiz)
  expect(attempt?.result).toMatchObject({ correctCount: 1 })
  expect(attempt?.result).not.toHaveProperty('score')
})

test('what cannot be an answer is refused with its field, and what is empty takes the answer back', async () => {
  const quiz = await buildQuizWithQuestions(site.db, { questions: every })
  const ada = await site.learner()
  await record(ada, quiz, false)
  const refused: [number, string[]][] = [
    [1, ['1', 'm', 'x']],
    [2, ['one', 'two']],
    [3, ['no-option']],
    [4, ['no-option=平行光']],
    [5, ['1=窗户']],
    [5, ['4=x']],
    [6, ['1.2,0.5']],
    [6, ['0.1,0.1', '0.2,0.2', '0.3,0.3']],
  ]
  for (const [at, given] of refused) {
    const answers = [{ questionId: quiz.questions[at]?.id ?? '', given }]
    const { status, result } = await record(ada, quiz, false, answers)
    expect([at, status, (result as { details?: { field: string }[] }).details?.[0]?.field]).toEqual([
      at,
      400,
      'answers.0.given',
    ])
  }
  const questionId = quiz.questions[2]?.id ?? ''
  await record(ada, quiz, false, [{ questionId, given: ['shadow'], sequence: 1 }])
  const { result } = await record(ada, quiz, false, [{ questionId, given: [' '], sequence: 2 }])
  expect(result.attempt?.questionAnswers[questionId]).toEqual([])
  expect(Object.values(result.quizMap)[0]?.answered).toBe(false)
})

test('an attempt is graded by the questions that it began with', async () => {
  const quiz = await buildQuizWithQuestions(site.db, { questions: [otherKinds.text] })
  const ada = await site.learner()
  await record(ada, quiz, false)
  const id = quiz.questions[0]?.id
  const changed = { ...otherKinds.text, id, ask: { ...otherKinds.text.ask, answers: [{ text: 'other', credit: 100 }] } }
  await inTransaction(site.db, (trx) =>
    saveQuizQuestions(trx, quiz.id, { questions: [changed], passNumber: 1, freezingTimeInHours: 0 }),
  )
  await record(ada, quiz, true, [{ questionId: id ?? '', given: ['zzShadow map'] }])
  expect((await read(ada, quiz)).attempt?.result).toMatchObject({ correctCount: 1, passed: true })
})

test('the same questions saved twice are one revision', async () => {
  const quiz = await buildQuizWithQuestions(site.db, { questions: every })
  const again = await inTransaction(site.db, (trx) =>
    saveQuizQuestions(trx, quiz.id, { questions: every, passNumber: 1, freezingTimeInHours: 0 }),
  )
  expect(again).toEqual({ revision: 1, changed: false })
})
