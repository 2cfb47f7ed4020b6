import {
  getRecord,
  restartRecord,
  startRecord,
  toggleStep,
  toggleTutorial,
} from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { type ItemDraft, publishItem } from '#catalog/index.ts'
import { buildAuthor, buildCourse, buildProject, buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const ownerId = await buildAuthor(site.db)

/** A new edition, as its author publishes it. */
async function edit(
  item: { id: string; slug: string; title: string },
  draft: Pick<ItemDraft, 'type'> & Partial<ItemDraft>,
) {
  await publishItem(site.services, item.id, {
    slug: item.slug,
    title: item.title,
    language: 'zh',
    translationGroup: item.id,
    ownerId,
    ...draft,
  })
  await site.settle()
}

function finish(person: Person, id: string) {
  return person.call(toggleTutorial, { body: { id, type: 'tutorial', completed: true } })
}

async function isCompleted(person: Person, id: string): Promise<boolean | undefined> {
  const { result } = await person.call(getRecord, { query: { id } })
  return result.recordMap[id]?.completed
}

test('a course is completed for those who did the rest when its author takes out the last open content', async () => {
  const [done, open] = [await buildTutorial(site.db), await buildTutorial(site.db)]
  const project = await buildProject(site.db, { contents: [done.id, open.id] })
  const course = await buildCourse(site.db, { contents: [project.id] })
  const [ada, bo] = [await site.learner(), await site.learner()]
  for (const person of [ada, bo]) {
    await person.call(startRecord, { body: { id: project.id, type: 'project', courseId: course.id } })
  }
  await finish(ada, done.id)
  await finish(bo, open.id)

  await edit(project, { type: 'project', contents: [{ id: done.id }] })
  expect(await isCompleted(ada, project.id)).toBe(true)
  expect(await isCompleted(ada, course.id)).toBe(true)
  expect(await isCompleted(bo, project.id)).toBe(false)
  expect(await isCompleted(bo, course.id)).toBe(false)
})

test('taking the open lesson off the site completes what waited for it only', async () => {
  const [done, open] = [await buildTutorial(site.db), await buildTutorial(site.db)]
  const course = await buildCourse(site.db, { contents: [done.id, open.id] })
  const ada = await site.learner()
  await ada.call(startRecord, { body: { id: course.id, type: 'course' } })
  await finish(ada, done.id)
  await edit(open, { type: 'tutorial', hidden: true })
  expect(await isCompleted(ada, course.id)).toBe(true)
})

test('a tutorial is completed when its last open step is taken out', async () => {
  const lesson = await buildTutorial(site.db, { steps: 2 })
  const course = await buildCourse(site.db, { contents: [lesson.id] })
  const ada = await site.learner()
  await ada.call(startRecord, { body: { id: lesson.id, type: 'tutorial', courseId: course.id } })
  const [first] = lesson.steps
  await ada.call(toggleStep, { body: { id: lesson.id, type: 'tutorial', stepId: first?.id ?? '', completed: true } })
  await edit(lesson, {
    type: 'tutorial',
    sections: [{ title: first?.title ?? '', bodyHtml: '<p>正文。</p>', anchor: first?.anchor ?? '' }],
  })
  expect(await isCompleted(ada, lesson.id)).toBe(true)
  expect(await isCompleted(ada, course.id)).toBe(true)
})

test('a new edition neither completes what was restarted nor opens what was completed', async () => {
  const lesson = await buildTutorial(site.db)
  const more = await buildTutorial(site.db)
  const course = await buildCourse(site.db, { contents: [lesson.id] })
  const [ada, bo] = [await site.learner(), await site.learner()]
  for (const person of [ada, bo]) {
    await person.call(startRecord, { body: { id: course.id, type: 'course' } })
    await finish(person, lesson.id)
  }
  await bo.call(restartRecord, { body: { id: course.id, type: 'course' } })
  await edit(course, { type: 'course', contents: [{ id: lesson.id }] })
  expect(await isCompleted(bo, course.id)).toBe(false)
  await edit(course, { type: 'course', contents: [{ id: lesson.id }, { id: more.id }] })
  expect(await isCompleted(ada, course.id)).toBe(true)
})
