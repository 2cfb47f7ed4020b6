import { getTutorial } from '@lantern/contract/catalog/details.ts'
import { getCardMarks } from '@lantern/contract/catalog/lists.ts'
import { like, unlike } from '@lantern/contract/community/likes.ts'
import {
  collectItem,
  collectPlainItem,
  uncollectItem,
  uncollectPlainItem,
} from '@lantern/contract/learning/collections.ts'
import { giveFeedback, rateItem } from '@lantern/contract/learning/feedback.ts'
import { listCollections } from '@lantern/contract/learning/my-learning.ts'
import { getRecord, startRecord } from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildProject, buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()

test('collecting twice, or twenty times at once, keeps one entry [LEARN-056]', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db)
  const course = await buildCourse(site.db, { contents: [lesson.id] })
  const body = { id: lesson.id, type: 'tutorial' as const, userPremium: false, courseId: course.id }
  await Promise.all(Array.from({ length: 20 }, () => ada.call(collectItem, { body })))
  const { result } = await ada.call(collectItem, { body })
  expect(result).toMatchObject({ collectMap: { [lesson.id]: true }, statsMap: { [lesson.id]: { collectCount: 1 } } })
})

test('removing twice takes one off, and the counter never goes below 0 [LEARN-047 LEARN-057]', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const lesson = await buildTutorial(site.db)
  const project = await buildProject(site.db, { contents: [lesson.id] })
  const course = await buildCourse(site.db, { contents: [project.id] })
  const parents = { projectId: project.id, courseId: course.id }
  const body = { id: lesson.id, type: 'tutorial' as const, userPremium: false, ...parents }
  await ada.call(collectItem, { body })
  await bob.call(collectItem, { body })
  await Promise.all(Array.from({ length: 20 }, () => ada.call(uncollectItem, { body })))
  const left = await ada.call(uncollectItem, { body })
  expect(left.result).toMatchObject({
    collectMap: { [lesson.id]: false },
    statsMap: { [lesson.id]: { collectCount: 1 } },
  })
  await site.db.updateTable('item_stats').set({ collect_count: 0 }).where('item_id', '=', lesson.id).execute()
  const { status, result } = await bob.call(uncollectItem, { body })
  expect([status, result.statsMap[lesson.id]?.collectCount]).toEqual([200, 0])
})

test('collect and remove from two tabs at once end with a counter that fits the entries', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db)
  const body = { id: lesson.id, type: 'tutorial' as const }
  await Promise.all(Array.from({ length: 30 }, (_, n) => ada.call(n % 2 === 0 ? collectItem : uncollectItem, { body })))
  const entries = await site.db.selectFrom('collections').selectAll().where('item_id', '=', lesson.id).execute()
  const stats = await site.db
    .selectFrom('item_figures')
    .select('collect_count')
    .where('item_id', '=', lesson.id)
    .executeTakeFirstOrThrow()
  expect(stats.collect_count).toBe(entries.length)
})

test('both collect families work on the same data [LEARN-070 LEARN-071]', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db)
  const body = { id: lesson.id, type: 'tutorial' as const, userPremium: true }
  await ada.call(collectPlainItem, { body })
  const again = await ada.call(collectItem, { body })
  expect(again.result.statsMap[lesson.id]?.collectCount).toBe(1)
  const { result } = await ada.call(uncollectPlainItem, { body })
  expect(result).toMatchObject({ collectMap: { [lesson.id]: false }, statsMap: { [lesson.id]: { collectCount: 0 } } })
})

test('a guest collects nothing and is asked to sign in [LEARN-049]', async () => {
  const lesson = await buildTutorial(site.db)
  const { status, result } = await site.guest().call(collectItem, { body: { id: lesson.id, type: 'tutorial' } })
  expect([status, result.code]).toEqual([401, 'login_required'])
})

test('what cannot be seen cannot be collected or liked', async () => {
  const ada = await site.learner()
  const draft = await buildTutorial(site.db, { status: 'draft' })
  const body = { id: draft.id, type: 'tutorial' as const }
  const answers = [await ada.call(collectItem, { body }), await ada.call(like, { body })]
  expect(answers.map(({ result }) => result.code)).toEqual(['not_found', 'not_found'])
})

test('a like counts once for each learner and is taken back once', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const lesson = await buildTutorial(site.db)
  const body = { id: lesson.id, type: 'tutorial' as const }
  await Promise.all([...Array.from({ length: 10 }, () => ada.call(like, { body })), bob.call(like, { body })])
  await Promise.all(Array.from({ length: 10 }, () => bob.call(unlike, { body })))
  const { result } = await ada.call(like, { body })
  expect(result).toMatchObject({ likeMap: { [lesson.id]: true }, statsMap: { [lesson.id]: { likeCount: 1 } } })
})

test('the collected list is newest first and pages without gaps [LEARN-058]', async () => {
  const ada = await site.learner()
  const lessons = []
  for (let n = 0; n < 5; n++) {
    const lesson = await buildTutorial(site.db)
    site.clock.advance({ minutes: 1 })
    await ada.call(collectItem, { body: { id: lesson.id, type: 'tutorial' } })
    lessons.unshift(lesson.id)
  }
  await ada.call(startRecord, { body: { id: lessons[1] ?? '', type: 'tutorial' } })
  const pages = []
  for (const page of [0, 1, 2, 3]) {
    const { result } = await ada.call(listCollections, { query: { userId: ada.id, page, pageSize: 2 } })
    pages.push(result)
  }
  expect(pages.flatMap((page) => page.results)).toEqual(lessons)
  expect(pages[0]).toMatchObject({
    total: 5,
    privacyLimitation: false,
    collectMap: { [lessons[0] ?? '']: true, [lessons[1] ?? '']: true },
  })
  expect(Object.keys(pages[0]?.recordMap ?? {})).toEqual([lessons[1]])
  expect(pages[3]?.results).toEqual([])
})

test('a second rating takes the place of the first, also when both come at once', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const lesson = await buildTutorial(site.db)
  const rate = (rating: number) => ada.call(rateItem, { body: { id: lesson.id, type: 'tutorial', rating } })
  expect((await rate(8)).result.code).toBe('forbidden')
  await ada.call(startRecord, { body: { id: lesson.id, type: 'tutorial' } })
  await bob.call(startRecord, { body: { id: lesson.id, type: 'tutorial' } })
  await Promise.all([rate(2), rate(4), rate(6)])
  await rate(10)
  const { result } = await bob.call(rateItem, { body: { id: lesson.id, type: 'tutorial', rating: 5 } })
  expect(result.statsMap[lesson.id]).toMatchObject({ averageRating: 7.5, ratingCount: 2 })
  expect(await spreadOf(lesson.id)).toEqual([0, 0, 1, 0, 1])
})

test('the page of an item says how many gave how many stars, from none rounded up to one', async () => {
  const lesson = await buildTutorial(site.db)
  expect(await spreadOf(lesson.id)).toEqual([0, 0, 0, 0, 0])
  for (const rating of [0, 1, 2, 3, 8, 9, 10]) {
    const learner = await site.learner()
    await learner.call(startRecord, { body: { id: lesson.id, type: 'tutorial' } })
    await learner.call(rateItem, { body: { id: lesson.id, type: 'tutorial', rating } })
  }
  expect(await spreadOf(lesson.id)).toEqual([3, 1, 0, 1, 2])
})

async function spreadOf(id: string): Promise<number[]> {
  const { result } = await site.guest().call(getTutorial, { params: { id }, query: {} })
  return result.tutorialData.ratingSpread
}

test('feedback is kept once and the record remembers that it was given', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db)
  const give = (content: string) => ada.call(giveFeedback, { body: { id: lesson.id, type: 'tutorial', content } })
  expect((await give('还没学')).result.code).toBe('forbidden')
  await ada.call(startRecord, { body: { id: lesson.id, type: 'tutorial' } })
  await give('第一步的图很清楚')
  await give('第二步可以再慢一点')
  const rows = await site.db.selectFrom('feedback').select('content').where('item_id', '=', lesson.id).execute()
  expect(rows).toEqual([{ content: '第二步可以再慢一点' }])
  const { result } = await ada.call(getRecord, { query: { id: lesson.id } })
  expect(result.recordMap[lesson.id]?.feedbackGiven).toBe(true)
})

test('with a record come the marks of the items that are asked for, as their own call gives them', async () => {
  const ada = await site.learner()
  const [lesson, before, other] = [
    await buildTutorial(site.db),
    await buildTutorial(site.db),
    await buildTutorial(site.db),
  ]
  const start = (id: string) => ada.call(startRecord, { body: { id, type: 'tutorial' } })
  await Promise.all([start(lesson.id), start(before.id), start(other.id)])
  await ada.call(collectItem, { body: { id: before.id, type: 'tutorial', userPremium: false } })
  await ada.call(like, { body: { id: lesson.id, type: 'tutorial' } })
  const ids = JSON.stringify([lesson.id, before.id])
  const { result } = await ada.call(getRecord, { query: { id: lesson.id, marks: ids } })
  const cards = (await ada.call(getCardMarks, { query: { ids } })).result
  expect(result.marks).toEqual({
    ...cards,
    collectCounts: { [lesson.id]: 0, [before.id]: 1 },
    likeMap: { [lesson.id]: true },
    likeCounts: { [lesson.id]: 1, [before.id]: 0 },
    lockedMap: {},
  })
  expect(Object.keys(result.marks?.recordMap ?? {}).sort()).toEqual([lesson.id, before.id].sort())
  expect(result.marks?.collectMap).toEqual({ [before.id]: true })
  expect((await ada.call(getRecord, { query: { id: lesson.id } })).result.marks).toBeUndefined()
  expect((await ada.call(getRecord, { query: { id: lesson.id, marks: 'no list' } })).status).toBe(400)
})
