import { assignItem } from '@lantern/contract/campus/assignments.ts'
import { listHardPoints } from '@lantern/contract/campus/study-time.ts'
import { startRecord, toggleStep } from '@lantern/contract/learning/records.ts'
import { saveQuiz } from '@lantern/contract/quiz/quizzes.ts'

import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-03-02T02:00:00Z')
const organisation = await buildOrganisation(site.db)

const hard = async (person: Person, classId: string) =>
  (await person.call(listHardPoints, { params: { classId } })).result.results

async function assign(teacher: Person, classId: string, item: string) {
  const dates = { opensAt: '2026-03-01T08:00', dueAt: '2026-04-01T08:00' }
  expect((await teacher.call(assignItem, { params: { classId }, body: { item, ...dates } })).status).toBe(200)
}

test('questions that the class got wrong at first and steps at which it stopped stand with the share of the site', async () => {
  const { classId, teacher, learners, colleague } = await buildClass(site, { id: 'kl_hard', organisation })
  const quiz = await buildQuizWithQuestions(site.db, { title: '阴影小测', passNumber: 3 })
  const lesson = await buildTutorial(site.db, {
    title: '级联阴影',
    steps: [{ title: '为什么一张贴图不够' }, { title: '对齐纹素' }],
  })
  await assign(teacher, classId, quiz.id)
  await assign(teacher, classId, lesson.id)
  const take = async (person: Person, wrong: readonly number[]) => {
    const answers = quiz.questions.map(({ id }, at) => ({
      questionId: id,
      optionIds: wrong.includes(at) ? quiz.wrong(at) : quiz.right(at),
    }))
    await person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false } })
    expect(
      (await person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: true, answers } })).status,
    ).toBe(200)
  }
  const [ada, ben] = learners
  await take(ada, [1, 2])
  await take(ben, [1])
  // a later attempt has seen the answers
  await take(ada, [])
  for (let n = 0; n < 6; n += 1) await take(await site.user(), n < 1 ? [1] : [])
  for (const person of learners) {
    await person.call(startRecord, { body: { id: lesson.id, type: 'tutorial' } })
    const [first] = lesson.steps
    await person.call(toggleStep, {
      body: { id: lesson.id, type: 'tutorial', stepId: first?.id ?? '', completed: true },
    })
  }
  const question = {
    kind: 'question',
    title: '阴影小测',
    index: 2,
    text: '第2题问什么？',
    count: 2,
    of: 2,
    siteShare: 0.38,
  }
  expect(await hard(teacher, classId)).toMatchObject([question])
  site.clock.advance({ days: 3 })
  const step = { kind: 'step', title: '级联阴影', index: 2, text: '对齐纹素', count: 2, of: 2, siteShare: null }
  expect(await hard(teacher, classId)).toMatchObject([question, step])
  expect((await ada.call(listHardPoints, { params: { classId } })).status).toBe(403)
  expect((await colleague.call(listHardPoints, { params: { classId } })).status).toBe(404)
})

test('a class without assignments finds nothing hard', async () => {
  const { classId, teacher } = await buildClass(site, { id: 'kl_easy', organisation })
  expect(await hard(teacher, classId)).toEqual([])
})
