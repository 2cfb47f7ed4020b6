import { getTeaching, recordTeachingProgress, setLiveStatus } from '@lantern/contract/campus/teaching.ts'
import { changeMember } from '@lantern/contract/identity/organisations.ts'
import { plainLearner } from '@lantern/contract/roles.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildOrganisation, buildProject, buildTutorial } from '#testing/builders.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const teacher = await site.user({ member: 'educator', name: '周老师' })
const member = await site.user({ member: 'learner' })
const stranger = await site.user()

const organisation = await buildOrganisation(site.db)
const lesson = await buildTutorial(site.db, { organisation, title: '体检' })
const quiz = await buildQuizWithQuestions(site.db, { organisation })
const inProject = await buildTutorial(site.db, { organisation })
const project = await buildProject(site.db, { organisation, contents: [inProject.id] })
const course = await buildCourse(site.db, { organisation, contents: [lesson.id, quiz.id, project.id] })
const courseId = course.id
const step = lesson.steps[0]

const heard: unknown[] = []
site.services.topics.serve({
  tell: (topic, message) => heard.push({ topic, message }),
  recheck: () => undefined,
  onGap: () => undefined,
})

const report = (person: Person, body: object) =>
  person.call(recordTeachingProgress, { body: { courseId, ...body } as { courseId: string } })
const read = async (person: Person) => (await person.call(getTeaching, { params: { courseId } })).result
const setLive = (person: Person, isLive: boolean) =>
  person.call(setLiveStatus, { params: { courseId }, body: { isLive } })

test('where a person is in a course of the campus is kept, newest last, with step and parents [CAMP-010]', async () => {
  expect((await report(member, { tutorialId: lesson.id, stepId: step?.id })).status).toBe(200)
  expect((await read(member)).ownPlace).toEqual({
    path: `/campus/tutorial/${lesson.id}?courseId=${courseId}#${encodeURIComponent(step?.anchor ?? '')}`,
    title: '体检',
    language: 'zh',
    stepTitle: step?.title,
  })
  await report(member, { tutorialId: inProject.id, projectId: project.id })
  expect((await read(member)).ownPlace?.path).toBe(
    `/campus/tutorial/${inProject.id}?projectId=${project.id}&courseId=${courseId}`,
  )
  await report(member, { quizId: quiz.id })
  await report(member, { quizId: quiz.id })
  expect((await read(member)).ownPlace?.path).toBe(`/campus/quiz/${quiz.id}?courseId=${courseId}`)
  expect((await read(teacher)).ownPlace).toBeNull()
})

test('a place outside the course, or of two items, is refused; the course is there for its audience alone', async () => {
  const elsewhere = await buildTutorial(site.db, { organisation })
  expect((await report(member, { tutorialId: elsewhere.id })).status).toBe(404)
  expect((await report(member, { tutorialId: inProject.id })).status).toBe(404)
  expect((await report(member, { quizId: lesson.id })).status).toBe(404)
  const two = await report(member, { tutorialId: lesson.id, quizId: quiz.id })
  expect([two.status, two.result.details?.[0]?.field]).toEqual([400, 'tutorialId'])
  expect((await report(member, {})).status).toBe(400)
  expect((await report(stranger, { tutorialId: lesson.id })).status).toBe(404)
  expect((await stranger.call(getTeaching, { params: { courseId } })).status).toBe(404)
  const follow = (person: Person) =>
    site.services.topics.find(`campus-course/${courseId}`)?.mayFollow(plainLearner({ id: person.id, name: '' }))
  expect(await follow(stranger)).toBe(false)
})

test('a teacher says that the class is live; members see it with the teacher’s place until it is over [CAMP-011]', async () => {
  expect((await setLive(member, true)).status).toBe(403)
  expect((await setLive(stranger, true)).status).toBe(404)
  expect((await read(member)).live).toBeNull()
  heard.length = 0
  const begun = await setLive(teacher, true)
  expect([begun.status, begun.result.live?.teacherName, begun.result.mayTeach]).toEqual([200, '周老师', true])
  await report(teacher, { tutorialId: lesson.id, stepId: step?.id })
  await site.services.events.caughtUp()
  expect(heard).toEqual([
    { topic: `campus-course/${courseId}`, message: { type: 'TEACHING' } },
    { topic: `campus-course/${courseId}`, message: { type: 'TEACHING' } },
  ])
  const shown = await read(member)
  expect([shown.live?.place?.title, shown.live?.since, shown.mayTeach]).toEqual([
    '体检',
    begun.result.live?.since,
    false,
  ])
  // said twice it is the same class
  expect((await setLive(teacher, true)).result.live?.since).toBe(begun.result.live?.since)
  expect((await setLive(teacher, false)).result.live).toBeNull()
  expect((await read(member)).live).toBeNull()
})

test('a class whose teacher is not heard of for hours is over [CAMP-011]', async () => {
  await setLive(teacher, true)
  site.clock.advance({ hours: 4, seconds: 1 })
  expect((await read(member)).live).toBeNull()
})

test('a live class whose teacher may not teach any more is over at once, and its pages hear of it', async () => {
  const [admin, left] = [await site.user({ member: 'admin' }), await site.user({ member: 'educator' })]
  await setLive(left, true)
  expect((await read(member)).live).not.toBeNull()
  heard.length = 0
  const params = { id: organisation }
  expect((await admin.call(changeMember, { params, body: { userId: left.id, role: 'learner' } })).status).toBe(200)
  await expect.poll(async () => (await read(member)).live).toBeNull()
  expect(heard).toContainEqual({ topic: `campus-course/${courseId}`, message: { type: 'TEACHING' } })
})
