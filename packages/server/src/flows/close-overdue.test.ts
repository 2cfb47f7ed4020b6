import { assignItem, listProgress } from '@lantern/contract/campus/assignments.ts'
import { getQuiz, saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCourse, buildOrganisation } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type BuiltQuiz, buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-03-02T02:00:00Z')
const beside = await testSite({}, { beside: site })
const organisation = await buildOrganisation(site.db)

const heard: { topic: string; message: unknown }[] = []
site.services.topics.serve({
  tell: (topic, message) => heard.push({ topic, message }),
  recheck: () => undefined,
  onGap: () => undefined,
})

const timed = (options: object = {}) =>
  buildQuizWithQuestions(site.db, { timeLimitInMinutes: 30, questions: 2, passNumber: 1, ...options })

async function answerFirst(person: Person, quiz: BuiltQuiz) {
  await person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false } })
  const answers = [{ questionId: quiz.questions[0]?.id ?? '', optionIds: quiz.right(0) }]
  await person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false, answers } })
}

/** The minute's work of two processes at once. */
async function minutePasses(minutes = 1) {
  site.clock.advance({ minutes })
  for (const one of [site, beside]) await one.services.jobs.send(one.db, 'quiz.close_overdue', {})
  await Promise.all([site.settle(), beside.settle()])
}

async function attemptOf(person: Person, quiz: { id: string }) {
  const { rows } = await sql<{ submitted_at: Date | null; correct_count: number | null; completions: number }>`
    select a.submitted_at, a.correct_count, (select count(*)::integer from record_events e
      where e.user_id = a.user_id and e.item_id = a.item_id and e.kind = 'completed') as completions
    from quiz_attempts a where a.user_id = ${person.id} and a.item_id = ${quiz.id}`.execute(site.db)
  return rows.map((row) => [row.submitted_at?.toISOString() ?? null, row.correct_count, row.completions])
}

test('an attempt whose learner never comes back is closed once its time is over, and the class table has its mark', async () => {
  const { classId, teacher, learners } = await buildClass(site, { id: 'kl_left', organisation })
  const [ada] = learners
  const quiz = await timed({ organisation })
  const params = { classId }
  await teacher.call(assignItem, {
    params,
    body: { item: quiz.id, opensAt: '2026-03-02T09:00', dueAt: '2026-03-09T22:00' },
  })
  const deadline = new Date(site.clock.now().getTime() + 30 * 60_000).toISOString()
  await answerFirst(ada, quiz)
  await minutePasses(29)
  expect(await attemptOf(ada, quiz)).toEqual([[null, null, 0]])
  heard.length = 0
  await minutePasses()
  await minutePasses()
  expect(await attemptOf(ada, quiz)).toEqual([[deadline, 1, 1]])
  const { rows } = (await teacher.call(listProgress, { params, query: { q: 'Ada' } })).result
  expect(rows[0]?.cells[0]).toMatchObject({ done: true, percent: 100, score: { correct: 1, questions: 2 } })
  expect(heard.map(({ topic }) => topic)).toEqual([`class-progress/${classId}`])
  // who looks afterwards finds it closed, and nothing is closed again
  const { attempt } = (await ada.call(getQuiz, { params: { id: quiz.id }, query: {} })).result
  expect(attempt?.result).toMatchObject({ submittedAt: deadline, correctCount: 1, passed: true })
  expect(await attemptOf(ada, quiz)).toEqual([[deadline, 1, 1]])
})

test('the course that waited for the quiz is completed with it', async () => {
  const ada = await site.learner()
  const quiz = await timed()
  const course = await buildCourse(site.db, { contents: [quiz.id] })
  await ada.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false, courseId: course.id } })
  await minutePasses(30)
  const record = await site.db
    .selectFrom('records')
    .select('completed')
    .where('user_id', '=', ada.id)
    .where('item_id', '=', course.id)
    .executeTakeFirst()
  expect(record).toEqual({ completed: true })
})

test('more than fit into one batch are all closed, and one that cannot be closed does not hold up the others', async () => {
  const quiz = await timed()
  const other = await timed()
  const first = await site.learner()
  await answerFirst(first, quiz)
  // answers that no release writes
  await site.db.updateTable('quiz_attempts').set({ answers: '{"q": 1}' }).where('user_id', '=', first.id).execute()
  const ada = await site.learner()
  await answerFirst(ada, other)
  await sql`
    insert into users (id, name, slug, phone, created_at)
    select 'u_many' || n, 'Many', 'many' || n, '199' || lpad(n::text, 8, '0'), ${site.clock.now()}
    from generate_series(1, 250) n`.execute(site.db)
  await sql`
    insert into quiz_attempts (user_id, item_id, number, revision, pass_number, question_count, started_at, deadline_at)
    select 'u_many' || n, a.item_id, 1, a.revision, a.pass_number, a.question_count, a.started_at, a.deadline_at
    from quiz_attempts a, generate_series(1, 250) n where a.user_id = ${ada.id}`.execute(site.db)
  await minutePasses(31)
  const { rows } = await sql<{ item_id: string; open: number }>`
    select item_id, count(*) filter (where submitted_at is null)::integer as open from quiz_attempts
    where item_id in (${quiz.id}, ${other.id}) group by item_id`.execute(site.db)
  expect(Object.fromEntries(rows.map((row) => [row.item_id, row.open]))).toEqual({ [quiz.id]: 1, [other.id]: 0 })
})
