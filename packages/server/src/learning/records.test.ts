import {
  deleteRecord,
  getRecord,
  restartRecord,
  startRecord,
  toggleTutorial,
  viewRecord,
} from '@lantern/contract/learning/records.ts'
import { saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildProject, buildQuiz, buildTutorial } from '#testing/builders.ts'
import { recordCount, start, tick } from '#testing/learner-acts.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()

async function kinds(userId: string, itemId: string) {
  const rows = await site.db
    .selectFrom('record_events')
    .select('kind')
    .where('user_id', '=', userId)
    .where('item_id', '=', itemId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

test('a learner starts a tutorial, does its steps and completes it [LEARN-001 LEARN-028 LEARN-059 LEARN-062]', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 2, duration: 30 })
  const [first, second] = lesson.steps
  const begun = await ada.call(startRecord, { body: { id: lesson.id, type: 'tutorial', userPremium: false } })
  expect(begun.status).toBe(200)
  expect(begun.result.recordMap[lesson.id]).toMatchObject({ completed: false, percent: 0, remainingMinutes: 30 })
  const half = await tick(ada, lesson.id, first?.id)
  expect(half.result.recordMap[lesson.id]).toMatchObject({
    completed: false,
    percent: 50,
    remainingMinutes: 15,
    lastSectionId: first?.id,
    nextRecordData: { itemId: second?.id, anchor: 'step-2' },
  })
  const now = site.clock.now().toISOString()
  const done = await tick(ada, lesson.id, second?.id)
  expect(done.result.recordMap[lesson.id]).toMatchObject({
    completed: true,
    completedTime: now,
    lastCompletedTime: now,
    percent: 100,
    nextRecordData: null,
    feedbackGiven: false,
  })
  expect(await kinds(ada.id, lesson.id)).toEqual(['started', 'step_completed', 'step_completed', 'completed'])
})

test('a project and a course are begun, go on with what they hold and are completed with it, a quiz with its answers [LEARN-001]', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 1 })
  const quiz = await buildQuizWithQuestions(site.db)
  const project = await buildProject(site.db, { contents: [lesson.id, quiz.id] })
  const course = await buildCourse(site.db, { contents: [project.id] })
  await start(ada, course.id, 'course')
  await start(ada, project.id, 'project')
  await start(ada, quiz.id, 'quiz')
  const shown = async () => {
    const query = { id: quiz.id, projectId: project.id, courseId: course.id }
    const { recordMap } = (await ada.call(getRecord, { query })).result
    const whole = [course, project].map(({ id }) => [recordMap[id]?.percent, recordMap[id]?.completed])
    return [...whole, recordMap[quiz.id]?.completed]
  }
  expect(await shown()).toEqual([[0, false], [0, false], false])
  await tick(ada, lesson.id, lesson.steps[0]?.id)
  expect((await shown())[1]).toEqual([50, false])
  const answers = quiz.questions.map(({ id }, at) => ({ questionId: id, optionIds: quiz.right(at) }))
  await ada.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: true, answers } })
  expect(await shown()).toEqual([[100, true], [100, true], true])
})

test('a record carries every field of the contract [LEARN-022 LEARN-023]', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 2 })
  const quiz = await buildQuiz(site.db)
  const course = await buildCourse(site.db, { contents: [lesson.id, quiz.id] })
  await start(ada, course.id, 'course')
  await start(ada, lesson.id)
  await tick(ada, lesson.id, lesson.steps[1]?.id)
  const { result } = await ada.call(getRecord, { query: { id: lesson.id, courseId: course.id } })
  expect(result.recordMap[lesson.id]).toMatchObject({
    type: 'tutorial',
    completed: false,
    completedTime: null,
    lastCompletedTime: null,
    withAll: true,
    versionId: null,
    recordVersions: {},
    steps: {
      [lesson.steps[0]?.id ?? '']: { completed: false, index: 0 },
      [lesson.steps[1]?.id ?? '']: { completed: true, index: 1 },
    },
    answers: null,
    subItems: [],
    status: { prevCompleted: false, nextCompleted: false, completed: false, isNext: false, hasNext: true },
  })
  expect(result.recordMap[course.id]).toMatchObject({
    type: 'course',
    subItems: [
      {
        itemId: lesson.id,
        completed: false,
        updatedTime: site.clock.now().toISOString(),
        questionAnswers: null,
        status: { completed: false, isNext: false, hasNext: true },
      },
      { itemId: quiz.id, completed: false, updatedTime: null, status: { isNext: true, hasNext: false } },
    ],
    nextRecordData: { itemId: quiz.id, type: 'quiz' },
  })
})

test('starting twice, and twenty times at once, makes one record and counts one learner', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db)
  await Promise.all(Array.from({ length: 20 }, () => start(ada, lesson.id)))
  expect(await recordCount(site.db, lesson.id)).toBe(1)
  expect(await kinds(ada.id, lesson.id)).toEqual(['started'])
})

test('fifty people who start at once are all counted [CAT-043]', async () => {
  const lesson = await buildTutorial(site.db)
  const people = await Promise.all(Array.from({ length: 50 }, () => site.user()))
  await Promise.all(people.map((person) => start(person, lesson.id)))
  expect(await recordCount(site.db, lesson.id)).toBe(50)
})

test('twenty identical ticks at once are one tick', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 3 })
  await start(ada, lesson.id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => tick(ada, lesson.id, lesson.steps[0]?.id)))
  expect(answers.every(({ result }) => result.recordMap[lesson.id]?.percent === 33)).toBe(true)
  expect(await kinds(ada.id, lesson.id)).toEqual(['started', 'step_completed'])
  const day = await site.db.selectFrom('study_days').selectAll().where('user_id', '=', ada.id).executeTakeFirstOrThrow()
  expect(day.steps).toBe(1)
})

test('two tabs that do the last two steps at once complete the tutorial and its course once', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 8 })
  const course = await buildCourse(site.db, { contents: [lesson.id] })
  await start(ada, course.id, 'course')
  await start(ada, lesson.id)
  await Promise.all(lesson.steps.map((step) => tick(ada, lesson.id, step.id)))
  const { result } = await ada.call(getRecord, { query: { id: lesson.id, courseId: course.id } })
  expect(result.recordMap[lesson.id]).toMatchObject({ completed: true, percent: 100 })
  expect(result.recordMap[course.id]).toMatchObject({ completed: true, percent: 100, nextRecordData: null })
  expect((await kinds(ada.id, lesson.id)).filter((kind) => kind === 'completed')).toHaveLength(1)
  expect(await kinds(ada.id, course.id)).toEqual(['started', 'completed'])
})

test('two tabs that finish the last two lessons of a course at once complete it', async () => {
  const ada = await site.learner()
  const lessons = [await buildTutorial(site.db, { steps: 1 }), await buildTutorial(site.db, { steps: 1 })]
  const course = await buildCourse(site.db, { contents: lessons.map(({ id }) => id) })
  await start(ada, course.id, 'course')
  await Promise.all(lessons.map((lesson) => start(ada, lesson.id)))
  await Promise.all(lessons.map((lesson) => tick(ada, lesson.id, lesson.steps[0]?.id)))
  const { result } = await ada.call(getRecord, { query: { id: course.id } })
  expect(result.recordMap[course.id]?.completed).toBe(true)
})

test('an optional step counts for the percent but completion does not wait for it [LEARN-026]', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, {
    steps: [{}, {}, { type: 'lab', required: false, labUrl: 'https://lab.example.com' }],
  })
  await start(ada, lesson.id)
  await tick(ada, lesson.id, lesson.steps[0]?.id)
  const { result } = await tick(ada, lesson.id, lesson.steps[1]?.id)
  expect(result.recordMap[lesson.id]).toMatchObject({ completed: true, percent: 67 })
  const lab = await tick(ada, lesson.id, lesson.steps[2]?.id)
  expect(lab.result.recordMap[lesson.id]).toMatchObject({ completed: true, percent: 100 })
})

test('percent done is the rounded share of what is done, and the time left is the rest of the duration, in minutes [LEARN-033 LEARN-035]', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 3, duration: 25 })
  await start(ada, lesson.id)
  const shown: unknown[] = []
  for (const { id } of lesson.steps) {
    const { percent, remainingMinutes } = (await tick(ada, lesson.id, id)).result.recordMap[lesson.id] ?? {}
    shown.push([percent, remainingMinutes])
  }
  expect(shown).toEqual([
    [33, 17],
    [67, 8],
    [100, 0],
  ])
  const eighths = await buildCourse(site.db, {
    contents: await Promise.all(Array.from({ length: 8 }, async () => (await buildTutorial(site.db, { steps: 1 })).id)),
  })
  await start(ada, eighths.id, 'course')
  await ada.call(toggleTutorial, { body: { id: eighths.contentIds[0] ?? '', type: 'tutorial', completed: true } })
  const { result } = await ada.call(getRecord, { query: { id: eighths.id } })
  expect(result.recordMap[eighths.id]?.percent).toBe(13)
})

test('a course that holds nothing is at 0 percent, with all of its time left [LEARN-034]', async () => {
  const ada = await site.learner()
  const empty = await buildCourse(site.db, { duration: 40 })
  const { result } = await start(ada, empty.id, 'course')
  expect(result.recordMap[empty.id]).toMatchObject({ percent: 0, remainingMinutes: 40, completed: false })
})

test('the next item follows the open one that was touched last, goes round past the end, and is never where one is [LEARN-038 LEARN-039 LEARN-041]', async () => {
  const ada = await site.learner()
  const lessons = await Promise.all(['甲', '乙', '丙'].map((title) => buildTutorial(site.db, { title, steps: 2 })))
  const [first, second, third] = lessons.map(({ id }) => id)
  const course = await buildCourse(site.db, { contents: lessons.map(({ id }) => id) })
  const nextIn = async (opened = course.id) => {
    const { result } = await ada.call(getRecord, { query: { id: opened, courseId: course.id } })
    return result.recordMap[course.id]?.nextRecordData?.itemId ?? null
  }
  await start(ada, course.id, 'course')
  expect(await nextIn()).toBe(first)
  for (const lesson of lessons.slice(0, 2)) {
    site.clock.advance({ minutes: 1 })
    await tick(ada, lesson.id, lesson.steps[0]?.id)
  }
  expect(await nextIn()).toBe(third)
  site.clock.advance({ minutes: 1 })
  await tick(ada, third ?? '', lessons[2]?.steps[0]?.id)
  expect(await nextIn()).toBe(first)
  expect(await nextIn(first)).toBeNull()
  expect(await nextIn(second)).toBe(first)
})

test('what is completed has no next item, whatever is open in it again [LEARN-040]', async () => {
  const ada = await site.learner()
  const lessons = [await buildTutorial(site.db, { steps: 1 }), await buildTutorial(site.db, { steps: 1 })]
  const course = await buildCourse(site.db, { contents: lessons.map(({ id }) => id) })
  await start(ada, course.id, 'course')
  for (const lesson of lessons) await tick(ada, lesson.id, lesson.steps[0]?.id)
  await ada.call(restartRecord, { body: { id: lessons[1]?.id ?? '', type: 'tutorial' } })
  const { result } = await ada.call(getRecord, { query: { id: course.id } })
  expect(result.recordMap[course.id]).toMatchObject({ completed: true, nextRecordData: null })
})

test('undoing a demanded step reopens the tutorial and what contains it', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 2 })
  const project = await buildProject(site.db, { contents: [lesson.id] })
  const course = await buildCourse(site.db, { contents: [project.id] })
  await start(ada, course.id, 'course')
  await start(ada, project.id, 'project')
  await start(ada, lesson.id)
  for (const step of lesson.steps) await tick(ada, lesson.id, step.id)
  const before = await ada.call(getRecord, { query: { id: project.id, courseId: course.id } })
  expect([before.result.recordMap[project.id]?.completed, before.result.recordMap[course.id]?.completed]).toEqual([
    true,
    true,
  ])
  const undone = await tick(ada, lesson.id, lesson.steps[0]?.id, false)
  expect(undone.result.recordMap[lesson.id]).toMatchObject({ completed: false, percent: 50 })
  expect(undone.result.recordMap[project.id]?.completed).toBe(false)
  expect(undone.result.recordMap[course.id]?.completed).toBe(false)
})

test('a tutorial is marked as done whole, and taking it back undoes only that [LEARN-063]', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 4 })
  await start(ada, lesson.id)
  await tick(ada, lesson.id, lesson.steps[0]?.id)
  site.clock.advance({ minutes: 1 })
  const whole = await ada.call(toggleTutorial, { body: { id: lesson.id, type: 'tutorial', completed: true } })
  expect(whole.result.recordMap[lesson.id]).toMatchObject({ completed: true, percent: 100 })
  site.clock.advance({ minutes: 1 })
  const back = await ada.call(toggleTutorial, { body: { id: lesson.id, type: 'tutorial', completed: false } })
  expect(back.result.recordMap[lesson.id]).toMatchObject({ completed: false, percent: 25 })
})

test('a restart clears the steps, keeps the first completion, and the second is not a first one [LEARN-060]', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 1 })
  await start(ada, lesson.id)
  const first = await tick(ada, lesson.id, lesson.steps[0]?.id)
  site.clock.advance({ days: 1 })
  const again = await ada.call(restartRecord, { body: { id: lesson.id, type: 'tutorial', userPremium: false } })
  expect(again.result.recordMap[lesson.id]).toMatchObject({ completed: false, percent: 0 })
  await ada.call(restartRecord, { body: { id: lesson.id, type: 'tutorial' } })
  expect((await kinds(ada.id, lesson.id)).filter((kind) => kind === 'restarted')).toHaveLength(1)
  const second = await tick(ada, lesson.id, lesson.steps[0]?.id)
  const record = second.result.recordMap[lesson.id]
  expect(record?.completedTime).toBe(first.result.recordMap[lesson.id]?.completedTime)
  expect(record?.lastCompletedTime).toBe(site.clock.now().toISOString())
})

test('restarting a course restarts its tutorials; restarting one tutorial leaves the course completed', async () => {
  const ada = await site.learner()
  const lessons = [await buildTutorial(site.db, { steps: 1 }), await buildTutorial(site.db, { steps: 1 })]
  const course = await buildCourse(site.db, { contents: lessons.map(({ id }) => id) })
  await start(ada, course.id, 'course')
  for (const lesson of lessons) await tick(ada, lesson.id, lesson.steps[0]?.id)
  await ada.call(restartRecord, { body: { id: lessons[0]?.id ?? '', type: 'tutorial' } })
  const kept = await ada.call(getRecord, { query: { id: course.id } })
  expect(kept.result.recordMap[course.id]).toMatchObject({ completed: true, percent: 50 })
  const { result } = await ada.call(restartRecord, { body: { id: course.id, type: 'course' } })
  expect(result.recordMap[course.id]).toMatchObject({ completed: false, percent: 0 })
  expect(result.recordMap[lessons[1]?.id ?? '']).toMatchObject({ completed: false, percent: 0 })
})

test('completion asks for the required contents only', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 1 })
  const extra = await buildTutorial(site.db, { steps: 1 })
  const draft = await buildTutorial(site.db, { steps: 1, status: 'draft' })
  const project = await buildProject(site.db, {
    contents: [lesson.id, { id: extra.id, required: false }, draft.id],
  })
  await start(ada, project.id, 'project')
  const { result } = await tick(ada, lesson.id, lesson.steps[0]?.id)
  expect(result.recordMap[project.id]).toMatchObject({ completed: true, percent: 50 })
})

test('a course whose lessons were all learned before is completed when it is started', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 1 })
  const course = await buildCourse(site.db, { contents: [lesson.id] })
  await tick(ada, lesson.id, lesson.steps[0]?.id)
  const { result } = await start(ada, course.id, 'course')
  expect(result.recordMap[course.id]).toMatchObject({ completed: true, percent: 100 })
})

test('starting a lesson in its course starts the course; a course it is not in is left alone', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db)
  const course = await buildCourse(site.db, { contents: [lesson.id] })
  const other = await buildCourse(site.db)
  const { result } = await ada.call(startRecord, {
    body: { id: lesson.id, type: 'tutorial', courseId: course.id, projectId: other.id },
  })
  expect(Object.keys(result.recordMap).sort()).toEqual([course.id, lesson.id].sort())
  expect([await recordCount(site.db, course.id), await recordCount(site.db, other.id)]).toEqual([1, 0])
})

test('deleting a record forgets it once and keeps its history [LEARN-061]', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db)
  await start(ada, lesson.id)
  await Promise.all(Array.from({ length: 5 }, () => ada.call(deleteRecord, { body: { id: lesson.id } })))
  expect(await recordCount(site.db, lesson.id)).toBe(0)
  expect(await kinds(ada.id, lesson.id)).toEqual(['started', 'deleted'])
  const { result } = await ada.call(getRecord, { query: { id: lesson.id } })
  expect(result.recordMap).toEqual({})
})

test('reading remembers the place, and only in an item that was started', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 3 })
  const sectionId = lesson.steps[2]?.id
  expect((await ada.call(viewRecord, { body: { id: lesson.id, sectionId } })).result.success).toBe(false)
  await start(ada, lesson.id)
  expect((await ada.call(viewRecord, { body: { id: lesson.id, sectionId } })).result.success).toBe(true)
  await ada.call(viewRecord, { body: { id: lesson.id, sectionId: 'se_nothing' } })
  const { result } = await ada.call(getRecord, { query: { id: lesson.id } })
  expect(result.recordMap[lesson.id]?.lastSectionId).toBe(sectionId)
})

test('the learner part of a page is one statement whatever the page shows, and a tick is one', async () => {
  const ada = await site.learner()
  const lessons = await Promise.all(Array.from({ length: 12 }, () => buildTutorial(site.db, { steps: 4 })))
  const project = await buildProject(site.db, { contents: lessons.map(({ id }) => id) })
  const course = await buildCourse(site.db, { contents: [project.id] })
  const lesson = lessons[0]
  const query = { id: lesson?.id ?? '', projectId: project.id, courseId: course.id }
  await ada.call(startRecord, { body: { ...query, type: 'tutorial' } })
  const session = 1
  const page = await site.countQueries(() => ada.call(getRecord, { query }))
  expect(page - session).toBe(1)
  const ticked = await site.countQueries(() => tick(ada, query.id, lesson?.steps[0]?.id))
  expect(ticked - session).toBe(1)
})

test('every query of a learner goes by a key that starts with the learner; what is asked of an item or a message has one of its own', async () => {
  const indexes = await site.db
    .selectFrom('pg_indexes' as never)
    .select(['indexdef' as never])
    .where('tablename' as never, 'in', ['records', 'record_events', 'study_days', 'collections', 'likes'] as never)
    .execute()
  const definitions = indexes.map((row) => String((row as { indexdef: string }).indexdef))
  expect(definitions.length).toBeGreaterThan(5)
  expect(definitions.filter((text) => !text.includes('(user_id')).sort()).toEqual([
    expect.stringContaining('likes_in_discussions'),
    expect.stringContaining('records_by_item'),
  ])
})
