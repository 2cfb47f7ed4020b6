import { getCardMarks } from '@lantern/contract/catalog/lists.ts'
import { listRecords } from '@lantern/contract/learning/my-learning.ts'
import {
  deleteRecord,
  getRecord,
  restartRecord,
  toggleTutorial,
  viewRecord,
} from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildCourse, buildTutorial } from '#testing/builders.ts'
import { foldFigures, recordCount, start, tick } from '#testing/learner-acts.ts'
import { type Person, testSite } from '#testing/site.ts'
import { absorbLearner } from './merge-learners.ts'

const site = await testSite()
let works = 0

/** A lesson in Chinese and its translation, which may have steps of its own behind the others. */
async function work({ steps = 4, more = 0 } = {}) {
  const translationGroup = `work ${++works}`
  const zh = await buildTutorial(site.db, { steps, translationGroup })
  const copied = zh.steps.map(({ id }) => ({ originalId: id }))
  const own = Array.from({ length: more }, () => ({}))
  const en = await buildTutorial(site.db, { language: 'en', translationGroup, steps: [...copied, ...own] })
  return { zh, en, group: translationGroup }
}

async function recordOf(person: Person, id: string) {
  const { result } = await person.call(getRecord, { query: { id } })
  return result.recordMap[id]
}

const doneIn = (record: Awaited<ReturnType<typeof recordOf>>) =>
  Object.values(record?.steps ?? {}).map(({ completed }) => completed)

test('half a lesson in one language is half of it in another: on its page, on its card and in my learning', async () => {
  const ada = await site.learner()
  const { zh, en } = await work()
  await start(ada, zh.id)
  await tick(ada, zh.id, zh.steps[0]?.id)
  await tick(ada, zh.id, zh.steps[1]?.id)

  const inEnglish = await recordOf(ada, en.id)
  expect(inEnglish).toMatchObject({ itemId: en.id, percent: 50, completed: false, lastSectionId: en.steps[1]?.id })
  expect(doneIn(inEnglish)).toEqual([true, true, false, false])
  expect(inEnglish?.nextRecordData).toMatchObject({ itemId: en.steps[2]?.id, anchor: en.steps[2]?.anchor })
  const marks = await ada.call(getCardMarks, { query: { ids: JSON.stringify([zh.id, en.id]) } })
  expect(marks.result.recordMap).toMatchObject({ [zh.id]: { percent: 50 }, [en.id]: { percent: 50 } })

  // read on in English: one entry, in the language that is read
  await ada.call(viewRecord, { body: { id: en.id } })
  const mine = (await ada.call(listRecords, { query: {} })).result
  expect(mine.results).toEqual([en.id])
  expect(mine.recordMap[en.id]).toMatchObject({ percent: 50 })
  expect(mine.totals).toEqual({ inProgress: 1, completed: 0 })
  expect(mine.recent).toEqual([en.id])

  // the authors of each language count who began it there
  await foldFigures(site)
  expect([await recordCount(site.db, zh.id), await recordCount(site.db, en.id)]).toEqual([1, 0])
})

test('a list shows a work in another language once the one that was read is taken back', async () => {
  const ada = await site.learner()
  const { zh, en } = await work()
  await start(ada, zh.id)
  await start(ada, en.id)
  await site.db.updateTable('items').set({ status: 'draft' }).where('id', '=', en.id).execute()
  expect((await ada.call(listRecords, { query: {} })).result.results).toEqual([zh.id])
})

test('a step that is taken back in one language is open in all, and so is what contains the lesson', async () => {
  const ada = await site.learner()
  const { zh, en } = await work({ steps: 2 })
  const course = await buildCourse(site.db, { contents: [zh.id] })
  await start(ada, course.id, 'course')
  await start(ada, zh.id)
  await ada.call(toggleTutorial, { body: { id: zh.id, type: 'tutorial', completed: true } })
  expect((await recordOf(ada, course.id))?.completed).toBe(true)

  const undone = await tick(ada, en.id, en.steps[1]?.id, false)
  expect(undone.result.recordMap[en.id]).toMatchObject({ completed: false, percent: 50 })
  expect(await recordOf(ada, zh.id)).toMatchObject({ completed: false, percent: 50 })
  expect((await recordOf(ada, course.id))?.completed).toBe(false)
})

test('a course in English counts the lesson that is done in Chinese', async () => {
  const ada = await site.learner()
  const { zh, en } = await work({ steps: 1 })
  const other = await buildTutorial(site.db, { language: 'en', steps: 1 })
  const course = await buildCourse(site.db, { language: 'en', contents: [en.id, other.id] })
  await start(ada, course.id, 'course')
  await tick(ada, other.id, other.steps[0]?.id)
  await tick(ada, zh.id, zh.steps[0]?.id)
  const record = await recordOf(ada, course.id)
  expect(record).toMatchObject({ completed: true, percent: 100 })
  expect(record?.subItems.map(({ itemId, completed }) => [itemId, completed])).toEqual([
    [en.id, true],
    [other.id, true],
  ])
})

test('a translation with a step more keeps it open and stays completed with the work', async () => {
  const ada = await site.learner()
  const { zh, en } = await work({ steps: 2, more: 1 })
  for (const step of zh.steps) await tick(ada, zh.id, step.id)
  expect(await recordOf(ada, zh.id)).toMatchObject({ completed: true, percent: 100 })
  const inEnglish = await recordOf(ada, en.id)
  expect(inEnglish).toMatchObject({ completed: true, percent: 67 })
  expect(doneIn(inEnglish)).toEqual([true, true, false])
  await tick(ada, en.id, en.steps[2]?.id)
  expect(await recordOf(ada, en.id)).toMatchObject({ completed: true, percent: 100 })
})

test('restarting or forgetting a work in one language does so in all', async () => {
  const ada = await site.learner()
  const { zh, en } = await work({ steps: 2 })
  await tick(ada, zh.id, zh.steps[0]?.id)
  await ada.call(restartRecord, { body: { id: en.id, type: 'tutorial' } })
  expect(doneIn(await recordOf(ada, zh.id))).toEqual([false, false])
  // pressed in Chinese before the restart, on a device without a network
  site.clock.advance({ minutes: 1 })
  await tick(ada, zh.id, zh.steps[0]?.id, true, { ageMs: 120_000 })
  expect(doneIn(await recordOf(ada, en.id))).toEqual([false, false])

  await ada.call(deleteRecord, { body: { id: en.id } })
  expect(await recordOf(ada, zh.id)).toBeUndefined()
  expect((await ada.call(listRecords, { query: {} })).result.results).toEqual([])
})

test('two tabs in two languages that do the last two steps at once complete the work once', async () => {
  const ada = await site.learner()
  const { zh, en } = await work({ steps: 2 })
  await Promise.all([start(ada, zh.id), start(ada, en.id)])
  await Promise.all([tick(ada, zh.id, zh.steps[0]?.id), tick(ada, en.id, en.steps[1]?.id)])
  expect(await recordOf(ada, zh.id)).toMatchObject({ completed: true, percent: 100 })
  expect(await recordOf(ada, en.id)).toMatchObject({ completed: true, percent: 100 })
  const kinds = await site.db.selectFrom('record_events').select('kind').where('user_id', '=', ada.id).execute()
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(['completed', 'started', 'step_completed', 'step_completed'])
})

test('accounts that learned one work in two languages have one record of it when they are merged', async () => {
  const [old, kept] = [await site.learner(), await site.learner()]
  const { zh, en } = await work({ steps: 2 })
  await tick(old, zh.id, zh.steps[0]?.id)
  await tick(kept, en.id, en.steps[1]?.id)
  await inTransaction(site.db, (trx) => absorbLearner(trx, { from: old.id, into: kept.id }, site.clock.now()))
  expect(await recordOf(kept, zh.id)).toMatchObject({ completed: true, percent: 100 })
  expect((await kept.call(listRecords, { query: {} })).result.totals).toEqual({ inProgress: 0, completed: 1 })
  await foldFigures(site)
  expect((await recordCount(site.db, zh.id)) + (await recordCount(site.db, en.id))).toBe(1)
})
