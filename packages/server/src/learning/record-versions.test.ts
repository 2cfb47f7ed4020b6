import { isCompletedFor } from '@lantern/contract/learning/progress.ts'
import {
  getRecord,
  restartRecord,
  startRecord,
  toggleStep,
  toggleTutorial,
} from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildProject, buildTutorial, buildVersions } from '#testing/builders.ts'
import { start, tick } from '#testing/learner-acts.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()

test('the completion of one version is kept apart from the others [LEARN-036 LEARN-037]', async () => {
  await buildVersions(site.db, '2021.3', '2022.3', '6000.0')
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 1, versions: { min: '2021.3', max: '2022.3' } })
  const begin = (versionId: string) => ada.call(startRecord, { body: { id: lesson.id, type: 'tutorial', versionId } })
  await begin('2021.3')
  const done = await tick(ada, lesson.id, lesson.steps[0]?.id)
  expect(done.result.recordMap[lesson.id]).toMatchObject({
    withAll: false,
    versionId: '2021.3',
    recordVersions: { '2021.3': { completed: true } },
  })
  const { result } = await begin('2022.3')
  expect(result.recordMap[lesson.id]?.recordVersions).toMatchObject({
    '2021.3': { completed: true },
    '2022.3': { completed: false },
  })
  expect((await begin('6000.0')).result.code).toBe('version_not_found')
})

test('a lesson ticked off from its own card is finished there and without a version, and so is what contains it [LEARN-036 LEARN-037]', async () => {
  await buildVersions(site.db, '2021.3', '2022.3', '6000.0')
  const ada = await site.learner()
  const versions = { min: '2021.3', max: '2022.3' }
  const lesson = await buildTutorial(site.db, { steps: 2, versions })
  const project = await buildProject(site.db, { contents: [lesson.id], versions: { min: '2022.3', max: '6000.0' } })
  const course = await buildCourse(site.db, { contents: [project.id], versions: { min: '6000.0', max: '6000.0' } })
  const place = { versionId: '2022.3', projectId: project.id, courseId: course.id }
  const ticks = lesson.steps.map(({ id: stepId }) =>
    ada.call(toggleStep, { body: { id: lesson.id, type: 'tutorial', stepId, completed: true, ...place } }),
  )
  await Promise.all(ticks)
  const { result } = await ada.call(getRecord, { query: { id: lesson.id, projectId: project.id, courseId: course.id } })
  const finished = (id: string, version: string | null) => {
    const record = result.recordMap[id]
    return record && isCompletedFor(record, version)
  }
  // a parent that does not hold for the version of the lesson is learned for its own newest
  const links = [
    [lesson.id, '2022.3'],
    [project.id, '2022.3'],
    [course.id, '6000.0'],
  ] as const
  expect(links.map(([id, version]) => [finished(id, version), finished(id, null)])).toEqual(
    links.map(() => [true, true]),
  )
  expect(finished(lesson.id, '2021.3')).toBe(false)
})

test('what was begun without a version counts for the one that links to it name [LEARN-037 CAT-007]', async () => {
  await buildVersions(site.db, '2021.3', '2022.3', '6000.0')
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 1, versions: { min: '2021.3', max: '2022.3' } })
  const course = await buildCourse(site.db, { contents: [lesson.id], versions: { min: '2021.3' } })
  await start(ada, course.id, 'course')
  const done = await tick(ada, lesson.id, lesson.steps[0]?.id)
  expect(done.result.recordMap[lesson.id]).toMatchObject({
    versionId: '2022.3',
    recordVersions: { '2022.3': { completed: true } },
  })
  expect(done.result.recordMap[course.id]).toMatchObject({
    versionId: '6000.0',
    recordVersions: { '6000.0': { completed: true } },
  })
})

test('a finished lesson is finished for another version by an act there, and started again there [LEARN-037]', async () => {
  await buildVersions(site.db, '2021.3', '2022.3', '6000.0')
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 1, versions: { min: '2021.3', max: '2022.3' } })
  await ada.call(startRecord, { body: { id: lesson.id, type: 'tutorial', versionId: '2021.3' } })
  await tick(ada, lesson.id, lesson.steps[0]?.id)
  const body = { id: lesson.id, type: 'tutorial', versionId: '2022.3' } as const
  const whole = await ada.call(toggleTutorial, { body: { ...body, completed: true } })
  expect(whole.result.recordMap[lesson.id]?.recordVersions).toMatchObject({
    '2021.3': { completed: true },
    '2022.3': { completed: true },
  })
  const again = await ada.call(restartRecord, { body })
  expect(again.result.recordMap[lesson.id]).toMatchObject({
    completed: false,
    percent: 0,
    recordVersions: { '2021.3': { completed: true }, '2022.3': { completed: false } },
  })
})

test('a tick from an old link, whose version the lesson no longer holds for, counts for the one it was begun with', async () => {
  await buildVersions(site.db, '2021.3', '2022.3', '6000.0')
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { steps: 1, versions: { min: '2021.3', max: '2022.3' } })
  const stepId = lesson.steps[0]?.id ?? ''
  const body = { id: lesson.id, type: 'tutorial', stepId, completed: true, versionId: '6000.0' } as const
  const { result } = await ada.call(toggleStep, { body })
  expect(result.recordMap[lesson.id]).toMatchObject({
    versionId: '2022.3',
    recordVersions: { '2022.3': { completed: true } },
  })
})
