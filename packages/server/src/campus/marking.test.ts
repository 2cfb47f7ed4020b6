import { assignItem, getClass, listDue, listProgress } from '@lantern/contract/campus/assignments.ts'
import { type AnswerKey, getAnswerToMark, listToMark, markAnswer } from '@lantern/contract/campus/marking.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import type { QuestionDraft } from '@lantern/contract/quiz/faults.ts'
import { getQuiz, saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { attemptPersonalData } from '#quiz/index.ts'
import { buildCourse, buildOrganisation } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type BuiltQuiz, buildQuizWithQuestions, plainQuestion } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-03-02T02:00:00Z')
const organisation = await buildOrganisation(site.db)

const essay: QuestionDraft = {
  body: '<p>为什么影子会抖？</p>',
  options: [],
  points: 4,
  ask: { kind: 'essay', least: 5, most: 40, guidance: 'zz要提到纹素对齐' },
}

async function quizBy(owner: Person, questions = [plainQuestion(0), essay, essay]): Promise<BuiltQuiz> {
  return buildQuizWithQuestions(site.db, { questions, passNumber: 2, ownerId: owner.id })
}

function record(person: Person, quiz: BuiltQuiz, completed: boolean, texts: (string | null)[] = []) {
  const answers = [
    { questionId: quiz.questions[0]?.id ?? '', optionIds: quiz.right(0) },
    ...texts.flatMap((text, at) =>
      text === null ? [] : { questionId: quiz.questions[at + 1]?.id ?? '', given: [text] },
    ),
  ]
  return person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed, ...(texts.length > 0 && { answers }) } })
}

async function standing(person: Person, quiz: BuiltQuiz) {
  const { attempt, quizMap, recordMap, cnQuizData } = (
    await person.call(getQuiz, { params: { id: quiz.id }, query: {} })
  ).result
  return {
    result: attempt?.result,
    state: quizMap[quiz.id],
    record: recordMap[quiz.id],
    questions: cnQuizData.questions,
  }
}

async function waiting(person: Person) {
  return (await person.call(listToMark, { query: {} })).result
}

const keyOf = ({ userId, quizId, number, questionId }: AnswerKey): AnswerKey => ({ userId, quizId, number, questionId })

async function give(person: Person, key: AnswerKey, given: number, comment = '', markedAt?: string | null) {
  const seen = await person.call(getAnswerToMark, { query: keyOf(key) })
  const body = { ...keyOf(key), given, comment, markedAt: markedAt === undefined ? seen.result?.markedAt : markedAt }
  return person.call(markAnswer, { body: { ...body, markedAt: body.markedAt ?? null } })
}

async function told(person: Person) {
  const { results } = (await person.call(listNotifications, { query: { kind: 'quiz_marked' } })).result
  return results.map(({ title, body }) => [title, body])
}

test('a text is kept like every answer, within its limits, and nothing of what to look for is told', async () => {
  const quiz = await quizBy(await site.learner())
  const ada = await site.learner()
  await record(ada, quiz, false)
  expect((await record(ada, quiz, false, ['第一段。\n\n第二段。'])).status).toBe(200)
  expect((await record(ada, quiz, false, ['长'.repeat(41)])).status).toBe(400)
  const open = await standing(ada, quiz)
  expect(open.record?.answers[quiz.questions[1]?.id ?? '']).toEqual(['第一段。\n\n第二段。'])
  expect(open.questions[1]?.ask).toEqual({ kind: 'essay', lengths: { least: 5, most: 40 } })
  await record(ada, quiz, true)
  expect(JSON.stringify(await standing(ada, quiz))).not.toContain('zz')
})

test('a submitted attempt waits for its marks, and only then counts, completes and is told', async () => {
  const author = await site.learner()
  const quiz = await quizBy(author)
  const ada = await site.learner()
  await record(ada, quiz, false)
  await record(ada, quiz, true, ['光源移动时纹素不对齐。', '因为分辨率不够高。'])
  const submitted = await standing(ada, quiz)
  expect(submitted.result).toMatchObject({ waiting: 2, passed: false, correctCount: 1, score: 1 })
  expect(submitted.questions.map(({ result }) => result)).toEqual(['right', 'waiting', 'waiting'])
  expect(submitted.record).toMatchObject({ completed: false, completedTime: null })

  site.clock.advance({ days: 2 })
  const list = await waiting(author)
  expect(list.counts).toEqual({ waiting: 2, marked: 0 })
  const [first, second] = list.results
  if (!first || !second) throw new Error('nothing waits')
  const shown = (await author.call(getAnswerToMark, { query: keyOf(first) })).result
  expect(shown).toMatchObject({
    text: '光源移动时纹素不对齐。',
    guidance: 'zz要提到纹素对齐',
    points: 4,
    waiting: 2,
    next: keyOf(second),
  })
  expect(await give(author, first, 5)).toMatchObject({ status: 400 })
  expect((await give(author, first, 3, '说到了关键。')).result).toEqual({ next: keyOf(second) })
  expect(await told(ada)).toEqual([])
  expect((await standing(ada, quiz)).result).toMatchObject({ waiting: 1, passed: false, score: 1.75 })

  expect((await give(author, second, 2)).result).toEqual({ next: null })
  const marked = await standing(ada, quiz)
  expect(marked.result).toMatchObject({ passed: true, correctCount: 1, score: 2.25 })
  expect(marked.result).not.toHaveProperty('waiting')
  expect(marked.questions.map(({ result, credit, comment }) => [result, credit, comment])).toEqual([
    ['right', undefined, undefined],
    ['partly', 0.75, '说到了关键。'],
    ['partly', 0.5, undefined],
  ])
  // of the day it was handed in, not of the day it was marked
  expect(marked.record).toMatchObject({ completed: true, completedTime: '2026-03-02T02:00:00.000Z' })
  expect(await told(ada)).toHaveLength(1)
  expect(await waiting(author)).toMatchObject({ results: [], counts: { waiting: 0, marked: 2 } })
})

test('of two who mark the same answer the second is told, and what they saw decides', async () => {
  const author = await site.learner()
  const quiz = await quizBy(author)
  const ada = await site.learner()
  await record(ada, quiz, false)
  await record(ada, quiz, true, ['一个回答，够长了。'])
  const [one] = (await waiting(author)).results
  if (!one) throw new Error('nothing waits')
  const both = await Promise.all([give(author, one, 4, '甲', null), give(author, one, 1, '乙', null)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)).toMatchObject({ result: { code: 'mark_changed' } })
  // who has seen the other's mark may change it; the learner is not told twice
  site.clock.advance({ minutes: 1 })
  expect((await give(author, one, 2, '丙')).status).toBe(200)
  expect((await standing(ada, quiz)).questions[1]).toMatchObject({ credit: 0.5, comment: '丙' })
  expect(await told(ada)).toHaveLength(1)
})

test('an attempt without a text waits for nobody', async () => {
  const quiz = await quizBy(await site.learner())
  const ada = await site.learner()
  await record(ada, quiz, false)
  await record(ada, quiz, true, [null])
  const { result, questions, record: completed } = await standing(ada, quiz)
  expect(result).not.toHaveProperty('waiting')
  expect(questions[1]?.result).toBe('wrong')
  expect(completed?.completed).toBe(true)
})

test('what a class was given is marked by its teacher and by nobody else, the rest by who makes the quiz', async () => {
  const author = await site.learner()
  const quiz = await quizBy(author)
  const { teacher, learners } = await buildClass(site, { id: 'kl_marking', organisation })
  const [ada, ben] = learners
  const outside = await site.learner()
  await teacher.call(assignItem, {
    params: { classId: 'kl_marking' },
    body: { item: quiz.id, opensAt: '2026-03-01T08:00', dueAt: '2026-03-20T08:00' },
  })
  for (const person of [ada, outside]) {
    await record(person, quiz, false)
    await record(person, quiz, true, ['班里的一个回答。'])
  }
  // its teacher knows a learner by the school's list, also in a quiz that is not the school's; its author does not
  for (const { id } of [ada, outside]) {
    await site.db.updateTable('memberships').set({ listed_name: 'Ada 林知远' }).where('user_id', '=', id).execute()
  }
  const [ofClass] = (await waiting(teacher)).results
  const [ofOthers] = (await waiting(author)).results
  expect([ofClass?.learnerName, ofOthers?.learnerName === 'Ada 林知远']).toEqual(['Ada 林知远', false])
  expect([ofClass?.userId, (await waiting(teacher)).counts.waiting]).toEqual([ada.id, 1])
  expect([ofOthers?.userId, (await waiting(author)).counts.waiting]).toEqual([outside.id, 1])
  if (!ofClass || !ofOthers) throw new Error('nothing waits')
  for (const [person, key] of [
    [author, ofClass],
    [teacher, ofOthers],
    [ada, ofClass],
    [ben, ofClass],
    [outside, ofOthers],
  ] as const) {
    expect((await waiting(person)).results.map(keyOf)).not.toContainEqual(keyOf(key))
    expect(await person.call(getAnswerToMark, { query: keyOf(key) })).toMatchObject({ status: 404 })
    expect(await give(person, key, 1)).toMatchObject({ status: 404 })
  }
  // handed in: neither due any more nor late, and not done before it has its marks
  site.clock.advance({ days: 20 })
  const params = { classId: 'kl_marking' }
  const cellOfAda = async () => (await teacher.call(listProgress, { params, query: {} })).result.rows[0]?.cells[0]
  expect(await cellOfAda()).toMatchObject({ done: false, waiting: true, late: false, score: null })
  const rowsOfFile = async () =>
    (await teacher.inject({ method: 'GET', url: '/api/campus/class/kl_marking/assignments.csv' })).body.split('\r\n')
  expect((await rowsOfFile())[1]?.split(',').slice(1, 4)).toEqual(['待批改', '', ''])
  const { counts } = (await teacher.call(getClass, { params })).result.assignments[0] ?? {}
  expect(counts).toMatchObject({ done: 0, begun: 1, late: 1 })
  const due = async (person: Person) => (await person.call(listDue)).result.results.length
  expect([await due(ada), await due(ben)]).toEqual([0, 1])
  expect((await give(teacher, ofClass, 1)).status).toBe(200)
  expect(await cellOfAda()).toMatchObject({ done: true, waiting: false, late: false, score: { correct: 1.25 } })
  expect((await rowsOfFile())[1]?.split(',').slice(1, 3)).toEqual(['100', '1.25'])
})

test('an attempt that waits counts as submitted: the next one follows the quiz’s own rule, and both get their marks', async () => {
  const author = await site.learner()
  const quiz = await buildQuizWithQuestions(site.db, {
    questions: [plainQuestion(0), essay],
    passNumber: 2,
    freezingTimeInHours: 24,
    ownerId: author.id,
  })
  const course = await buildCourse(site.db, { contents: [quiz.id] })
  const ada = await site.learner()
  await ada.call(startRecord, { body: { id: course.id, type: 'course' } })
  await record(ada, quiz, false)
  await record(ada, quiz, true, ['第一次写的。'])
  expect(await record(ada, quiz, false)).toMatchObject({ status: 422, result: { code: 'quiz_frozen' } })
  site.clock.advance({ hours: 25 })
  expect((await record(ada, quiz, false)).status).toBe(200)

  const [first] = (await waiting(author)).results
  if (!first) throw new Error('nothing waits')
  expect((await give(author, first, 4)).status).toBe(200)
  expect(await told(ada)).toHaveLength(1)
  const open = await standing(ada, quiz)
  expect(open.state).toMatchObject({ quizStatus: 'draft' })
  // the attempt that was marked has completed the course, and the new one goes on
  expect(await completed(ada, course.id)).toBe(true)
  expect(await completed(ada, quiz.id)).toBe(false)

  await record(ada, quiz, true, ['第二次写的。'])
  const [second] = (await waiting(author)).results
  if (!second) throw new Error('nothing waits')
  expect(second.number).toBe(2)
  expect((await give(author, second, 1)).status).toBe(200)
  expect(await told(ada)).toHaveLength(2)
  expect(await completed(ada, quiz.id)).toBe(true)
  // marking the older one anew changes nothing of the newer
  expect((await give(author, first, 2)).status).toBe(200)
  expect((await standing(ada, quiz)).result).toMatchObject({ score: 1.25, passed: false })
  expect(await completed(ada, quiz.id)).toBe(true)
})

async function completed(person: Person, id: string) {
  const { completed: is } = await site.db
    .selectFrom('records')
    .select('completed')
    .where('user_id', '=', person.id)
    .where('item_id', '=', id)
    .executeTakeFirstOrThrow()
  return is
}

test('of who marked, the account that stays is named, and of one that is gone nobody is', async () => {
  const [author, elsewhere, ada] = [await site.learner(), await site.learner(), await site.learner()]
  const quiz = await quizBy(author)
  await record(ada, quiz, false)
  await record(ada, quiz, true, ['一个回答，够长了。'])
  const [one] = (await waiting(author)).results
  if (!one) throw new Error('nothing waits')
  await give(author, one, 4, '好。')
  const markedBy = async () =>
    (await site.db.selectFrom('quiz_attempts').select('marked_by').where('item_id', '=', quiz.id).execute()).map(
      ({ marked_by }) => marked_by,
    )
  const merged = { from: author.id, into: elsewhere.id }
  await inTransaction(site.db, (trx) => attemptPersonalData.merge(trx, merged))
  expect(await markedBy()).toEqual([elsewhere.id])
  const [entry] = (await attemptPersonalData.read(site.db, ada.id)).quizAttempts
  expect(entry).toMatchObject({ marks: { [one.questionId]: { credit: 1, comment: '好。' } } })
  expect(JSON.stringify(entry)).not.toContain(elsewhere.id)
  await inTransaction(site.db, (trx) => attemptPersonalData.erase(trx, elsewhere.id))
  expect(await markedBy()).toEqual([null])
  expect((await standing(ada, quiz)).questions[1]).toMatchObject({ result: 'right', comment: '好。' })
})

test('a learner of the class who was not picked is marked by who makes the quiz', async () => {
  const author = await site.learner()
  const quiz = await quizBy(author)
  const { teacher, learners } = await buildClass(site, { id: 'kl_marking_some', organisation })
  const [ada, ben] = learners
  const dates = { opensAt: '2026-03-01T08:00', dueAt: '2026-12-01T08:00' }
  const recipients = { groupIds: [], userIds: [ada.id] }
  const params = { classId: 'kl_marking_some' }
  expect((await teacher.call(assignItem, { params, body: { item: quiz.id, ...dates, recipients } })).status).toBe(200)
  for (const person of [ada, ben]) {
    await record(person, quiz, false)
    await record(person, quiz, true, ['一个回答，够长了。'])
  }
  expect((await waiting(teacher)).results.map(({ userId }) => userId)).toEqual([ada.id])
  expect((await waiting(author)).results.map(({ userId }) => userId)).toEqual([ben.id])
})
