import {
  assignItem,
  getClass,
  listDue,
  openForPerson,
  withdrawAssignment,
} from '@lantern/contract/campus/assignments.ts'
import { getCourse, getTutorial } from '@lantern/contract/catalog/details.ts'
import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import { getRecord, restartRecord, startRecord, toggleTutorial } from '@lantern/contract/learning/records.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { getQuiz, saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-03-02T02:00:00Z')
const organisation = await buildOrganisation(site.db)
const school = (id: string) => buildClass(site, { id, organisation })

type Needed = { assignmentId: string; toPass?: boolean }[]
const assign = (person: Person, classId: string, item: string, prerequisites?: Needed) =>
  person.call(assignItem, {
    params: { classId },
    body: { item, opensAt: '2026-03-02T09:00', dueAt: '2026-03-20T22:00', ...(prerequisites && { prerequisites }) },
  })
const assigned = async (person: Person, classId: string, item: string, needs: string[] = [], toPass = false) => {
  const prerequisites = needs.map((assignmentId) => ({ assignmentId, toPass }))
  const { status, result } = await assign(person, classId, item, prerequisites)
  expect(status).toBe(200)
  return result.id
}
/** What the class page says a learner waits for, by item. */
const waits = async (person: Person, classId: string) => {
  const { assignments } = (await person.call(getClass, { params: { classId } })).result
  return Object.fromEntries(
    assignments.map(({ itemId, waitsFor }) => [itemId, waitsFor.map((one) => [one.itemId, one.toPass])]),
  )
}
const start = (person: Person, id: string, type: 'tutorial' | 'quiz' | 'course' = 'tutorial') =>
  person.call(startRecord, { body: { id, type } })
const learn = (person: Person, id: string) =>
  person.call(toggleTutorial, { body: { id, type: 'tutorial', completed: true } })
const read = async (person: Person, id: string) => {
  const { tutorialData } = (await person.call(getTutorial, { params: { id }, query: {} })).result
  return { readable: tutorialData.readable, body: tutorialData.sections[0]?.body, waitsFor: tutorialData.waitsFor }
}

test('what an assignment waits for stays through a change by a teacher who does not see it, since it was taken back', async () => {
  const { classId, teacher, learners } = await school('kl_taken_back')
  const [first, second] = [
    await buildTutorial(site.db, { organisation, title: 'Light' }),
    await buildTutorial(site.db, { organisation, title: 'Shadow' }),
  ]
  const needed = await assigned(teacher, classId, first.id)
  await assigned(teacher, classId, second.id, [needed])
  const setHidden = (hidden: boolean) =>
    site.db.updateTable('items').set({ hidden }).where('id', '=', first.id).execute()
  await setHidden(true)
  const { assignments } = (await teacher.call(getClass, { params: { classId } })).result
  expect(assignments.map(({ itemId, prerequisites }) => [itemId, prerequisites])).toEqual([[second.id, []]])
  await assigned(teacher, classId, second.id, [])
  await setHidden(false)
  expect((await waits(learners[0], classId))[second.id]).toEqual([[first.id, false]])
  // once it is seen again the teacher can take it away
  await assigned(teacher, classId, second.id, [])
  expect((await waits(learners[0], classId))[second.id]).toEqual([])
})

test('an assignment is locked until others are done; page and calls say what opens it, and begun work stays open', async () => {
  const { classId, admin, teacher, learners, outside } = await school('kl_locks')
  const [ada, ben] = learners
  const first = await buildTutorial(site.db, { organisation, title: 'Light' })
  const second = await buildTutorial(site.db, { organisation, title: 'Shadow' })
  const needed = await assigned(teacher, classId, first.id)
  await assigned(teacher, classId, second.id, [needed])

  expect(await waits(ada, classId)).toEqual({ [first.id]: [], [second.id]: [[first.id, false]] })
  const due = (await ada.call(listDue)).result.results
  expect(Object.fromEntries(due.map(({ itemId, waitsFor }) => [itemId, waitsFor.map(({ path }) => path)]))).toEqual({
    [first.id]: [],
    [second.id]: [`/campus/tutorial/${first.id}`],
  })
  expect(await read(ada, second.id)).toMatchObject({ readable: false, body: null, waitsFor: [{ title: 'Light' }] })
  const refused = await start(ada, second.id)
  expect([refused.status, refused.result.code, refused.result.message]).toEqual([
    422,
    'item_locked',
    '学完Light后解锁。',
  ])
  expect((await learn(ada, second.id)).result.code).toBe('item_locked')
  const marks = await ada.call(getRecord, { query: { id: second.id, marks: JSON.stringify([second.id]) } })
  expect([marks.result.recordMap, marks.result.marks?.lockedMap]).toEqual([{}, { [second.id]: true }])

  // teachers, and who is in no such class, read on
  for (const person of [teacher, admin, outside])
    expect(await read(person, second.id)).toMatchObject({ readable: true, waitsFor: undefined })

  await learn(ada, first.id)
  expect(await waits(ada, classId)).toEqual({ [first.id]: [], [second.id]: [] })
  expect((await start(ada, second.id)).status).toBe(200)
  // the first one is begun anew, and another is asked for besides: what was begun stays open
  await ada.call(restartRecord, { body: { id: first.id, type: 'tutorial' } })
  const third = await assigned(teacher, classId, (await buildTutorial(site.db, { organisation })).id)
  await assigned(teacher, classId, second.id, [needed, third])
  expect((await waits(ada, classId))[second.id]).toEqual([])
  expect((await learn(ada, second.id)).status).toBe(200)
  expect((await waits(ben, classId))[second.id]).toHaveLength(2)

  // dates alone change nothing of it; an empty list does
  await assign(teacher, classId, second.id)
  expect((await waits(ben, classId))[second.id]).toHaveLength(2)
  await assigned(teacher, classId, second.id, [])
  expect((await waits(ben, classId))[second.id]).toEqual([])
})

test('a quiz may have to be passed, and a locked quiz is not begun', async () => {
  const { classId, teacher, learners } = await school('kl_pass')
  const [ada, ben] = learners
  const quiz = await buildQuizWithQuestions(site.db, { organisation })
  const lesson = await buildTutorial(site.db, { organisation })
  const later = await buildQuizWithQuestions(site.db, { organisation })
  const needed = await assigned(teacher, classId, quiz.id)
  await assigned(teacher, classId, lesson.id, [needed])
  await assigned(teacher, classId, later.id, [needed], true)
  const answer = (person: Person, isRight: boolean) =>
    person.call(saveQuiz, {
      body: {
        id: quiz.id,
        type: 'quiz',
        completed: true,
        answers: isRight ? quiz.questions.map(({ id }, at) => ({ questionId: id, optionIds: quiz.right(at) })) : [],
      },
    })
  await answer(ada, false)
  expect(await waits(ada, classId)).toEqual({ [quiz.id]: [], [lesson.id]: [], [later.id]: [[quiz.id, true]] })
  expect((await start(ada, later.id, 'quiz')).result.code).toBe('item_locked')
  expect(
    (await ada.call(saveQuiz, { body: { id: later.id, type: 'quiz', completed: false, answers: [] } })).result.code,
  ).toBe('item_locked')
  const page = (await ada.call(getQuiz, { params: { id: later.id }, query: {} })).result.cnQuizData
  expect([page.questions, page.waitsFor?.map(({ toPass }) => toPass)]).toEqual([[], [true]])
  await answer(ben, true)
  expect((await start(ben, later.id, 'quiz')).status).toBe(200)
})

test('a circle is refused by its titles, and so is what is no assignment of the class', async () => {
  const { classId, teacher, learners } = await school('kl_circle')
  const other = await school('kl_circle_other')
  const items = []
  for (const title of ['One', 'Two', 'Three']) items.push(await buildTutorial(site.db, { organisation, title }))
  const [one, two, three] = items.map(({ id }) => id) as [string, string, string]
  const a = await assigned(teacher, classId, one)
  const b = await assigned(teacher, classId, two, [a])
  const c = await assigned(teacher, classId, three, [b])
  const circle = await assign(teacher, classId, one, [{ assignmentId: c }])
  expect([circle.status, circle.result.details]).toEqual([
    400,
    [{ field: 'prerequisites', message: '这些作业互相等待：One → Three → Two → One。请去掉一个。' }],
  ])
  expect((await assign(teacher, classId, one, [{ assignmentId: a }])).status).toBe(400)
  const elsewhere = await assigned(other.teacher, other.classId, one)
  const strange = await assign(teacher, classId, one, [{ assignmentId: elsewhere }])
  expect([strange.status, strange.result.details?.[0]?.field]).toEqual([400, 'prerequisites'])
  expect((await assign(learners[0], classId, one, [])).status).toBe(403)
  expect(await waits(learners[0], classId)).toEqual({ [one]: [], [two]: [[one, false]], [three]: [[two, false]] })
})

test('what a learner does not see, or what was taken back, locks nothing; another class leaves it open', async () => {
  const { classId, teacher, learners } = await school('kl_unseen')
  const [ada, ben] = learners
  const hidden = await buildTutorial(site.db, { organisation })
  const gone = await buildTutorial(site.db, { organisation })
  const lesson = await buildTutorial(site.db, { organisation })
  const needed = await assigned(teacher, classId, hidden.id)
  const withdrawn = await assigned(teacher, classId, gone.id)
  await assigned(teacher, classId, lesson.id, [needed, withdrawn])
  expect((await waits(ada, classId))[lesson.id]).toHaveLength(2)
  await teacher.call(withdrawAssignment, { params: { classId, assignmentId: withdrawn } })
  await site.db.updateTable('items').set({ hidden: true }).where('id', '=', hidden.id).execute()
  expect((await waits(ada, classId))[lesson.id]).toEqual([])
  expect((await start(ada, lesson.id)).status).toBe(200)
  await site.db.updateTable('items').set({ hidden: false }).where('id', '=', hidden.id).execute()
  expect((await start(ben, lesson.id)).result.code).toBe('item_locked')

  // one that is for another learner alone
  await teacher.call(assignItem, {
    params: { classId },
    body: {
      item: hidden.id,
      opensAt: '2026-03-02T09:00',
      dueAt: '2026-03-20T22:00',
      recipients: { groupIds: [], userIds: [ada.id] },
    },
  })
  expect((await waits(ben, classId))[lesson.id]).toEqual([])

  const free = await school('kl_unseen_free')
  await teacher.call(assignItem, {
    params: { classId },
    body: { item: hidden.id, opensAt: '2026-03-02T09:00', dueAt: '2026-03-20T22:00', recipients: null },
  })
  expect((await waits(ben, classId))[lesson.id]).toHaveLength(1)
  const member = { organisation_id: organisation, user_id: ben.id, class_id: free.classId }
  await site.db.insertInto('class_members').values(member).execute()
  await assigned(free.teacher, free.classId, lesson.id)
  expect((await start(ben, lesson.id)).status).toBe(200)
})

test('a locked course locks what it holds, but not what is assigned on its own', async () => {
  const { classId, teacher, learners } = await school('kl_course')
  const [ada] = learners
  const [inside, alone] = [
    await buildTutorial(site.db, { organisation }),
    await buildTutorial(site.db, { organisation }),
  ]
  const course = await buildCourse(site.db, { organisation, contents: [inside.id, alone.id] })
  const needed = await assigned(teacher, classId, alone.id)
  await assigned(teacher, classId, course.id, [needed])
  const shown = (await ada.call(getCourse, { params: { id: course.id }, query: {} })).result.courseData
  expect([shown.readable, shown.waitsFor?.map(({ itemId }) => itemId)]).toEqual([false, [alone.id]])
  expect((await start(ada, course.id, 'course')).result.code).toBe('item_locked')
  expect((await start(ada, inside.id)).result.code).toBe('item_locked')
  expect((await learn(ada, alone.id)).status).toBe(200)
  expect((await start(ada, inside.id)).status).toBe(200)
})

test('a teacher opens an assignment for one learner despite what it waits for, who is told once; taken back it waits again', async () => {
  const { classId, admin, teacher, learners, outside } = await school('kl_opening')
  const [ada, ben] = learners
  const first = await buildTutorial(site.db, { organisation, title: 'Light' })
  const second = await buildTutorial(site.db, { organisation, title: 'Shadow' })
  const needed = await assigned(teacher, classId, first.id)
  const id = await assigned(teacher, classId, second.id, [needed])
  const set = (person: Person, userId: string, isOpen: boolean, assignmentId = id) =>
    person.call(openForPerson, { params: { classId, assignmentId }, body: { userId, isOpen } })
  const told = async (person: Person) => {
    await site.settle()
    const { results } = (await person.call(listNotifications, { query: { kind: 'assignment_unlocked' } })).result
    return results.map(({ title, path }) => [title, path])
  }
  const openedFor = async () =>
    (await teacher.call(getClass, { params: { classId } })).result.assignments.find((one) => one.id === id)?.openedFor

  expect([(await set(ada, ada.id, true)).status, (await set(outside, ada.id, true)).status]).toEqual([403, 404])
  expect((await set(teacher, ada.id, true, 'as_none')).status).toBe(404)
  const stranger = await set(teacher, outside.id, true)
  expect([stranger.status, stranger.result.details?.[0]?.field]).toEqual([400, 'userId'])
  expect((await start(ada, second.id)).result.code).toBe('item_locked')

  expect((await set(teacher, ada.id, true)).status).toBe(200)
  expect((await set(admin, ada.id, true)).status).toBe(200)
  expect((await openedFor())?.map(({ userId }) => userId)).toEqual([ada.id])
  expect((await ada.call(getClass, { params: { classId } })).result.assignments.map((one) => one.openedFor)).toEqual([
    [],
    [],
  ])
  expect((await waits(ada, classId))[second.id]).toEqual([])
  expect(await read(ada, second.id)).toMatchObject({ readable: true, waitsFor: undefined })
  expect((await start(ben, second.id)).result.code).toBe('item_locked')
  expect(await told(ada)).toEqual([['老师为你打开了《Shadow》', `/campus/tutorial/${second.id}`]])
  expect(await told(ben)).toEqual([])

  expect((await set(teacher, ada.id, false)).status).toBe(200)
  expect((await set(teacher, ada.id, false)).status).toBe(200)
  expect((await start(ada, second.id)).result.code).toBe('item_locked')
  site.clock.advance({ minutes: 1 })
  await set(teacher, ada.id, true)
  expect(await told(ada)).toHaveLength(2)
  expect((await start(ada, second.id)).status).toBe(200)
  // what was begun stays open
  await set(teacher, ada.id, false)
  expect((await learn(ada, second.id)).status).toBe(200)

  // who is not kept out is told nothing
  await learn(ben, first.id)
  await set(teacher, ben.id, true)
  expect(await told(ben)).toEqual([])
  const { entries } = (await admin.call(listAudit, { params: { id: organisation }, query: {} })).result
  expect(entries.map(({ act }) => act).filter((act) => /opened_for|waits_again/.test(act))).toEqual([
    'assignment_opened_for',
    'assignment_waits_again',
    'assignment_opened_for',
    'assignment_waits_again',
    'assignment_opened_for',
  ])
})
