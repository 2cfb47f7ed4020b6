import { saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type BuiltQuiz, buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()

function begin(person: Person, quiz: BuiltQuiz) {
  return person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false } })
}

function save(person: Person, quiz: BuiltQuiz, index: number, sequence: number, optionIds = quiz.right(index)) {
  const answers = [{ questionId: quiz.questions[index]?.id ?? '', optionIds }]
  return person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false, answers, sequence } })
}

async function aClass(size: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: size }, () => site.learner()))
  // each has their token from here on
  await Promise.all(people.map((person) => person.inject({ method: 'GET', url: '/api/session' })))
  return people
}

function learnersOf(quiz: BuiltQuiz) {
  return site.db
    .selectFrom('item_figures')
    .select('record_count')
    .where('item_id', '=', quiz.id)
    .executeTakeFirstOrThrow()
}

test('a class that begins at once gets an attempt each and is counted right', async () => {
  const quiz = await buildQuizWithQuestions(site.db)
  const people = await aClass(40)
  const begun = await Promise.all([...people, ...people].map((person) => begin(person, quiz)))
  expect(begun.map(({ status, result }) => [status, result.attempt?.number])).toEqual(begun.map(() => [200, 1]))
  const attempts = await site.db.selectFrom('quiz_attempts').select('user_id').where('item_id', '=', quiz.id).execute()
  expect(attempts).toHaveLength(40)
  expect(await learnersOf(quiz)).toEqual({ record_count: 40 })
  const days = await site.db
    .selectFrom('study_days')
    .select('user_id')
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .execute()
  expect(days).toHaveLength(40)
})

test('saves of many learners at once keep each their own answers, in a few statements', async () => {
  const quiz = await buildQuizWithQuestions(site.db, { questions: 4 })
  const people = await aClass(30)
  await Promise.all(people.map((person) => begin(person, quiz)))
  // from the first save on, the process has the questions in memory
  if (people[0]) await save(people[0], quiz, 0, 1)
  const queries = await site.countQueries(async () => {
    const saved = await Promise.all(people.map((person, n) => save(person, quiz, n % 4, 1)))
    saved.forEach(({ status, result }, n) => {
      const questionId = quiz.questions[n % 4]?.id ?? ''
      expect([status, result.attempt?.questionAnswers]).toEqual([200, { [questionId]: quiz.right(n % 4) }])
    })
  })
  expect(queries).toBeLessThan(people.length)
})

test('two saves of one learner at the same moment are both kept, and the newer of one question wins', async () => {
  const quiz = await buildQuizWithQuestions(site.db)
  const ada = await site.learner()
  await begin(ada, quiz)
  await Promise.all([save(ada, quiz, 0, 2), save(ada, quiz, 0, 1, quiz.wrong(0)), save(ada, quiz, 1, 3)])
  const { result } = await save(ada, quiz, 2, 4)
  expect(result.attempt?.questionAnswers).toEqual(
    Object.fromEntries([0, 1, 2].map((index) => [quiz.questions[index]?.id, quiz.right(index)])),
  )
})

test('a wrong save among others is refused alone', async () => {
  const quiz = await buildQuizWithQuestions(site.db)
  const [ada, bob, eve] = await aClass(3)
  if (!ada || !bob || !eve) throw new Error('a class of three')
  await begin(ada, quiz)
  await begin(bob, quiz)
  const [saved, wrong, never] = await Promise.all([
    save(ada, quiz, 0, 1),
    save(bob, quiz, 0, 1, ['qo_unknown']),
    // an answer without a beginning begins
    save(eve, quiz, 0, 1),
  ])
  expect([saved.status, wrong.status, never.status]).toEqual([200, 400, 200])
  expect(never.result.attempt?.questionAnswers).toEqual({ [quiz.questions[0]?.id ?? '']: quiz.right(0) })
})

test('an attempt that another act holds keeps nobody else waiting, and its own save is not lost', async () => {
  const quiz = await buildQuizWithQuestions(site.db)
  const [ada, bob] = await aClass(2)
  if (!ada || !bob) throw new Error('a class of two')
  await begin(ada, quiz)
  await begin(bob, quiz)
  await save(ada, quiz, 1, 1)
  let held: Promise<{ status: number }> | undefined
  await site.db.transaction().execute(async (trx) => {
    await sql`select from quiz_attempts where user_id = ${ada.id} for update`.execute(trx)
    held = save(ada, quiz, 0, 2)
    expect((await save(bob, quiz, 0, 1)).status).toBe(200)
  })
  expect((await held)?.status).toBe(200)
  const { result } = await save(ada, quiz, 2, 3)
  expect(Object.keys(result.attempt?.questionAnswers ?? {})).toHaveLength(3)
})
