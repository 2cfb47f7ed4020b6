import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { getQuiz, saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildQuiz, buildTutorial } from '#testing/builders.ts'
import { otherKinds } from '#testing/question-kinds.ts'
import { type BuiltQuiz, buildQuizWithQuestions, type QuizOptions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()

// Every one of these stands in a part of a question that only an answer contains.
const marks = [
  'zzCorrectFeedback',
  'zzWrongFeedback',
  'zzRightOption',
  'zzWrongOption',
  'zzName',
  'zzShadow',
  '987654',
] as const

function markedQuestion(n: number, rightCount: number) {
  return {
    name: `zzName${n}`,
    body: `<p>爬行闪烁的问题${n}</p>`,
    options: [0, 1, 2, 3].map((at) => ({
      body: `<p>选项${n}.${at}</p>`,
      correct: at < rightCount,
      feedback: at < rightCount ? 'zzRightOption vexilloid' : 'zzWrongOption',
    })),
    quizFeedback: { correct: '<p>zzCorrectFeedback</p>', wrong: '<p>zzWrongFeedback</p>' },
  }
}

function markedQuiz(options: QuizOptions = {}): Promise<BuiltQuiz> {
  return buildQuizWithQuestions(site.db, {
    title: '爬行闪烁小测',
    summary: '爬行闪烁',
    questions: [markedQuestion(1, 1), markedQuestion(2, 2)],
    passNumber: 2,
    ...options,
  })
}

function read(person: Person, quiz: BuiltQuiz, query: object = {}) {
  return person.call(getQuiz, { params: { id: quiz.id }, query })
}

function record(person: Person, quiz: BuiltQuiz, completed: boolean, choice?: ('right' | 'wrong')[]) {
  const answers = choice?.map((which, index) => ({
    questionId: quiz.questions[index]?.id ?? '',
    optionIds: quiz[which](index),
  }))
  return person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed, ...(answers && { answers }) } })
}

/** What in this text only an answer contains. */
function leaksIn(text: string): string[] {
  const fields = [/"correct"\s*:/, /"quizFeedback"/, /"feedback"\s*:/, /"contentIds":\["zz/, /"result":"(right|wrong)"/]
  return [...marks.filter((mark) => text.includes(mark)), ...fields.filter((field) => field.test(text)).map(String)]
}

test('no GET endpoint of the site tells an answer to a guest or to a learner at work', async () => {
  const questions = [markedQuestion(1, 1), markedQuestion(2, 2), ...Object.values(otherKinds)]
  const quiz = await markedQuiz({ slug: 'marked-quiz', questions })
  const tutorial = await buildTutorial(site.db)
  const course = await buildCourse(site.db, { contents: [tutorial.id, quiz.id] })
  const ada = await site.learner()
  await record(ada, quiz, false)
  await record(ada, quiz, false, ['right', 'right'])
  await site.settle()

  const gets = site.app.endpoints.filter(({ method }) => method === 'GET')
  expect(gets.map(({ path }) => path)).toContain('/api/learn/cn/quiz/:id/extends')
  const queries = [
    '',
    'edit=true',
    'detail=true',
    `id=${quiz.id}&itemId=${quiz.id}&userId=${ada.id}&courseId=${course.id}&tutorialId=${tutorial.id}`,
    `userId=${ada.id}`,
    `userId=${ada.id}&completed=false`,
    `k=${encodeURIComponent(JSON.stringify(['query:爬行闪烁']))}`,
    `q=${encodeURIComponent('爬行闪烁')}`,
    `type=quiz`,
  ]
  const ids = [quiz.id, 'marked-quiz', course.id, ada.id]
  const outside = ['/api/openapi.json', '/api/docs', '/api/docs/json', '/healthz', '/readyz', `/quiz/${quiz.slug}`]
  const urls = [
    ...outside,
    ...gets.flatMap(({ path }) =>
      (path.includes(':') ? ids : ['']).flatMap((id) =>
        queries.map((query) => `${path.replace(/:\w+/g, id)}${query && `?${query}`}`),
      ),
    ),
  ]
  let answered = 0
  for (const person of [site.guest(), ada]) {
    for (const url of new Set(urls)) {
      const response = await person.inject({ method: 'GET', url })
      if (response.statusCode === 200) answered += 1
      if (!outside.includes(url)) expect([url, leaksIn(response.body)]).toEqual([url, []])
      expect([url, marks.filter((mark) => response.body.includes(mark))]).toEqual([url, []])
      expect([url, marks.filter((mark) => JSON.stringify(response.headers).includes(mark))]).toEqual([url, []])
    }
  }
  expect(answered).toBeGreaterThan(gets.length / 2)
})

test('a search for words that only an answer contains does not find the quiz', async () => {
  const quiz = await markedQuiz()
  await site.services.events.emit(site.db, itemPublished, { itemId: quiz.id })
  await site.settle()
  for (const path of ['/api/learn/search', '/api/learn/headerSearch']) {
    const found = async (text: string) => {
      const k = encodeURIComponent(JSON.stringify([`query:${text}`]))
      return (await site.inject({ method: 'GET', url: `${path}?k=${k}` })).body.includes(quiz.id)
    }
    expect([path, await found('爬行闪烁'), await found('vexilloid')]).toEqual([path, true, false])
  }
})

test('neither saves, nor refusals, nor beginning tell an answer', async () => {
  const quiz = await markedQuiz()
  const ada = await site.learner()
  const answers = [
    await record(ada, quiz, false),
    await record(ada, quiz, false, ['right', 'wrong']),
    await ada.call(saveQuiz, {
      body: {
        id: quiz.id,
        type: 'quiz',
        completed: false,
        answers: [{ questionId: quiz.questions[0]?.id ?? '', optionIds: ['qo_none'] }],
      },
    }),
    await record(ada, quiz, true),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200])
  for (const { result } of answers) expect(leaksIn(JSON.stringify({ ...result, attempt: null }))).toEqual([])
})

test('a learner at work gets the text of a question and nothing that tells the answer', async () => {
  const quiz = await markedQuiz()
  const ada = await site.learner()
  await record(ada, quiz, false)
  const [question] = (await read(ada, quiz)).result.cnQuizData.questions
  expect(Object.keys(question ?? {}).sort()).toEqual(['body', 'id', 'multiple', 'options', 'shuffleOptions'])
  for (const option of question?.options ?? []) expect(Object.keys(option).sort()).toEqual(['body', 'id'])
})

test('two quizzes that differ in their answers alone look the same to a learner', async () => {
  const ada = await site.learner()
  const quiz = await markedQuiz()
  const before = (await read(ada, quiz)).result.cnQuizData.questions
  await site.db.updateTable('quiz_questions').set({ revision: 2 }).where('item_id', '=', quiz.id).execute()
  await site.db.updateTable('quizzes').set({ revision: 2 }).where('item_id', '=', quiz.id).execute()
  const moved = quiz.questions.map(({ options }) => [...options.slice(1), ...options.slice(0, 1)])
  for (const [index, { id, options }] of quiz.questions.entries()) {
    const swapped = options.map((option, at) => ({ ...option, correct: moved[index]?.[at]?.correct ?? false }))
    await site.db
      .updateTable('quiz_questions')
      .set({ options: JSON.stringify(swapped) })
      .where('item_id', '=', quiz.id)
      .where('id', '=', id)
      .execute()
  }
  expect((await read(ada, quiz)).result.cnQuizData.questions).toEqual(before)
})

test('after a submission that did not pass: what was right, hints and what to read again, no answer', async () => {
  const tutorial = await buildTutorial(site.db, { title: '级联阴影', steps: 3 })
  const quiz = await buildQuizWithQuestions(site.db, {
    passNumber: 3,
    freezingTimeInHours: 24,
    questions: [1, 2, 3].map((n) => ({
      body: `<p>题${n}</p>`,
      // the third has two right options
      options: [0, 1, 2].map((at) => ({
        body: `${at}`,
        correct: at === 0 || (n === 3 && at === 1),
        feedback: `反馈${n}.${at}`,
      })),
      quizFeedback: { correct: `对${n}`, wrong: `提示${n}` },
      contentIds: [tutorial.steps[n - 1]?.id ?? '', 'ltu_gone'],
    })),
  })
  const ada = await site.learner()
  await record(ada, quiz, false)
  await record(ada, quiz, true, ['right', 'wrong', 'wrong'])
  const { result } = await read(ada, quiz)
  const text = JSON.stringify(result.cnQuizData.questions)
  expect(text).not.toContain('"correct":true')
  expect(text).not.toContain('"correct":false')
  const [first, second, third] = result.cnQuizData.questions
  expect(first).toMatchObject({ result: 'right', quizFeedback: { correct: '对1' }, contentIds: [] })
  expect(second).toMatchObject({ result: 'wrong', quizFeedback: { wrong: '提示2' } })
  expect(second?.quizFeedback).not.toHaveProperty('correct')
  expect(second?.options.flatMap(({ feedback }) => feedback ?? [])).toEqual(['反馈2.1'])
  expect(third?.options.flatMap(({ feedback }) => feedback ?? [])).toEqual([])
  expect(Object.keys(result.cnQuizData.readAgainMap)).toEqual([tutorial.steps[1]?.id, tutorial.steps[2]?.id])
  expect(result.cnQuizData.readAgainMap[tutorial.steps[1]?.id ?? '']).toMatchObject({
    itemId: tutorial.id,
    title: '级联阴影',
    step: { number: 2, anchor: 'step-2' },
  })
})

test('after a submission that passed everything is explained, until a retake begins', async () => {
  const quiz = await markedQuiz()
  const ada = await site.learner()
  await record(ada, quiz, false)
  await record(ada, quiz, true, ['right', 'right'])
  const questions = (await read(ada, quiz)).result.cnQuizData.questions
  for (const [index, question] of questions.entries()) {
    const right = question.options.filter((option) => option.correct).map(({ id }) => id)
    expect(right.sort()).toEqual(quiz.right(index).sort())
    expect(question).toMatchObject({ result: 'right', quizFeedback: { correct: '<p>zzCorrectFeedback</p>' } })
  }
  await record(ada, quiz, false)
  expect(leaksIn(JSON.stringify((await read(ada, quiz)).result))).toEqual([])
})

test('the answer key is for those who make the quiz alone', async () => {
  const quiz = await markedQuiz({ language: 'zh' })
  expect((await read(site.guest(), quiz, { edit: true })).result.code).toBe('forbidden')
  expect((await read(await site.learner(), quiz, { edit: true })).result.code).toBe('forbidden')
  const other = await site.user({ groups: ['learn_editor_ko'] })
  expect((await read(other, quiz, { edit: true })).result.code).toBe('forbidden')
  const editor = await site.user({ groups: ['learn_editor_zh'] })
  const { result } = await read(editor, quiz, { edit: true })
  expect(result.cnQuizData.questions[0]?.options.map(({ correct }) => correct)).toEqual([true, false, false, false])
  // as a reader the editor is like anybody else
  expect(leaksIn(JSON.stringify((await read(editor, quiz)).result))).toEqual([])
})

test('nobody gets the questions of a quiz they may not read', async () => {
  const premium = await markedQuiz({ premium: true })
  const paid = await markedQuiz({ priceFen: 990 })
  const ada = await site.learner()
  for (const quiz of [premium, paid]) {
    for (const person of [site.guest(), ada]) {
      const { status, result } = await read(person, quiz)
      expect([status, result.cnQuizData.questions, result.cnQuizData.questionsCount]).toEqual([200, [], 2])
      expect(JSON.stringify(result)).not.toContain('选项1')
    }
  }
  expect((await read(await site.learner({ premium: true }), premium)).result.cnQuizData.questions).toHaveLength(2)
})

test('a quiz answers its questions, contents, figures and who collected it [QUIZ-020]', async () => {
  const quiz = await markedQuiz({ slug: 'extends-quiz' })
  const course = await buildCourse(site.db, { title: '实时阴影', contents: [quiz.id] })
  const first = await buildTutorial(site.db, { title: '阴影从哪来' })
  const before = { item_id: quiz.id, prerequisite_id: first.id, position: 0 }
  await site.db.insertInto('item_prerequisites').values(before).execute()
  const ada = await site.learner()
  await site.db
    .insertInto('collections')
    .values({ user_id: ada.id, item_id: quiz.id, collected_at: site.clock.now() })
    .execute()
  const { status, result } = await ada.call(getQuiz, {
    params: { id: 'extends-quiz' },
    query: { courseId: course.id },
  })
  expect(status).toBe(200)
  expect(result.cnQuizData).toMatchObject({ id: quiz.id, questionsCount: 2 })
  expect(Object.values(result.cnQuizData.contentMap).map(({ id, title }) => [id, title])).toEqual([
    [first.id, '阴影从哪来'],
  ])
  expect(result.cnQuizData.questions).toHaveLength(2)
  expect(result.cnQuizData.statsMap[quiz.id]).toMatchObject({ recordCount: 0 })
  expect(result.collectMap).toEqual({ [quiz.id]: true })
  expect(result.breadcrumb.map(({ title }) => title)).toEqual(['实时阴影', '爬行闪烁小测'])
  const detail = await ada.call(getQuiz, { params: { id: quiz.id }, query: { detail: true } })
  expect(detail.result.cnQuizData.questions).toEqual([])
  expect((await ada.call(getQuiz, { params: { id: quiz.id }, query: { uv: '1.0' } })).result.code).toBe(
    'version_not_found',
  )
})

test('a quiz without questions is a page like any other', async () => {
  const quiz = await buildQuiz(site.db)
  const { status, result } = await site.guest().call(getQuiz, { params: { id: quiz.id }, query: {} })
  expect([status, result.cnQuizData.questions, result.attempt]).toEqual([200, [], null])
  expect(
    (await (await site.learner()).call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false } })).status,
  ).toBe(404)
})
