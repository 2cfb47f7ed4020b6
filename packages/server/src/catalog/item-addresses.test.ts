import { getCourse, getLiveSession, getProject, getTutorial } from '@lantern/contract/catalog/details.ts'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { collectItem } from '@lantern/contract/learning/collections.ts'
import { getQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildItem, buildLiveSession, buildProject, buildTutorial } from '#testing/builders.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const prefixes: [ItemType, string][] = [
  ['course', 'lco'],
  ['project', 'lpr'],
  ['tutorial', 'ltu'],
  ['liveSession', 'lls'],
  ['faq', 'lfa'],
  ['quiz', 'lqz'],
  ['submission', 'lsu'],
]

test('a page is found by id and by slug', async () => {
  const tutorial = await buildTutorial(site.db, { slug: 'by-slug' })
  const byId = await site.guest().call(getTutorial, { params: { id: tutorial.id }, query: {} })
  const bySlug = await site.guest().call(getTutorial, { params: { id: 'by-slug' }, query: {} })
  expect(bySlug.result.tutorialData.id).toBe(tutorial.id)
  expect(byId.result).toEqual(bySlug.result)
})

test('the id of each type begins with its prefix, by which a call knows the type; people have u [PLAT-001]', async () => {
  const ada = await site.learner()
  for (const [type, prefix] of prefixes) {
    const { id } = await buildItem(site.db, type)
    expect([type, id]).toEqual([type, expect.stringMatching(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`))])
    const wrong = type === 'course' ? 'project' : 'course'
    const collect = async (as: ItemType) => (await ada.call(collectItem, { body: { id, type: as } })).status
    expect([type, await collect(wrong), await collect(type)]).toEqual([type, 404, 200])
  }
  expect((await ada.call(getSession)).result.user?.id).toMatch(/^u_/)
})

test('an id comes back as it was asked for, whatever its raw part; one of another type or prefix is no item of this one [PLAT-002]', async () => {
  const open = async (id: string) => (await site.guest().call(getTutorial, { params: { id }, query: {} })).result
  for (const id of ['ltu_1', 'ltu_real-time_shadows', 'ltu_0A-z_9', `ltu_${'x'.repeat(64)}`]) {
    await buildTutorial(site.db, { id, slug: `slug-of-${id.length}` })
    expect((await open(id)).tutorialData.id).toBe(id)
  }
  const project = await buildProject(site.db)
  for (const id of [project.id, 'lxx_1', 'LTU_1', 'ltu_', '_1', 'constructor_1', 'ltu_ 1', `ltu_${'x'.repeat(65)}`]) {
    expect([id, (await open(id)).code]).toEqual([id, 'not_found'])
  }
})

test('a guest opens tutorials, projects, courses, quizzes and live sessions [CAT-001] [LIVE-001]', async () => {
  const tutorial = await buildTutorial(site.db)
  const project = await buildProject(site.db, { contents: [tutorial.id] })
  const course = await buildCourse(site.db, { contents: [project.id] })
  const live = await buildLiveSession(site.db)
  const quiz = await buildQuizWithQuestions(site.db)
  const guest = site.guest()
  const statuses = [
    (await guest.call(getTutorial, { params: { id: tutorial.id }, query: {} })).status,
    (await guest.call(getProject, { params: { id: project.id }, query: {} })).status,
    (await guest.call(getCourse, { params: { id: course.id }, query: {} })).status,
    (await guest.call(getQuiz, { params: { id: quiz.id }, query: {} })).status,
    (await guest.call(getLiveSession, { params: { id: live.id }, query: {} })).status,
  ]
  expect(statuses).toEqual([200, 200, 200, 200, 200])
})

test('an id of another type, an unknown id and odd text are not found', async () => {
  const tutorial = await buildTutorial(site.db)
  for (const id of ['ltu_none', 'no-such-slug', "' or 1=1 --", '阴影']) {
    const { status, result } = await site.guest().call(getTutorial, { params: { id }, query: {} })
    expect([id, status, result.code]).toEqual([id, 404, 'not_found'])
  }
  expect((await site.guest().call(getProject, { params: { id: tutorial.id }, query: {} })).status).toBe(404)
})

test('drafts and hidden items are not found, except by those who make them', async () => {
  const author = await site.learner()
  const editor = await site.user({ groups: ['learn_editor_zh'] })
  const other = await site.user({ groups: ['learn_editor_en'] })
  const draft = await buildTutorial(site.db, { status: 'draft', authorId: author.id })
  const hidden = await buildTutorial(site.db, { hidden: true, authorId: author.id })
  for (const { id } of [draft, hidden]) {
    const input = { params: { id }, query: {} }
    expect((await site.guest().call(getTutorial, input)).status).toBe(404)
    expect((await other.call(getTutorial, input)).status).toBe(404)
    expect((await author.call(getTutorial, input)).status).toBe(200)
    expect((await editor.call(getTutorial, input)).status).toBe(200)
  }
})
